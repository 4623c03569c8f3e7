// An organization that asks its members for a second factor.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleRoutes } from '../../src/console/routes.ts'
import { addMember } from '../../src/members/add.ts'
import { codeOfUri } from '../authenticator.ts'
import { makeIncident, makeOrganization, makeTenant, type Service, startService } from '../harness.ts'
import { runVedette } from '../processes.ts'
import { auditOf } from './audit-of.ts'
import { startProvider } from './provider.ts'
import { callerWith, cookieOf, type Method, PASSWORD, post, postSignIn, signIn } from './sign-in.ts'
import { turnOn } from './two-factor.ts'

let service: Service
let other: Service
const provider = await startProvider()
beforeAll(async () => {
  const settings = {
    VEDETTE_APP_URL: undefined,
    VEDETTE_SSO_NAME: 'Harbour',
    VEDETTE_SSO_ISSUER: provider.issuer,
    VEDETTE_SSO_CLIENT_ID: 'vedette',
    VEDETTE_SSO_CLIENT_SECRET: 'between us',
  }
  service = await startService({ settings })
  other = await startService({ settings, databaseUrl: service.databaseUrl, clock: service.clock })
})
afterAll(async () => {
  provider.close()
  await other.close()
  await service.close()
})

type Caller = ReturnType<typeof callerWith>
const REQUIRED = 'urn:vedette:problem:second-factor-required'
const require = (admin: Caller, requiresSecondFactor = true) =>
  admin.change('PATCH', '/security', { requiresSecondFactor })
const kindOf = async (response: Response) => ((await response.json()) as { type?: string }).type

/** An Admin with two-factor on, who requires it, and a member who has a password alone. */
async function requiring() {
  const ada = await signIn(service, { role: 'Admin', name: 'Ada' })
  const bo = await signIn(service, { role: 'Full Member', name: 'Bo', organization: ada.organization })
  const { now: admin } = await turnOn(service, ada)
  expect((await require(admin)).status).toBe(200)
  return { ada, admin, bo, organization: ada.organization }
}

/** As somebody would who has one: what making one takes of the browser is tested there. */
async function givePasskey(personId: string): Promise<string> {
  const id = randomUUID()
  const { owner } = service.database
  await owner
    .insertInto('passkeys')
    .values({
      id,
      person_id: personId,
      name: 'Key',
      public_key: 'k',
      credential_id: id,
      counter: 0,
      device_type: 'singleDevice',
      is_backed_up: false,
    } as never)
    .execute()
  return id
}

