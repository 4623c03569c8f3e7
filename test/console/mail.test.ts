// Invitations by mail, through a mail server over real SMTP.
import { expect, it } from 'vitest'
import { serviceForTest } from '../harness.ts'
import { readable, startMailServer } from './mail-server.ts'
import { signIn } from './sign-in.ts'

const invitation = { email: 'cleo@harbour.example', role: 'Full Member' }

it('mails the link of an invitation to the invited', async () => {
  const { mails, settings } = await startMailServer()
  const service = await serviceForTest({ settings })
  const admin = await signIn(service, { role: 'Admin', name: 'Ada' })
  const { link, mail } = (await (await admin.change('POST', '/invitations', invitation)).json()) as {
    link: string
    mail: string
  }
  expect(mail).toBe('sent')
  const sent = readable(mails)
  expect(sent).toContain('To: cleo@harbour.example')
  expect(sent).toContain('Subject: Join Harbour Services on Vedette')
  expect(sent).toContain(link)
})

it('makes the invitation all the same when the mail server is away, and says so', async () => {
  const { server, settings } = await startMailServer()
  server.close()
  const service = await serviceForTest({ settings })
  const admin = await signIn(service, { role: 'Admin' })
  const made = await admin.change('POST', '/invitations', invitation)
  expect([made.status, await made.json()]).toEqual([200, expect.objectContaining({ mail: 'failed' })])
})
