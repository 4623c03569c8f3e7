// Signing people in (OpenID Connect, authorization code with PKCE): the page they are sent to, and the id token that the
// code they come back with is exchanged for.
import { createHash, randomUUID } from 'node:crypto'
import { type Answer, entraError, json, type Question } from './answer.ts'
import type { SignIn, Visitor } from './sign-ins.ts'
import { type App, type Cloud, findTenant, guidOf, type TenantState } from './state.ts'

const CODE_MILLISECONDS = 10 * 60_000
/** What every member, and every guest, holds besides roles that were given to them. */
const MEMBER_ROLE = 'b79fbf4d-3ef9-4689-8143-76b194e85509'
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'
const GUEST_ROLE = '10dae51f-b6af-4016-8d66-8c2a99b929b3'

/** Null when an application may be sent back there. */
export function refuseRedirect(app: App, redirectUri: string): Answer | null {
  if (URL.canParse(redirectUri) && (!app.redirectUris.length || app.redirectUris.includes(redirectUri)))
    return null
  return entraError(
    400,
    'invalid_request',
    50011,
    `The redirect URI '${redirectUri}' specified in the request does not match the redirect URIs configured for the application '${app.clientId}'.`,
  )
}

export function authorize(cloud: Cloud, { url }: Question, tenantName: string): Answer {
  const asked = (name: string) => url.searchParams.get(name)
  const app = cloud.apps.get(asked('client_id') ?? '')
  const tenant = findTenant(cloud, tenantName)
  if (!tenant)
    return entraError(400, 'invalid_request', 90002, `Tenant '${tenantName}' not found. Check the tenant ID.`)
  if (!app)
    return entraError(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${asked('client_id')}' was not found in the directory '${tenant.about.name}'.`,
    )
  const redirectUri = asked('redirect_uri') ?? ''
  const refused = refuseRedirect(app, redirectUri)
  if (refused) return refused

  const back = (parameters: Record<string, string>): Answer => {
    const there = new URL(redirectUri)
    for (const [name, value] of Object.entries(parameters)) there.searchParams.set(name, value)
    if (asked('state') !== null) there.searchParams.set('state', asked('state')!)
    return { status: 302, headers: { location: there.href }, body: '' }
  }
  const refuse = (error: string, code: number, sentence: string) =>
    back({ error, error_description: `AADSTS${code}: ${sentence}` })
  const scope = asked('scope') ?? ''
  if (asked('response_type') !== 'code')
    return refuse(
      'unsupported_response_type',
      700054,
      'The response_type is not enabled for the application.',
    )
  if (!scope.split(' ').includes('openid'))
    return refuse('invalid_request', 70011, 'The provided value for the input parameter scope is not valid.')
  if (asked('code_challenge') !== null && asked('code_challenge_method') !== 'S256')
    return refuse('invalid_request', 501491, 'The code_challenge_method is not supported.')
  if (!tenant.servicePrincipals.has(app.clientId))
    return refuse(
      'consent_required',
      65001,
      'The user or administrator has not consented to use the application.',
    )
  if (asked('answer') === 'cancel')
    return refuse('access_denied', 65004, 'User declined to consent to access the app.')
  const seated = cloud.signIns.visitorOf(tenant.id)
  const visitor = seated === undefined ? administratorOf(tenant) : seated
  if (!visitor)
    return asked('prompt') === 'none'
      ? refuse('login_required', 50058, 'A silent sign-in request was sent but no user is signed in.')
      : signInPage(tenant, url)
  const code = cloud.signIns.issue({
    tenantId: tenant.id,
    clientId: app.clientId,
    redirectUri,
    scope,
    nonce: asked('nonce'),
    challenge: asked('code_challenge'),
    visitor,
    expiresAt: cloud.clock.wall() + CODE_MILLISECONDS,
  })
  return back({ code, session_state: randomUUID() })
}

/** Who is there unless somebody was seated. */
const administratorOf = ({ id, about }: TenantState): Visitor => ({
  objectId: guidOf(`administrator of ${id}`),
  userPrincipalName: `admin@${about.initialDomain}`,
  displayName: `Administrator of ${about.name}`,
  roles: [GLOBAL_ADMINISTRATOR],
})

function signInPage({ about }: TenantState, url: URL): Answer {
  const cancel = new URL(url)
  cancel.searchParams.set('answer', 'cancel')
  const link = (cancel.pathname + cancel.search).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><title>Sign in to your account (simulated)</title><body><h1>Sign in</h1><p>to ${about.domain}</p><a href="${link}">Cancel</a></body></html>`,
  }
}

/** The token endpoint's part of it; the application has proved who it is by now. */
export function redeemCode(
  cloud: Cloud,
  tenant: TenantState,
  app: App,
  form: URLSearchParams,
  loginUrl: string,
): Answer {
  const refuse = (code: number, sentence: string) => entraError(400, 'invalid_grant', code, sentence)
  const signIn = cloud.signIns.redeem(form.get('code') ?? '')
  if (signIn === 'redeemed')
    return refuse(
      54005,
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code.',
    )
  if (signIn === 'unknown' || signIn.clientId !== app.clientId || signIn.tenantId !== tenant.id)
    return refuse(9002313, 'Invalid request. Request is malformed or invalid.')
  if (signIn.expiresAt <= cloud.clock.wall())
    return refuse(70008, 'The provided authorization code or refresh token has expired due to inactivity.')
  if (signIn.redirectUri !== form.get('redirect_uri'))
    return refuse(50011, 'The redirect URI does not match the one that the code was requested for.')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (signIn.challenge !== null && signIn.challenge !== challenge)
    return refuse(
      501481,
      'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
    )
  const lifetime = cloud.settings.tokenLifetimeSeconds
  return json(
    200,
    {
      token_type: 'Bearer',
      scope: signIn.scope,
      expires_in: lifetime,
      ext_expires_in: lifetime,
      access_token: `opaque-${randomUUID()}`,
      id_token: cloud.signIns.idToken(claimsOf(cloud, tenant, app, signIn, loginUrl)),
    },
    { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' },
  )
}

/** As Microsoft documents them for version 2.0. */
function claimsOf(cloud: Cloud, tenant: TenantState, app: App, { visitor, nonce }: SignIn, loginUrl: string) {
  const seconds = Math.floor(cloud.clock.wall() / 1000)
  const isGuest = visitor.homeTenantId !== undefined
  return {
    aud: app.clientId,
    iss: `${loginUrl}/${tenant.id}/v2.0`,
    iat: seconds - 300,
    nbf: seconds - 300,
    exp: seconds + 3600,
    ...(isGuest && { idp: `https://sts.windows.net/${visitor.homeTenantId}/` }),
    name: visitor.displayName,
    ...(nonce !== null && { nonce }),
    oid: visitor.objectId,
    preferred_username: visitor.userPrincipalName,
    sub: guidOf(`${app.clientId} ${visitor.objectId}`),
    tid: tenant.id,
    uti: randomUUID(),
    ver: '2.0',
    // Only where the application's registration asks for it.
    ...((app.groupMembershipClaims === 'DirectoryRole' || app.groupMembershipClaims === 'All') && {
      wids: [...visitor.roles, isGuest ? GUEST_ROLE : MEMBER_ROLE],
    }),
  }
}