describe('requiring a second factor', () => {
  it('is not for an Admin who has shown none, who would be locked out', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const refused = await require(ada)
    expect(refused.status).toBe(409)
    expect(((await refused.json()) as { detail: string }).detail).toMatch(/your own account first/)
    expect(await (await ada.get('/security')).json()).toMatchObject({ requiresSecondFactor: false })
  })

  it('is not for a Full Member, who sees that it is so', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const bo = await signIn(service, { role: 'Full Member', organization: ada.organization })
    const { now } = await turnOn(service, bo)
    expect((await require(now)).status).toBe(403)
    expect(await (await now.get('/security')).json()).toEqual({
      requiresSecondFactor: false,
      members: 2,
      without: [{ id: ada.personId, name: ada.name, email: ada.email }],
    })
  })

  it('is written down, once, and so is its end, from which on a password is enough again', async () => {
    const { admin, bo, organization } = await requiring()
    await require(admin)
    expect((await bo.get('/tenants')).status).toBe(403)
    expect((await require(admin, false)).status).toBe(200)
    expect((await bo.get('/tenants')).status).toBe(200)
    const actions = (await auditOf(organization)).map(({ action }) => action)
    expect(actions.filter(action => /requir/.test(action))).toEqual([
      'required a second factor',
      'stopped requiring a second factor',
    ])
  })

  it('refuses each address but those that lead to one, at once and on every node', async () => {
    const { bo } = await requiring()
    const elsewhere = callerWith(other, bo.cookie)
    const id = randomUUID()
    const open: string[] = []
    for (const { method, url } of consoleRoutes) {
      const path = url.replaceAll(/:\w+/g, id)
      const ask = (who: Caller) => (method === 'GET' ? who.get(path) : who.change(method as Method, path, {}))
      for (const who of [bo, elsewhere])
        if ((await kindOf(await ask(who))) !== REQUIRED) open.push(`${method} ${url}`)
    }
    expect([...new Set(open)]).toEqual(['GET /me', 'POST /me/organization', 'GET /account'])
    expect((await bo.get('/live')).status).toBe(403)
    expect((await bo.change('POST', `/tenants/${id}/import`)).status).toBe(403)
    expect(await (await bo.get('/session')).json()).toMatchObject({ me: { hasShownFactor: false } })
  })

  it('lets a member in as soon as they have set up an authenticator app', async () => {
    const { bo, admin } = await requiring()
    const { now } = await turnOn(service, bo)
    expect((await now.get('/tenants')).status).toBe(200)
    expect((await bo.get('/tenants')).status).not.toBe(200)
    const half = await postSignIn(service, bo.email, PASSWORD)
    expect((await callerWith(service, cookieOf(half)).get('/tenants')).status).toBe(401)
    const { members } = (await (await admin.get('/members')).json()) as {
      members: { name: string; secondFactor: string | null }[]
    }
    expect(members.map(({ name, secondFactor }) => [name, secondFactor])).toEqual([
      ['Ada', 'authenticator app'],
      ['Bo', 'authenticator app'],
    ])
  })

  it('asks again of whoever turns it off or removes their last passkey', async () => {
    const { admin, bo } = await requiring()
    const { now } = await turnOn(service, bo)
    const off = await post(service, '/auth/two-factor/disable', { password: PASSWORD }, now.cookie)
    const after = callerWith(service, cookieOf(off) || now.cookie)
    expect(await kindOf(await after.get('/tenants'))).toBe(REQUIRED)
    expect((await admin.get('/tenants')).status).toBe(200)

    const passkey = await givePasskey(bo.personId)
    const { owner } = service.database
    await owner
      .updateTable('sessions')
      .set({ second_factor: 'passkey' })
      .where('person_id', '=', bo.personId)
      .execute()
    expect((await after.get('/tenants')).status).toBe(200)
    expect((await after.change('DELETE', `/account/passkeys/${passkey}`)).status).toBe(200)
    expect(await kindOf(await after.get('/tenants'))).toBe(REQUIRED)
  })
})

