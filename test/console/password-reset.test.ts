// The way back for a forgotten password: by mail, and by the operator's command.
import { describe, expect, it } from 'vitest'
import { takeOver } from '../../src/members/take-over.ts'
import { type Service, serviceForTest } from '../harness.ts'
import { runVedette, until } from '../processes.ts'
import { auditOf } from './audit-of.ts'
import { readable, startMailServer } from './mail-server.ts'
import { cookieOf, PASSWORD, post, postSignIn, signIn } from './sign-in.ts'

const NEW = 'quite another password'
const ask = (service: Service, email: string) => post(service, '/console/password-reset', { email })
const use = (service: Service, token: string, password = NEW) =>
  post(service, '/console/password-reset/use', { token, password })

async function withMail() {
  const { mails, server, settings } = await startMailServer()
  const service = await serviceForTest({ settings })
  const links = () =>
    [...readable(mails).matchAll(/\/reset-password\?token=([\w-]+)/g)].map(([, word]) => word!)
  /** Mails go out after the answer. */
  const mailed = async (count: number) => {
    await until(`${count} links are mailed`, () => links().length >= count)
    expect(links()).toHaveLength(count)
    return links()
  }
  return { service, mails, server, mailed }
}

describe('by mail', () => {
  it('a link sets a new password, once, ends every session and is written down', async () => {
    const { service, mails, mailed } = await withMail()
    const ada = await signIn(service, { role: 'Admin', email: 'ada@harbour.example', name: 'Ada' })
    expect((await ask(service, ' Ada@Harbour.example ')).status).toBe(200)
    const [token] = await mailed(1)
    expect(readable(mails)).toContain('To: ada@harbour.example')
    expect(readable(mails)).toContain(`${service.url}/reset-password?token=`)
    const look = await fetch(`${service.url}/console/password-reset?token=${token}`)
    expect(await look.json()).toEqual({ email: 'ada@harbour.example' })

    const both = await Promise.all([use(service, token!), use(service, token!)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await fetch(`${service.url}/console/password-reset?token=${token}`)).status).toBe(404)
    expect((await ada.get('/me')).status).toBe(401)
    expect((await postSignIn(service, ada.email, PASSWORD)).status).toBe(401)
    expect((await postSignIn(service, ada.email, NEW)).status).toBe(200)
    expect(await auditOf(ada.organization)).toEqual([
      { action: 'signed in', actor: 'Ada', subject: ada.email },
      { action: 'asked for a new password', actor: 'Somebody', subject: ada.email },
      { action: 'set a new password', actor: 'Ada', subject: ada.email },
      { action: 'failed to sign in', actor: 'Somebody', subject: ada.email },
      { action: 'signed in', actor: 'Ada', subject: ada.email },
    ])
  })

  it('is not for the password they have, nor for an easy one, and stays good', async () => {
    const { service, mailed } = await withMail()
    const { email } = await signIn(service, { role: 'Admin' })
    await ask(service, email)
    const [token] = await mailed(1)
    for (const [password, said] of [
      [PASSWORD, /^This is the password you have\./],
      ['aaaaaaaaaaaa', /^This password is easy to guess\. It is made of one or two characters\./],
      [email, /your own name/],
    ] as const) {
      const refused = await use(service, token!, password)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({
        parameter: 'password',
        detail: expect.stringMatching(said),
      })
    }
    expect((await use(service, token!)).status).toBe(200)
  })

  it('answers alike whether the address is known or not, and mails only who is', async () => {
    const { service, mails, mailed } = await withMail()
    const { email } = await signIn(service, { role: 'Full Member' })
    const answers = []
    for (const each of ['nobody@harbour.example', email]) {
      const answer = await ask(service, each)
      answers.push([answer.status, await answer.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    await mailed(1)
    expect(readable(mails)).not.toContain('nobody@harbour.example')
  })

  it('is good for an hour, and the newest does not take the place of the others', async () => {
    const { service, mailed } = await withMail()
    const { email } = await signIn(service, { role: 'Admin' })
    await ask(service, email)
    const [early] = await mailed(1)
    service.clock.turn({ minutes: 59 })
    await ask(service, email)
    const late = (await mailed(2)).find(word => word !== early)!
    expect((await fetch(`${service.url}/console/password-reset?token=${early}`)).status).toBe(200)
    service.clock.turn({ minutes: 1 })
    expect((await use(service, early!)).status).toBe(404)
    expect((await use(service, late)).status).toBe(200)
  })

  it('one used link ends the others', async () => {
    const { service, mailed } = await withMail()
    const { email } = await signIn(service, { role: 'Admin' })
    await ask(service, email)
    await ask(service, email)
    const [one, other] = await mailed(2)
    expect((await use(service, one!)).status).toBe(200)
    expect((await use(service, other!)).status).toBe(404)
  })

  it('asks for the second factor all the same', async () => {
    const { service, mailed } = await withMail()
    const { email, personId, organization } = await signIn(service, { role: 'Admin' })
    await organization.work(async tx => {
      await tx.updateTable('people').set({ is_two_factor_enabled: true }).where('id', '=', personId).execute()
    })
    await ask(service, email)
    await use(service, (await mailed(1))[0]!)
    const answer = await postSignIn(service, email, NEW)
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true })
    expect(cookieOf(answer)).not.toContain('session_token')
  })

  it('refuses a password that is too short, and keeps the link', async () => {
    const { service, mailed } = await withMail()
    const { email } = await signIn(service, { role: 'Admin' })
    await ask(service, email)
    const [token] = await mailed(1)
    const refused = await use(service, token!, 'short')
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ parameter: 'password' }),
    ])
    expect((await postSignIn(service, email, PASSWORD)).status).toBe(200)
    expect((await use(service, token!)).status).toBe(200)
  })

  it('tells who signs in another way so, and gives them no password', async () => {
    const { service, mails } = await withMail()
    const { email, personId } = await signIn(service, { role: 'Admin' })
    await takeOver(service.database.db, personId)
    await ask(service, email)
    await until('they are told', () => readable(mails).includes('has no password'))
    expect(readable(mails)).not.toContain('token=')
  })

  it('stops mailing one account after five, and one place after eight', async () => {
    const { service, mailed } = await withMail()
    const { email, organization } = await signIn(service, { role: 'Admin' })
    const statuses = []
    for (let count = 0; count < 9; count++) statuses.push((await ask(service, email)).status)
    expect(statuses).toEqual([...Array(8).fill(200), 429])
    const links = await mailed(5)
    const asked = (await auditOf(organization)).filter(({ action }) => action === 'asked for a new password')
    expect(asked).toHaveLength(5)
    // Nobody has lost anything by it: the links work, and signing in was not counted.
    expect((await postSignIn(service, email, PASSWORD)).status).toBe(200)
    expect((await use(service, links[0]!)).status).toBe(200)
  })

  it('lets in whoever had tried in vain too often before', async () => {
    const { service, mailed } = await withMail()
    const { email } = await signIn(service, { role: 'Admin' })
    for (let count = 0; count < 9; count++) await postSignIn(service, email, 'wrong password')
    await ask(service, email)
    await use(service, (await mailed(1))[0]!)
    expect((await postSignIn(service, email, NEW)).status).toBe(200)
  })

  it('answers the same when the mail server is away', async () => {
    const { service, server } = await withMail()
    server.close()
    const { email } = await signIn(service, { role: 'Admin' })
    expect((await ask(service, email)).status).toBe(200)
  })

  it.each(['', 'nobody', 'a@b'])('refuses %j, which is no address', async email => {
    const { service } = await withMail()
    const refused = await ask(service, email)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ parameter: 'email' }),
    ])
  })
})

