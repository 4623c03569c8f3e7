// Signing in by email and password, what slows guessing, and the first start.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../../src/members/add.ts'
import { makeSetUpLink } from '../../src/members/set-up.ts'
import { makeOrganization, type Service, serviceForTest, startService } from '../harness.ts'
import { auditOf } from './audit-of.ts'
import { callerWith, cookieOf, PASSWORD, post, postSignIn, signIn } from './sign-in.ts'

const LOCAL = { VEDETTE_APP_URL: undefined }
const detailOf = async (response: Response) => ((await response.json()) as { detail: string }).detail

describe('signing in', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ settings: LOCAL })
  })
  afterAll(() => service.close())

  it('by email, in any case, and password opens the console, and signing out closes it', async () => {
    const admin = await signIn(service, { role: 'Admin', email: 'ada@harbour.example' })
    expect((await admin.get('/me')).status).toBe(200)
    expect((await postSignIn(service, 'Ada@Harbour.example', PASSWORD)).status).toBe(200)
    expect((await post(service, '/auth/sign-out', {}, admin.cookie)).status).toBe(200)
    expect((await admin.get('/me')).status).toBe(401)
    expect(await auditOf(admin.organization)).toEqual([
      { action: 'signed in', actor: 'Test Admin', subject: 'ada@harbour.example' },
      { action: 'signed in', actor: 'Test Admin', subject: 'ada@harbour.example' },
      { action: 'signed out', actor: 'Test Admin', subject: 'ada@harbour.example' },
    ])
  })

  it('gives a cookie that scripts cannot read and other sites cannot send along', async () => {
    const { email } = await signIn(service, { role: 'Admin' })
    const [cookie] = (await postSignIn(service, email, PASSWORD)).headers.getSetCookie()
    expect(cookie).toMatch(/^vedette\.session_token=.+; HttpOnly; SameSite=Lax$/)
  })

  it('gives a cookie for https alone where the address is https', async () => {
    const secure = await serviceForTest({ settings: { VEDETTE_APP_URL: 'https://app.vedette.example' } })
    const organization = await makeOrganization(secure)
    const [email, at] = ['ada@harbour.example', secure.clock.read()]
    await organization.work(tx =>
      addMember(tx, organization.id, { email, name: 'Ada', role: 'Admin', password: PASSWORD, at }),
    )
    const response = await fetch(`${secure.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: 'https://app.vedette.example', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-vedette\.session_token=.+; Secure/)
    const me = await fetch(`${secure.url}/console/me`, { headers: { cookie: cookieOf(response) } })
    expect(me.status).toBe(200)
  })

  it('says the same about a wrong password and about nobody', async () => {
    const { email, organization } = await signIn(service, { role: 'Full Member' })
    const wrong = await postSignIn(service, email, 'not the right password')
    const nobody = await postSignIn(service, 'nobody@harbour.example', 'not the right password')
    expect([wrong.status, nobody.status]).toEqual([401, 401])
    const [said, saidToo] = [await detailOf(wrong), await detailOf(nobody)]
    expect(said).toBe('That email and password do not belong together.')
    expect(saidToo).toBe(said)
    expect((await auditOf(organization)).at(-1)).toEqual({
      action: 'failed to sign in',
      actor: 'Somebody',
      subject: email,
    })
  })

  it.each([
    ['another site', 'https://elsewhere.example'],
    ['nowhere', undefined],
  ])('is refused from %s', async (_, origin) => {
    const { email } = await signIn(service, { role: 'Admin' })
    const response = await fetch(`${service.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin && { origin }) },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(response.status).toBe(403)
  })

  it.each([
    '/auth/sign-up/email',
    '/auth/list-sessions',
    '/auth/update-user',
    '/auth/delete-user',
    '/auth/ok',
  ])('offers nothing at %s', async path => {
    const { cookie } = await signIn(service, { role: 'Admin' })
    expect((await post(service, path, {}, cookie)).status).toBe(404)
  })

  it('tells what can be used to sign in', async () => {
    const options = await fetch(`${service.url}/console/sign-in-options`)
    expect(await options.json()).toEqual({ isEmpty: false, singleSignOn: null, canMail: false })
  })
})

