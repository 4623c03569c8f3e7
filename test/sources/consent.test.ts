// Connecting by consent, against the simulated cloud: who is believed that a directory consented, and who is not.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fixedSource } from '../../simulator/cloud/source.ts'
import { type RunningCloud, startCloud } from '../../simulator/cloud/start.ts'
import { syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { auditOf } from '../console/audit-of.ts'
import { type SignedIn, signIn } from '../console/sign-in.ts'
import { type Service, serviceForTest, startService } from '../harness.ts'
import { connectByConsent, consentOf, signInAt } from './consent.ts'

let cloud: RunningCloud
let service: Service
let admin: SignedIn
let stranger: SignedIn
const tenants = Array.from({ length: 8 }, (_, at) => syntheticTenant({ number: at + 1 }))
const ids = tenants.map(({ directoryTenantId }) => directoryTenantId)
const unused = ids.slice(1)

const settings = () => ({
  VEDETTE_APP_URL: '',
  VEDETTE_MICROSOFT_LOGIN_URL: cloud.loginUrl,
  VEDETTE_MICROSOFT_GRAPH_URL: cloud.graphUrl,
  VEDETTE_MICROSOFT_MANAGE_URL: cloud.manageUrl,
  VEDETTE_MICROSOFT_CLIENT_ID: cloud.app.clientId,
  VEDETTE_MICROSOFT_CLIENT_SECRET: cloud.app.secret,
})

beforeAll(async () => {
  cloud = await startCloud({ source: fixedSource(tenants), isConsented: false, budgets: null })
  service = await startService({ settings: settings() })
  admin = await signIn(service, { role: 'Admin' })
  stranger = await signIn(service, { role: 'Admin' })
})
afterEach(() => cloud.control.marIdTokens(null))
afterAll(async () => {
  await service?.close()
  await cloud?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: what the wire brings is what the tests are about
const body = async (response: Response): Promise<any> => response.json()

const tenantsOf = async (who: SignedIn): Promise<string[]> =>
  (await body(await who.get('/tenants'))).tenants.map(
    ({ directoryTenantId }: { directoryTenantId: string }) => directoryTenantId,
  )

/** As far as the page on which they sign in to the directory that consented. */
async function toSignIn(who: SignedIn, tenantId: string): Promise<string> {
  const given = await consentOf(who, tenantId)
  return (await body(await who.change('POST', '/onboarding/consented', given))).url
}

/** Refused with these words, and nothing is connected. */
async function expectRefused(response: Response, words: RegExp, who: SignedIn, tenantId: string) {
  expect(response.status).toBe(409)
  expect((await body(response)).detail).toMatch(words)
  expect(await tenantsOf(who)).not.toContain(tenantId)
}

const person = (roles: string[], homeTenantId?: string) => ({
  objectId: randomUUID(),
  userPrincipalName: 'eve@example.com',
  displayName: 'Eve',
  roles,
  ...(homeTenantId !== undefined && { homeTenantId }),
})

describe('a tenant', () => {
  test('is connected, once, by the session that asked and whoever administers it', async () => {
    const again = await signIn(service, { role: 'Admin', organization: admin.organization })
    const others = [stranger, again]
    expect(await body(await admin.get('/onboarding'))).toMatchObject({ canConsent: true })
    const given = await consentOf(admin, ids[0]!)
    for (const other of others)
      expect((await other.change('POST', '/onboarding/consented', given)).status).toBe(409)
    const { url } = await body(await admin.change('POST', '/onboarding/consented', given))
    expect((await admin.change('POST', '/onboarding/consented', given)).status).toBe(409)

    const asked = new URL(url)
    expect(asked.href).toContain(`${cloud.loginUrl}/${ids[0]}/oauth2/v2.0/authorize?`)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      scope: 'openid profile',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${service.url}/tenants/connected`,
    })
    const back = await signInAt(url)
    for (const other of others)
      expect((await other.change('POST', '/onboarding/proven', back)).status).toBe(409)
    // What was given for one step is no good for the other.
    expect((await admin.change('POST', '/onboarding/proven', { ...back, state: given.state })).status).toBe(
      409,
    )

    const made = await body(await admin.change('POST', '/onboarding/proven', back))
    expect(made.findings.isUsable).toBe(true)
    expect(made.tenant).toMatchObject({ displayName: 'Tenant 1' })
    expect(made.tenant.serviceTenantId).toMatch(/^[2-9a-z]{8}$/)
    expect((await admin.change('POST', '/onboarding/proven', back)).status).toBe(409)

    const page = await body(await admin.get(`/tenants/${made.tenant.serviceTenantId}`))
    expect(page.tenant).toMatchObject({ billableStatus: 'Trial', directoryTenantId: ids[0] })
    const feeds = await admin.organization.work(tx => tx.selectFrom('feeds').select('source').execute())
    expect(feeds.map(({ source }) => source)).toContain('Audit.Exchange')
    expect(feeds.map(({ source }) => source)).toContain('directory')
    const entries = await admin.organization.work(tx =>
      tx.selectFrom('audit_entries').select('detail').where('action', '=', 'connected a tenant').execute(),
    )
    expect(entries[0]!.detail).toMatchObject({
      by: 'consent',
      administrator: `admin@${tenants[0]!.initialDomain}`,
    })
  })

  test('is not handed over on the word of an address', async () => {
    // Consent is given by a directory of one's own, and the address is changed to that of another that has consented.
    cloud.control.seat(ids[0]!, null)
    const { state } = await consentOf(stranger, unused[0]!)
    const { url } = await body(
      await stranger.change('POST', '/onboarding/consented', { state, tenant: ids[0] }),
    )
    expect(new URL(url).pathname).toContain(ids[0]!)
    await expect(signInAt(url)).rejects.toThrow(/Sign in/)
    // Signing in to one's own directory with the same words does not help.
    const own = await signInAt(url.replace(ids[0]!, unused[0]!))
    const response = await stranger.change('POST', '/onboarding/proven', own)
    await expectRefused(response, /did not confirm/, stranger, ids[0]!)
    expect(await tenantsOf(stranger)).toEqual([])
  })

  test.each([
    ['somebody who works there', () => person([]), /eve@example\.com does not administer this directory\./],
    [
      'somebody with another role there',
      () => person(['88d8e3e3-8f55-4a1e-953a-9b9898b8876b']),
      /does not administer/,
    ],
    ['a guest there', () => person([], ids[7]), /is a guest there\. Begin again/],
  ])('is not connected by %s', async (_whom, visitor, words) => {
    cloud.control.seat(unused[1]!, visitor())
    await expectRefused(await connectByConsent(admin, unused[1]!), words, admin, unused[1]!)
  })

  test.each([
    '62e90394-69f5-4237-9190-012177145e10',
    'e8611ab8-c189-46e8-94e1-60213ab1f814',
    '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
    '158c047a-c907-4556-b7ef-446551a6b5f7',
  ])('is connected by whoever holds the role %s', async role => {
    const who = await signIn(service, { role: 'Admin' })
    // At home elsewhere, as the people of a service provider are: the role is what the directory gave them.
    cloud.control.seat(unused[1]!, person([role], ids[7]))
    expect((await connectByConsent(who, unused[1]!)).status).toBe(200)
    expect(await tenantsOf(who)).toEqual([unused[1]])
  })

  test('is not connected while Microsoft does not say who administers it, and the operator is told what to set', async () => {
    const other = await startCloud({
      source: fixedSource(tenants),
      isConsented: false,
      budgets: null,
      app: { groupMembershipClaims: null },
    })
    const node = await serviceForTest({
      settings: { ...settings(), VEDETTE_MICROSOFT_LOGIN_URL: other.loginUrl },
    })
    const who = await signIn(node, { role: 'Admin' })
    await expectRefused(await connectByConsent(who, ids[0]!), /Directory roles/, who, ids[0]!)
    await other.close()
  })
})

describe('an id token', () => {
  const past = Math.floor(Date.now() / 1000) - 7200
  test.each([
    ['signed by another', { isForged: true }],
    ['for another sign-in', { claims: { nonce: 'other' } }],
    ['for another application', { claims: { aud: randomUUID() } }],
    ['of another issuer', { claims: { iss: `https://login.microsoftonline.com/${randomUUID()}/v2.0` } }],
    ['that has run out', { claims: { exp: past } }],
    ['without a nonce', { claims: { nonce: undefined } }],
  ])('%s is not believed', async (_what, how) => {
    cloud.control.marIdTokens(how)
    await expectRefused(await connectByConsent(admin, unused[2]!), /could not be verified/, admin, unused[2]!)
  })

  test('of another directory is not believed', async () => {
    cloud.control.marIdTokens({ claims: { tid: unused[3] } })
    const response = await connectByConsent(admin, unused[2]!)
    await expectRefused(response, /another directory/, admin, unused[2]!)
  })
})

describe('a consent', () => {
  test('is good for an hour, and in either step no longer', async () => {
    const node = await serviceForTest({ settings: settings() })
    const who = await signIn(node, { role: 'Admin' })
    const url = await toSignIn(who, unused[3]!)
    const early = await consentOf(who, unused[3]!)
    node.clock.turn({ minutes: 59 })
    const late = await toSignIn(who, unused[4]!)
    node.clock.turn({ minutes: 1 })
    expect((await who.change('POST', '/onboarding/consented', early)).status).toBe(409)
    expect((await who.change('POST', '/onboarding/proven', await signInAt(url))).status).toBe(409)
    expect((await who.change('POST', '/onboarding/proven', await signInAt(late))).status).toBe(200)
  })

  test('may be asked for, given and proven at different nodes', async () => {
    const node = await serviceForTest({
      databaseUrl: service.databaseUrl,
      clock: service.clock,
      settings: { ...settings(), VEDETTE_APP_URL: service.url },
    })
    const elsewhere: SignedIn = {
      ...admin,
      change: (method, path, sent) =>
        fetch(`${node.url}/console${path}`, {
          method,
          headers: { cookie: admin.cookie, origin: service.url, 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        }),
    }
    const given = await consentOf(admin, unused[3]!)
    const { url } = await body(await elsewhere.change('POST', '/onboarding/consented', given))
    const made = await admin.change('POST', '/onboarding/proven', await signInAt(url))
    expect(made.status).toBe(200)
  })

  test('is not used up while Microsoft is out of reach', async () => {
    const given = await consentOf(admin, unused[4]!)
    const fault = cloud.control.faults.set({ kind: 'outage', on: 'login' })
    const refused = await admin.change('POST', '/onboarding/consented', given)
    expect((await body(refused)).detail).toMatch(/cannot be reached\. Begin again/)
    cloud.control.faults.clear(fault)
    expect((await admin.change('POST', '/onboarding/consented', given)).status).toBe(200)
  })

  test('of a directory that Microsoft does not know is told as such', async () => {
    const { state } = await consentOf(admin, unused[4]!)
    const response = await admin.change('POST', '/onboarding/consented', { state, tenant: randomUUID() })
    expect((await body(response)).detail).toMatch(/does not know this directory/)
  })

  test('given anew for a tenant that is there changes how it is reached, from its own directory alone', async () => {
    const { tenants: list } = await body(await admin.get('/tenants'))
    const { serviceTenantId } = list.find(
      (each: { directoryTenantId: string }) => each.directoryTenantId === unused[3],
    )
    const { state } = await consentOf(admin, unused[3]!, { serviceTenantId })
    const { url } = await body(
      await admin.change('POST', '/onboarding/consented', { state, tenant: unused[4] }),
    )
    const other = await admin.change('POST', '/onboarding/proven', await signInAt(url))
    expect((await body(other)).detail).toMatch(/another directory than that of/)
    expect((await connectByConsent(admin, unused[3]!, { serviceTenantId })).status).toBe(200)
    expect((await auditOf(admin.organization)).map(({ action }) => action)).toContain(
      'changed how a tenant is reached',
    )
    expect(await tenantsOf(admin)).not.toContain(unused[4])
  })

  test('of a tenant that is watched already is refused before anybody signs in', async () => {
    const response = await admin.change('POST', '/onboarding/consented', await consentOf(admin, unused[3]!))
    expect((await body(response)).detail).toMatch(/is connected already/)
  })
})