it('without a mail server says whom to ask, also to the sign-in page', async () => {
  const service = await serviceForTest({ settings: { VEDETTE_APP_URL: undefined } })
  const refused = await ask(service, 'ada@harbour.example')
  expect(refused.status).toBe(409)
  expect(((await refused.json()) as { detail: string }).detail).toMatch(/whoever runs this installation/)
  const options = await fetch(`${service.url}/console/sign-in-options`)
  expect(await options.json()).toMatchObject({ canMail: false })
})

describe('by the operator', () => {
  const command = (service: Service, ...args: string[]) =>
    runVedette(['member', ...args], { DATABASE_URL: service.databaseUrl, VEDETTE_APP_URL: service.url }).ended

  it('a command prints a link that works once, and says so in the audit log', async () => {
    const service = await serviceForTest({ settings: { VEDETTE_APP_URL: undefined } })
    const ada = await signIn(service, { role: 'Admin', email: 'ada@harbour.example', name: 'Ada' })
    const { code, stdout } = await command(service, 'reset-password', 'Ada@Harbour.example')
    expect(code).toBe(0)
    // The command has no other clock than the machine's.
    service.clock.set(new Date())
    const token = new RegExp(`${service.url}/reset-password\\?token=([\\w-]+)`).exec(stdout)?.[1]
    expect((await use(service, token!)).status).toBe(200)
    expect((await use(service, token!)).status).toBe(404)
    expect((await postSignIn(service, ada.email, NEW)).status).toBe(200)
    expect((await auditOf(ada.organization)).slice(1, 3)).toEqual([
      { action: 'asked for a new password', actor: 'The operator', subject: ada.email },
      { action: 'set a new password', actor: 'Ada', subject: ada.email },
    ])
  })

  it.each([
    [['reset-password', 'nobody@harbour.example'], 1, /Nobody here has the address/],
    [['reset-password'], 2, /Give one email address/],
    [['reset-password', 'ada'], 2, /Give one email address/],
    [['forget', 'ada@harbour.example'], 2, /Say what to do/],
    [['reset-second-factor', 'nobody@harbour.example'], 1, /Nobody here has the address/],
  ])('%j is refused in words', async (args, code, words) => {
    const service = await serviceForTest({ settings: { VEDETTE_APP_URL: undefined } })
    const ended = await command(service, ...args)
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(words)])
  })
})