describe('a password alone', () => {
  it('does not change how one signs in once there is a second factor, by no other organization either', async () => {
    const { bo } = await requiring()
    const passkey = await givePasskey(bo.personId)
    const elsewhere = await makeOrganization(service)
    const at = service.clock.read()
    await elsewhere.work(tx =>
      addMember(tx, elsewhere.id, { email: bo.email, name: 'Bo', role: 'Admin', password: undefined, at }),
    )
    const switched = await bo.change('POST', '/me/organization', { organizationId: elsewhere.id })
    expect([switched.status, (await bo.get('/tenants')).status]).toEqual([200, 200])
    const newPassword = 'quite another long password'
    for (const [path, body] of [
      ['/auth/two-factor/enable', { password: PASSWORD }],
      ['/auth/two-factor/disable', { password: PASSWORD }],
      ['/auth/two-factor/generate-backup-codes', { password: PASSWORD }],
      ['/auth/change-password', { currentPassword: PASSWORD, newPassword }],
      ['/auth/passkey/verify-registration', { response: {}, name: 'Mine' }],
    ] as const)
      expect([path, await kindOf(await post(service, path, body, bo.cookie))]).toEqual([path, REQUIRED])
    const options = `${service.url}/auth/passkey/generate-register-options`
    expect(await kindOf(await fetch(options, { headers: { cookie: bo.cookie } }))).toBe(REQUIRED)
    expect(await kindOf(await bo.change('DELETE', `/account/passkeys/${passkey}`))).toBe(REQUIRED)
  })

  it('does not open an incident of that organization from another one', async () => {
    const { bo, organization } = await requiring()
    const tenant = await makeTenant(service, organization)
    const id = await makeIncident(service, organization, tenant)
    const elsewhere = await makeOrganization(service)
    const at = service.clock.read()
    await elsewhere.work(tx =>
      addMember(tx, elsewhere.id, { email: bo.email, name: 'Bo', role: 'Admin', password: undefined, at }),
    )
    await bo.change('POST', '/me/organization', { organizationId: elsewhere.id })
    const path = `/tenant/${tenant.serviceTenantId}/incidents/${id}`
    expect(await kindOf(await bo.get(path))).toBe(REQUIRED)
    const { now } = await turnOn(service, bo)
    expect((await now.get(path)).status).toBe(200)
  })

  it('is not made more of by coming back from the provider without having been there', async () => {
    const { bo } = await requiring()
    const back = `${service.url}/auth/callback/sso?error=access_denied&state=nothing`
    await fetch(back, { redirect: 'manual', headers: { cookie: bo.cookie } })
    expect((await bo.get('/tenants')).status).toBe(403)
  })

  it('becomes enough by a code, in a session from before two-factor was on', async () => {
    const { bo } = await requiring()
    const earlier = callerWith(service, cookieOf(await postSignIn(service, bo.email, PASSWORD)))
    const { totpURI } = await turnOn(service, bo)
    expect(await kindOf(await earlier.get('/tenants'))).toBe(REQUIRED)
    const give = (code: string) => post(service, '/auth/two-factor/verify-totp', { code }, earlier.cookie)
    expect((await give('000000')).status).toBe(401)
    expect(await kindOf(await earlier.get('/tenants'))).toBe(REQUIRED)
    expect((await give(codeOfUri(totpURI))).status).toBe(200)
    expect((await earlier.get('/tenants')).status).toBe(200)
  })
})

it('whoever comes by single sign-on was judged by the provider', async () => {
  const { bo, admin } = await requiring()
  provider.next = { sub: 'bo', email: bo.email }
  const begun = await post(service, '/auth/sign-in/social', { callbackURL: '/' })
  const { url } = (await begun.json()) as { url: string }
  const back = await fetch(provider.visit(url), {
    redirect: 'manual',
    headers: { cookie: cookieOf(begun) },
  })
  expect((await callerWith(service, cookieOf(back)).get('/tenants')).status).toBe(200)
  const { members } = (await (await admin.get('/members')).json()) as {
    members: { name: string; secondFactor: string | null }[]
  }
  expect(members.find(({ name }) => name === 'Bo')).toMatchObject({ secondFactor: 'single sign-on' })
})

it('the operator removes a second factor that was lost', async () => {
  const { bo, organization } = await requiring()
  const { now } = await turnOn(service, bo)
  await givePasskey(bo.personId)
  const reset = () =>
    runVedette(['member', 'reset-second-factor', bo.email], { DATABASE_URL: service.databaseUrl }).ended
  const { code, stdout } = await reset()
  expect([code, stdout]).toEqual([0, expect.stringMatching(/has no second factor any more/)])
  expect((await now.get('/me')).status).toBe(401)
  const anew = callerWith(service, cookieOf(await postSignIn(service, bo.email, PASSWORD)))
  expect(await kindOf(await anew.get('/tenants'))).toBe(REQUIRED)
  expect(await (await anew.get('/account')).json()).toMatchObject({ hasTwoFactor: false, passkeys: [] })
  expect((await reset()).stdout).toMatch(/Nothing was changed/)
  const entries = (await auditOf(organization)).filter(({ action }) => action === 'reset a second factor')
  expect(entries).toEqual([{ action: 'reset a second factor', actor: 'The operator', subject: bo.email }])
})
