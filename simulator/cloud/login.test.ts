// Tokens, OpenID configuration and consent, as Entra gives and refuses them.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { call, type Loose } from './fixtures/caller.ts'
import { readingPermissions } from './permissions.ts'

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Loose

const formFor = (app: { clientId: string; secret: string }, resource = 'https://graph.microsoft.com') => ({
  grant_type: 'client_credentials',
  client_id: app.clientId,
  client_secret: app.secret,
  scope: `${resource}/.default`,
})

test('a token says for whom, for how long and what was granted on that service', async () => {
  const { cloud, askToken, id } = await call()
  const { status, body } = await askToken(formFor(cloud.app))
  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599 })
  const claims = claimsOf(body.access_token)
  expect(claims).toMatchObject({
    aud: 'https://graph.microsoft.com',
    tid: id,
    appid: cloud.app.clientId,
    idtyp: 'app',
  })
  expect(claims.exp - claims.iat).toBe(3599)
  expect(claims.roles.toSorted()).toEqual(
    readingPermissions.filter(name => name !== 'ActivityFeed.Read').toSorted(),
  )
  const management = await askToken(formFor(cloud.app, 'https://manage.office.com'))
  expect(claimsOf(management.body.access_token).roles).toEqual(['ActivityFeed.Read'])
})

test("a service's own address names it, as in national clouds", async () => {
  const { cloud, askToken } = await call()
  const { body } = await askToken(formFor(cloud.app, cloud.manageUrl))
  expect(claimsOf(body.access_token).aud).toBe('https://manage.office.com')
})

test.each<[string, number, string, number, (form: Loose) => Loose]>([
  ['a wrong secret', 401, 'invalid_client', 7000215, form => ({ ...form, client_secret: 'wrong' })],
  ['no secret', 401, 'invalid_client', 7000218, ({ client_secret: _, ...form }) => form],
  ['an unknown application', 400, 'unauthorized_client', 700016, form => ({ ...form, client_id: 'nobody' })],
  [
    'a scope that is no default',
    400,
    'invalid_scope',
    1002012,
    form => ({ ...form, scope: 'https://graph.microsoft.com/User.Read' }),
  ],
  [
    'an unknown resource',
    400,
    'invalid_resource',
    500011,
    form => ({ ...form, scope: 'https://nowhere.example/.default' }),
  ],
  ['another grant', 400, 'unsupported_grant_type', 70003, form => ({ ...form, grant_type: 'password' })],
])('%s is refused with %i %s AADSTS%i', async (_, status, error, code, change) => {
  const { cloud, askToken } = await call()
  const refused = await askToken(change(formFor(cloud.app)))
  expect(refused.status).toBe(status)
  expect(refused.body).toMatchObject({ error, error_codes: [code] })
  expect(refused.body.error_description).toMatch(
    new RegExp(`^AADSTS${code}: .+ Trace ID: \\S+ Correlation ID: \\S+ Timestamp: `),
  )
  expect(Object.keys(refused.body)).toEqual([
    'error',
    'error_description',
    'error_codes',
    'timestamp',
    'trace_id',
    'correlation_id',
    'error_uri',
  ])
})

test('a tenant that does not exist is AADSTS90002', async () => {
  const { cloud, askToken } = await call()
  const { status, body } = await askToken(formFor(cloud.app), '11111111-2222-4333-8444-555555555555')
  expect([status, body.error, body.error_codes]).toEqual([400, 'invalid_request', [90002]])
})

test('a tenant is also known by its domains', async () => {
  const { cloud, askToken, tenants, id } = await call()
  const { body } = await askToken(formFor(cloud.app), tenants[0]!.initialDomain)
  expect(claimsOf(body.access_token).tid).toBe(id)
})

test('a secret that has expired is AADSTS7000222, by its date and by the fault', async () => {
  const { cloud, askToken, clock, id } = await call()
  cloud.control.registerApp({ clientId: 'dated', secrets: [{ value: 's', expiresAt: clock.now() + 1000 }] })
  cloud.control.consent(id, 'dated')
  const form = formFor({ clientId: 'dated', secret: 's' })
  expect((await askToken(form)).status).toBe(200)
  clock.advance(1000)
  expect((await askToken(form)).body.error_codes).toEqual([7000222])
  const fault = cloud.control.faults.set({ kind: 'secretExpired', tenant: id })
  expect((await askToken(formFor(cloud.app))).body.error_codes).toEqual([7000222])
  cloud.control.faults.clear(fault)
  expect((await askToken(formFor(cloud.app))).status).toBe(200)
})