describe('guessing', () => {
  const settings = { ...LOCAL, VEDETTE_TRUSTED_PROXIES: '127.0.0.1' }
  const from = (service: Service, address: string, email: string, password: string) =>
    fetch(`${service.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: service.url, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    })

  it('is stopped after eight failures, for the right password too, from there and on that account alone', async () => {
    const service = await serviceForTest({ settings })
    const ada = await signIn(service, { role: 'Admin' })
    const bob = await signIn(service, { role: 'Full Member', organization: ada.organization })
    for (let count = 0; count < 8; count++)
      expect((await from(service, '198.51.100.1', ada.email, 'wrong password')).status).toBe(401)
    const stopped = await from(service, '198.51.100.1', ada.email, PASSWORD)
    expect(stopped.status).toBe(429)
    expect(stopped.headers.get('retry-after')).toBe('900')
    expect(await detailOf(stopped)).toBe(
      'Too many failed attempts from your network. Wait 15 minutes and try again.',
    )
    // Nobody else is locked out: not she at her own desk, not a colleague at the guesser's.
    expect((await from(service, '203.0.113.9', ada.email, PASSWORD)).status).toBe(200)
    expect((await from(service, '198.51.100.1', bob.email, PASSWORD)).status).toBe(200)
    service.clock.turn({ minutes: 15 })
    expect((await from(service, '198.51.100.1', ada.email, PASSWORD)).status).toBe(200)
  })

  it('at many accounts is stopped after sixty failures', async () => {
    const service = await serviceForTest({ settings })
    const ada = await signIn(service, { role: 'Admin' })
    const tries = Array.from({ length: 61 }, (_, n) => `person${n}@harbour.example`)
    const statuses = []
    for (const email of tries) statuses.push((await from(service, '198.51.100.2', email, 'wrong')).status)
    expect(statuses).toEqual([...Array(60).fill(401), 429])
    expect((await from(service, '198.51.100.2', ada.email, PASSWORD)).status).toBe(429)
    expect((await from(service, '198.51.100.3', ada.email, PASSWORD)).status).toBe(200)
  })

  it('counts what comes at once, and on all nodes', async () => {
    const service = await serviceForTest({ settings })
    const other = await serviceForTest({ settings, databaseUrl: service.databaseUrl, clock: service.clock })
    const { email } = await signIn(service, { role: 'Admin' })
    const statuses = await Promise.all(
      Array.from({ length: 14 }, (_, n) => from(n % 2 ? service : other, '198.51.100.4', email, 'wrong')),
    )
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(8)
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(6)
  })

  it('is forgotten after a success', async () => {
    const service = await serviceForTest({ settings })
    const { email } = await signIn(service, { role: 'Admin' })
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 7; count++)
        expect((await from(service, '198.51.100.5', email, 'wrong password')).status).toBe(401)
      expect((await from(service, '198.51.100.5', email, PASSWORD)).status).toBe(200)
    }
  })

  it('goes by the address that was seen when no proxy is trusted', async () => {
    const service = await serviceForTest({ settings: LOCAL })
    const { email } = await signIn(service, { role: 'Admin' })
    for (let count = 0; count < 8; count++)
      expect((await from(service, `198.51.100.${count}`, email, 'wrong password')).status).toBe(401)
    expect((await from(service, '198.51.100.99', email, 'wrong password')).status).toBe(429)
  })
})

describe('the first start', () => {
  const answers = {
    organizationName: ' Harbour Services ',
    name: 'Ada Vance',
    email: 'Ada@Harbour.example',
    password: PASSWORD,
  }

  it('makes the organization and its Admin by a link that works once', async () => {
    const service = await serviceForTest({ settings: LOCAL })
    const { token: old } = (await makeSetUpLink(service.database.owner, service.clock.read()))!
    const { token } = (await makeSetUpLink(service.database.owner, service.clock.read()))!
    const look = (word: string) => fetch(`${service.url}/console/set-up?token=${word}`)
    expect((await look(old)).status).toBe(404)
    expect((await look(token)).status).toBe(200)
    expect((await post(service, '/console/set-up', { token: old, ...answers })).status).toBe(404)

    const both = await Promise.all([1, 2].map(() => post(service, '/console/set-up', { token, ...answers })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await look(token)).status).toBe(404)
    expect(await makeSetUpLink(service.database.owner, service.clock.read())).toBeUndefined()

    const response = await postSignIn(service, answers.email, PASSWORD)
    const me = await callerWith(service, cookieOf(response)).get('/me')
    expect(await me.json()).toMatchObject({
      person: { name: 'Ada Vance', email: 'ada@harbour.example' },
      organization: { name: 'Harbour Services' },
      role: 'Admin',
    })
  })

  it.each([
    ['organizationName', ' '],
    ['name', 'x'.repeat(101)],
    ['name', 'two\nlines'],
    ['email', 'nobody'],
    ['password', 'short'],
    ['password', 'aaaaaaaaaaaa'],
    ['password', 'password1234'],
    ['password', 'ada@harbour.example'],
    ['password', 'HarbourServices1'],
  ])('refuses %s %j and keeps the link', async (parameter, value) => {
    const service = await serviceForTest({ settings: LOCAL })
    const { token } = (await makeSetUpLink(service.database.owner, service.clock.read()))!
    const refused = await post(service, '/console/set-up', { token, ...answers, [parameter]: value })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ parameter })
    expect((await post(service, '/console/set-up', { token, ...answers })).status).toBe(200)
  })
})
