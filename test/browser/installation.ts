// An installation of its own for tests in the browser, with a simulated Microsoft and a mail server, and two members.
import { onTestFinished } from 'vitest'
import type { RecordSource } from '../../simulator/cloud/source.ts'
import { type RunningCloud, startCloud } from '../../simulator/cloud/start.ts'
import type { Role } from '../../src/database/types.ts'
import { startMailServer } from '../console/mail-server.ts'
import { dataFolderForTest, type Serving, serve, until } from '../processes.ts'

interface Account {
  email: string
  password: string
}

interface Installation {
  url: string
  admin: Account
  member: Account
  cloud: RunningCloud
  mails: string[]
}

const PASSWORD = 'a long enough password'

/** Nobody has consented to its application yet. */
export async function install(source: RecordSource): Promise<Installation> {
  const cloud = await startCloud({ source, isConsented: false, budgets: null })
  onTestFinished(() => cloud.close())
  const { mails, settings: mail } = await startMailServer()
  const serving = await serve(['--data', await dataFolderForTest()], {
    VEDETTE_MICROSOFT_LOGIN_URL: cloud.loginUrl,
    VEDETTE_MICROSOFT_GRAPH_URL: cloud.graphUrl,
    VEDETTE_MICROSOFT_MANAGE_URL: cloud.manageUrl,
    VEDETTE_MICROSOFT_CLIENT_ID: cloud.app.clientId,
    VEDETTE_MICROSOFT_CLIENT_SECRET: cloud.app.secret,
    VEDETTE_POLL_SECONDS: '1',
    VEDETTE_LOOK_BACK_DAYS: '1',
    VEDETTE_SMTP_URL: mail.VEDETTE_SMTP_URL!,
    VEDETTE_SMTP_FROM: mail.VEDETTE_SMTP_FROM!,
  })
  const { url } = serving
  const admin = { email: 'ada@harbour.example', password: PASSWORD }
  const token = await setUpToken(serving)
  await post(url, '/console/set-up', {
    token,
    organizationName: 'Harbour Services',
    name: 'Ada Vance',
    ...admin,
  })
  const member = { email: 'bo@harbour.example', password: PASSWORD }
  await join(url, admin, { ...member, role: 'Full Member' })
  return { url, admin, member, cloud, mails }
}

const setUpToken = ({ stdout }: Serving) =>
  until('the set-up link is printed', () => /\/set-up\?token=([\w-]+)/.exec(stdout())?.[1])

async function join(url: string, admin: Account, { email, password, role }: Account & { role: Role }) {
  const session = await post(url, '/auth/sign-in/email', admin)
  const cookie = session.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  const invited = await post(url, '/console/invitations', { email, role }, cookie)
  const { link } = (await invited.json()) as { link: string }
  const token = new URL(link).searchParams.get('token')
  await post(url, '/console/invitation/join', { token, name: 'Bo Lindahl', password })
}

async function post(url: string, path: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}
