// login.microsoftonline.com: tokens, OpenID configuration, signing people in, and the page on which an administrator
// consents.
import { type Answer, entraError, json, type Question, type Service } from './answer.ts'
import { authorize, refuseRedirect } from './authorize.ts'
import { type App, type Cloud, consent, findTenant, type TenantState } from './state.ts'
import { issueToken, tenantNotFound } from './tokens.ts'

export function answerLogin(cloud: Cloud, question: Question, urls: Record<Service, string>): Answer {
  const [tenantName = '', ...rest] = question.url.pathname.slice(1).split('/')
  const path = rest.join('/')
  if (path === 'oauth2/v2.0/token' && question.method === 'POST')
    return issueToken(cloud, question, tenantName, urls)
  if (path === 'v2.0/.well-known/openid-configuration') return describeTenant(cloud, tenantName, urls.login)
  if (path === 'discovery/v2.0/keys') return json(200, cloud.signIns.jwks())
  if (path === 'oauth2/v2.0/authorize') return authorize(cloud, question, tenantName)
  if (path === 'adminconsent' || path === 'v2.0/adminconsent') return askConsent(cloud, question, tenantName)
  return { status: 404, contentType: 'text/html', body: '' }
}

function describeTenant(cloud: Cloud, tenantName: string, loginUrl: string): Answer {
  const isShared = ['common', 'organizations'].includes(tenantName)
  const tenant = findTenant(cloud, tenantName)
  if (!tenant && !isShared) return tenantNotFound(tenantName)
  const base = `${loginUrl}/${tenant?.id ?? tenantName}`
  return json(200, {
    token_endpoint: `${base}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    // Microsoft's own document for several tenants has this placeholder, too.
    issuer: tenant ? `${base}/v2.0` : `${loginUrl}/{tenantid}/v2.0`,
    request_uri_parameter_supported: false,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    device_authorization_endpoint: `${base}/oauth2/v2.0/devicecode`,
    http_logout_supported: true,
    frontchannel_logout_supported: true,
    end_session_endpoint: `${base}/oauth2/v2.0/logout`,
    tenant_region_scope: 'EU',
    cloud_instance_name: 'microsoftonline.com',
    cloud_graph_host_name: 'graph.windows.net',
    msgraph_host: 'graph.microsoft.com',
    rbac_url: 'https://pas.windows.net',
  })
}

function askConsent(cloud: Cloud, { url }: Question, tenantName: string): Answer {
  const app = cloud.apps.get(url.searchParams.get('client_id') ?? '')
  const redirectUri = url.searchParams.get('redirect_uri') ?? ''
  if (!app)
    return entraError(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${url.searchParams.get('client_id')}' was not found in the directory.`,
    )
  const refused = refuseRedirect(app, redirectUri)
  if (refused) return refused

  const answer = url.searchParams.get('answer')
  const tenant = findTenant(cloud, tenantName)
  if (!tenant)
    return ['common', 'organizations'].includes(tenantName)
      ? choose(cloud, app, url)
      : tenantNotFound(tenantName)
  if (url.searchParams.get('prompt') === 'ask' && !answer) return ask(tenant, app, url)
  const back = new URL(redirectUri)
  const state = url.searchParams.get('state')
  if (state !== null) back.searchParams.set('state', state)
  if (answer === 'cancel') {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'AADSTS65004: User declined to consent to access the app.')
    back.searchParams.set('error_subcode', 'cancel')
  } else {
    consent(cloud, tenant, app)
    back.searchParams.set('tenant', tenant.id)
    back.searchParams.set('admin_consent', 'True')
    if (url.pathname.includes('/v2.0/')) back.searchParams.set('scope', app.permissions.join(' '))
  }
  return { status: 302, headers: { location: back.href }, body: '' }
}

/** Which tenant somebody signs in to is theirs to choose when the link does not say. */
function choose({ tenants }: Cloud, app: App, url: URL): Answer {
  const links = [...tenants.values()].slice(0, 200).map(({ id, about }) => {
    const link = new URL(url)
    link.pathname = `/${id}/adminconsent`
    link.searchParams.set('prompt', 'ask')
    return `<li><a href="${escaped(link.pathname + link.search)}">${escaped(about.name)}</a> (${escaped(about.domain)})</li>`
  })
  return page(
    `<h1>Pick an account</h1><p>to continue to ${escaped(app.displayName)}</p><ul>${links.join('')}</ul>`,
  )
}

function ask(tenant: TenantState, app: App, url: URL): Answer {
  const linkTo = (answer: string) => {
    const link = new URL(url)
    link.searchParams.set('answer', answer)
    return escaped(link.pathname + link.search)
  }
  const asked = app.permissions.map(name => `<li>${escaped(name)}</li>`).join('')
  return page(
    `<h1>Permissions requested</h1><p>${escaped(app.displayName)} would like to do this for ${escaped(tenant.about.name)}:</p><ul>${asked}</ul>` +
      `<p><a href="${linkTo('cancel')}">Cancel</a> <a href="${linkTo('accept')}">Accept</a></p>`,
  )
}

const page = (body: string): Answer => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><title>Sign in to your account (simulated)</title><body>${body}</body></html>`,
})

const escaped = (text: string) => text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)