test('consent withdrawn is AADSTS700016, or AADSTS65001 where that is asked for', async () => {
  const { cloud, askToken, id } = await call()
  const fault = cloud.control.faults.set({ kind: 'consentWithdrawn', code: 65001 })
  const refused = await askToken(formFor(cloud.app))
  expect([refused.status, refused.body.error, refused.body.error_codes]).toEqual([
    400,
    'invalid_grant',
    [65001],
  ])
  cloud.control.faults.clear(fault)
  cloud.control.withdrawConsent(id, cloud.app.clientId)
  expect((await askToken(formFor(cloud.app))).body.error_codes).toEqual([700016])
})

test('openid-client discovers the tenant and signs in by secret and by key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { cloud, id } = await call({
    app: { certificates: [publicKey.export({ type: 'spki', format: 'pem' }) as string] },
  })
  const key = await crypto.subtle.importKey(
    'pkcs8',
    privateKey.export({ type: 'pkcs8', format: 'der' }),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const server = new URL(`${cloud.loginUrl}/${id}/v2.0`)
  const options = { execute: [openid.allowInsecureRequests] }
  for (const method of [openid.ClientSecretPost(cloud.app.secret), openid.PrivateKeyJwt(key)]) {
    const config = await openid.discovery(server, cloud.app.clientId, undefined, method, options)
    const granted = await openid.clientCredentialsGrant(config, { scope: `${cloud.graphUrl}/.default` })
    expect(claimsOf(granted.access_token).tid).toBe(id)
  }
})

test('an assertion signed with another key is AADSTS700027, one for another endpoint AADSTS700023', async () => {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { cloud, askToken, id } = await call({
    app: { certificates: [own.publicKey.export({ type: 'spki', format: 'pem' }) as string] },
  })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const ask = (key: typeof own.privateKey, claims: object) => {
    const seconds = Math.floor(Date.now() / 1000)
    const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({
      iss: cloud.app.clientId,
      sub: cloud.app.clientId,
      aud: `${cloud.loginUrl}/${id}/oauth2/v2.0/token`,
      iat: seconds,
      exp: seconds + 300,
      ...claims,
    })}`
    const { client_secret: _, ...form } = formFor(cloud.app)
    return askToken({
      ...form,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${content}.${sign('sha256', Buffer.from(content), createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' }) as string)).toString('base64url')}`,
    })
  }
  expect((await ask(own.privateKey, {})).status).toBe(200)
  expect((await ask(other.privateKey, {})).body.error_codes).toEqual([700027])
  expect((await ask(own.privateKey, { aud: 'https://elsewhere.example' })).body.error_codes).toEqual([700023])
  expect((await ask(own.privateKey, { exp: 1000 })).body.error_codes).toEqual([700024])
  expect((await ask(own.privateKey, { sub: 'other' })).body.error_codes).toEqual([700021])
})

test('consent comes back with tenant, state and admin_consent, and grants what the application asks for', async () => {
  const { cloud, askToken, id } = await call({ isConsented: false })
  expect((await askToken(formFor(cloud.app))).body.error_codes).toEqual([700016])
  const query = new URLSearchParams({
    client_id: cloud.app.clientId,
    redirect_uri: 'http://127.0.0.1:1/done',
    state: 'x y',
  })
  const page = await fetch(`${cloud.loginUrl}/${id}/adminconsent?${query}`, { redirect: 'manual' })
  expect(page.status).toBe(302)
  const back = new URL(page.headers.get('location')!)
  expect(back.origin + back.pathname).toBe('http://127.0.0.1:1/done')
  expect(Object.fromEntries(back.searchParams)).toEqual({ tenant: id, state: 'x y', admin_consent: 'True' })
  expect((await askToken(formFor(cloud.app))).status).toBe(200)
})

test('a refused consent comes back with the error and the state', async () => {
  const { cloud, id, askToken } = await call({ isConsented: false })
  const query = new URLSearchParams({
    client_id: cloud.app.clientId,
    redirect_uri: 'http://127.0.0.1:1/done',
    state: 's',
    answer: 'cancel',
  })
  const page = await fetch(`${cloud.loginUrl}/${id}/adminconsent?${query}`, { redirect: 'manual' })
  const back = new URL(page.headers.get('location')!)
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('state')).toBe('s')
  expect((await askToken(formFor(cloud.app))).body.error_codes).toEqual([700016])
})

test('without a tenant in the link, the page asks which and then whether', async () => {
  const { cloud, id } = await call({ isConsented: false })
  const query = new URLSearchParams({
    client_id: cloud.app.clientId,
    redirect_uri: 'http://127.0.0.1:1/done',
  })
  const choice = await (await fetch(`${cloud.loginUrl}/common/adminconsent?${query}`)).text()
  const link = /href="([^"]+)"/.exec(choice)![1]!.replaceAll('&#38;', '&')
  expect(link).toContain(id)
  const question = await (await fetch(cloud.loginUrl + link)).text()
  expect(question).toContain('AuditLog.Read.All')
  expect(question).toContain('answer=accept')
})

