// A mail server for tests, over real SMTP: keeps what it is given.
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { onTestFinished } from 'vitest'

interface MailServer {
  mails: string[]
  server: Server
  /** Of a service that sends through it. */
  settings: Record<string, string | undefined>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = []
  const server = createServer(socket => {
    let isData = false
    let mail = ''
    socket.write('220 mail.example\r\n')
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (isData) {
        // It comes in pieces, and its end may come in two.
        mail += text
        if (!mail.endsWith('\r\n.\r\n')) return
        mails.push(mail)
        mail = ''
        isData = false
        socket.write('250 kept\r\n')
        return
      }
      isData = /^DATA/i.test(text)
      socket.write(isData ? '354 go on\r\n' : '250 well\r\n')
      if (/^QUIT/i.test(text)) socket.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const settings = {
    VEDETTE_APP_URL: undefined,
    VEDETTE_SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    VEDETTE_SMTP_FROM: 'Vedette <vedette@harbour.example>',
  }
  return { mails, server, settings }
}

/** As their reader sees them: lines that were folded for the way are whole again. */
export const readable = (mails: string[]): string =>
  mails.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=')
