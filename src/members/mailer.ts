// Sends mail through the operator's server, where one is set.
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

const PATIENCE_MILLISECONDS = 10_000

export function makeMailer(mail: Config['mail']): Mailer | undefined {
  if (!mail) return undefined
  const transport = createTransport({
    url: mail.server,
    connectionTimeout: PATIENCE_MILLISECONDS,
    greetingTimeout: PATIENCE_MILLISECONDS,
    socketTimeout: PATIENCE_MILLISECONDS,
  })
  return {
    async send(message) {
      await transport.sendMail({ from: mail.from, ...message })
    },
  }
}