test('a redirect URI that is not registered is AADSTS50011', async () => {
  const { cloud, id } = await call({ app: { redirectUris: ['https://app.example/done'] } })
  const query = new URLSearchParams({ client_id: cloud.app.clientId, redirect_uri: 'https://evil.example/' })
  const refused = await fetch(`${cloud.loginUrl}/${id}/adminconsent?${query}`, { redirect: 'manual' })
  expect([refused.status, ((await refused.json()) as Loose).error_codes]).toEqual([400, [50011]])
})

const AT = 'http://127.0.0.1:1/done'

/** As an application that signs somebody in: asks, comes back, and exchanges the code. */
async function signIn(
  caller: Awaited<ReturnType<typeof call>>,
  { ask = {}, exchange = {} }: { ask?: Record<string, string>; exchange?: Record<string, string> } = {},
) {
  const { cloud, id, askToken } = caller
  const verifier = openid.randomPKCECodeVerifier()
  const query = new URLSearchParams({
    client_id: cloud.app.clientId,
    response_type: 'code',
    redirect_uri: AT,
    scope: 'openid profile',
    state: 's',
    nonce: 'n',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...ask,
  })
  const page = await fetch(`${cloud.loginUrl}/${id}/oauth2/v2.0/authorize?${query}`, { redirect: 'manual' })
  const location = page.headers.get('location')
  const back = Object.fromEntries(location ? new URL(location).searchParams : [])
  const form = {
    grant_type: 'authorization_code',
    client_id: cloud.app.clientId,
    client_secret: cloud.app.secret,
    redirect_uri: AT,
    code: back.code ?? '',
    code_verifier: verifier,
    ...exchange,
  }
  return { page, back, exchange: () => askToken(form) }
}

test('somebody who is signed in comes back with a code, good once for an id token that the published key verifies', async () => {
  const caller = await call()
  const { cloud, id } = caller
  const { back, exchange } = await signIn(caller)
  expect(back).toMatchObject({ state: 's', session_state: expect.any(String) })
  const { body } = await exchange()
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'openid profile' })
  const claims = claimsOf(body.id_token)
  expect(claims).toMatchObject({
    aud: cloud.app.clientId,
    iss: `${cloud.loginUrl}/${id}/v2.0`,
    tid: id,
    nonce: 'n',
    ver: '2.0',
    wids: ['62e90394-69f5-4237-9190-012177145e10', 'b79fbf4d-3ef9-4689-8143-76b194e85509'],
  })
  const published = (await (await fetch(`${cloud.loginUrl}/${id}/discovery/v2.0/keys`)).json()) as Loose
  const [header, payload, signature] = body.id_token.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = published.keys.find((each: Loose) => each.kid === kid)
  const content = Buffer.from(`${header}.${payload}`)
  expect(
    verify('sha256', content, createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url')),
  ).toBe(true)
  expect((await exchange()).body).toMatchObject({ error: 'invalid_grant', error_codes: [54005] })
})

test.each<[string, number, Record<string, string>]>([
  ['another verifier', 501481, { code_verifier: 'x'.repeat(43) }],
  ['another redirect URI', 50011, { redirect_uri: 'http://127.0.0.1:1/other' }],
  ['an unknown code', 9002313, { code: 'x' }],
])('a code is not exchanged with %s: AADSTS%i', async (_, code, exchange) => {
  const given = await signIn(await call(), { exchange })
  expect((await given.exchange()).body).toMatchObject({ error: 'invalid_grant', error_codes: [code] })
})

test('a sign-in that cannot be is sent back with the reason, or stays on the page', async () => {
  const caller = await call()
  const { cloud, id } = caller
  expect((await signIn(caller, { ask: { response_type: 'token' } })).back.error).toBe(
    'unsupported_response_type',
  )
  cloud.control.seat(id, null)
  expect((await signIn(caller, { ask: { prompt: 'none' } })).back).toMatchObject({
    error: 'login_required',
    state: 's',
  })
  expect((await signIn(caller)).page.status).toBe(200)
  cloud.control.withdrawConsent(id, cloud.app.clientId)
  expect((await signIn(caller)).back.error).toBe('consent_required')
})

test('a guest is told by whence they come, and roles are only said where the registration asks for them', async () => {
  const visitor = {
    objectId: 'o',
    userPrincipalName: 'g@x.example',
    displayName: 'G',
    roles: [],
    homeTenantId: 'h',
  }
  const asked = await call()
  asked.cloud.control.seat(asked.id, visitor)
  expect(claimsOf((await (await signIn(asked)).exchange()).body.id_token)).toMatchObject({
    idp: 'https://sts.windows.net/h/',
    wids: ['10dae51f-b6af-4016-8d66-8c2a99b929b3'],
  })
  const silent = await call({ app: { groupMembershipClaims: null } })
  expect(claimsOf((await (await signIn(silent)).exchange()).body.id_token)).not.toHaveProperty('wids')
})
