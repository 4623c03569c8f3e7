// Invitations by mail, through a mail server over real SMTP.

import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { serviceForTest } from '../harness.ts'
import { signIn } from './sign-in.ts'

/** Takes whatever it is given and keeps it. */
async function startMailServer(): Promise<{ url: string; mails: string[]; server: Server }> {
  const mails: string[] = []
  const server = createServer(socket => {
    let isData = false
    socket.write('220 mail.example\r\n')
    socket.on('data', chunk => {
      const text = chunk.toString()
      if (isData) {
        mails.push(text)
        isData = !text.endsWith('\r\n.\r\n')
        if (!isData) socket.write('250 kept\r\n')
        return
      }
      isData = /^DATA/i.test(text)
      socket.write(isData ? '354 go on\r\n' : '250 well\r\n')
      if (/^QUIT/i.test(text)) socket.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, server }
}

const settings = (url: string) => ({
  VEDETTE_APP_URL: undefined,
  VEDETTE_SMTP_URL: url,
  VEDETTE_SMTP_FROM: 'Vedette <vedette@harbour.example>',
})
const invitation = { email: 'cleo@harbour.example', role: 'Full Member' }

it('mails the link of an invitation to the invited', async () => {
  const { url, mails } = await startMailServer()
  const service = await serviceForTest({ settings: settings(url) })
  const admin = await signIn(service, { role: 'Admin', name: 'Ada' })
  const { link, mail } = (await (await admin.change('POST', '/invitations', invitation)).json()) as {
    link: string
    mail: string
  }
  expect(mail).toBe('sent')
  const sent = mails.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(sent).toContain('To: cleo@harbour.example')
  expect(sent).toContain('Subject: Join Harbour Services on Vedette')
  expect(sent).toContain(link)
})

it('makes the invitation all the same when the mail server is away, and says so', async () => {
  const { url, server } = await startMailServer()
  server.close()
  const service = await serviceForTest({ settings: settings(url) })
  const admin = await signIn(service, { role: 'Admin' })
  const made = await admin.change('POST', '/invitations', invitation)
  expect([made.status, await made.json()]).toEqual([200, expect.objectContaining({ mail: 'failed' })])
})
