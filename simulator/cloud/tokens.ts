// Entra's token endpoint: applications that prove by secret or certificate who they are, and the tokens it hands out.
import { createHmac, randomUUID } from 'node:crypto'
import { type Answer, entraError, json, type Question, type Service } from './answer.ts'
import { decoded, refuseAssertion } from './assertion.ts'
import { redeemCode } from './authorize.ts'
import type { Where } from './faults.ts'
import { GRAPH_APP_ID, MANAGEMENT_APP_ID, permissions } from './permissions.ts'
import { type App, type Cloud, findTenant, type TenantState } from './state.ts'

export interface Claims {
  aud: string
  tid: string
  appid: string
  roles: string[]
  iat: number
  exp: number
  uti: string
}

const AUDIENCES: Record<string, Service> = {
  'https://graph.microsoft.com': 'graph',
  [GRAPH_APP_ID]: 'graph',
  'https://graph.microsoft.us': 'graph',
  'https://dod-graph.microsoft.us': 'graph',
  'https://microsoftgraph.chinacloudapi.cn': 'graph',
  'https://manage.office.com': 'management',
  [MANAGEMENT_APP_ID]: 'management',
  'https://manage-gcc.office.com': 'management',
  'https://manage.office365.us': 'management',
  'https://manage.protection.apps.mil': 'management',
}

export function issueToken(
  cloud: Cloud,
  question: Question,
  tenantName: string,
  urls: Record<Service, string>,
): Answer {
  const form = new URLSearchParams(question.body)
  const clientId = form.get('client_id') ?? basicUser(question)?.[0] ?? ''
  const tenant = findTenant(cloud, tenantName)
  if (!tenant) return tenantNotFound(tenantName)
  const isCode = form.get('grant_type') === 'authorization_code'
  if (!isCode && form.get('grant_type') !== 'client_credentials')
    return entraError(
      400,
      'unsupported_grant_type',
      70003,
      `The app requested an unsupported grant type '${form.get('grant_type') ?? ''}'.`,
    )

  const where: Where = { tenant: tenant.id, service: 'login', endpoint: 'token' }
  const app = cloud.apps.get(clientId)
  const principal = tenant.servicePrincipals.get(clientId)
  const withdrawn = cloud.faults.isOn('consentWithdrawn', where)
  if (withdrawn?.code === 65001) return notConsented(clientId)
  if (!app || !principal || withdrawn)
    return entraError(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${clientId}' was not found in the directory '${tenant.about.name}'. It may not have been installed by the administrator of the tenant or consented to by any user in the tenant; or the request went to the wrong tenant.`,
    )

  const refused = form.has('client_assertion')
    ? refuseAssertion(cloud, app, tenant, form, urls.login)
    : refuseSecret(cloud, app, form.get('client_secret') ?? basicUser(question)?.[1] ?? null, where)
  if (refused) return refused
  if (isCode) return redeemCode(cloud, tenant, app, form, urls.login)

  const scope = form.get('scope') ?? ''
  if (!scope.endsWith('/.default'))
    return entraError(
      400,
      'invalid_scope',
      1002012,
      `The provided value for scope ${scope} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
    )
  const resource = scope.slice(0, -'/.default'.length).replace(/\/$/, '')
  const service =
    AUDIENCES[resource] ?? (['graph', 'management'] as const).find(name => urls[name] === resource)
  if (!service)
    return entraError(
      400,
      'invalid_resource',
      500011,
      `The resource principal named ${resource} was not found in the tenant named ${tenant.about.name}.`,
    )
  return grant(cloud, tenant, app, service, resource)
}

function grant(cloud: Cloud, tenant: TenantState, app: App, service: Service, resource: string): Answer {
  const lifetime = cloud.settings.tokenLifetimeSeconds
  const seconds = Math.floor(cloud.clock.wall() / 1000)
  const belongsTo = service === 'graph' ? GRAPH_APP_ID : MANAGEMENT_APP_ID
  const claims = {
    aud: service === 'graph' ? 'https://graph.microsoft.com' : 'https://manage.office.com',
    iss: `https://sts.windows.net/${tenant.id}/`,
    iat: seconds,
    nbf: seconds,
    exp: seconds + lifetime,
    app_displayname: app.displayName,
    appid: app.clientId,
    appidacr: app.certificates.length ? '2' : '1',
    idp: `https://sts.windows.net/${tenant.id}/`,
    idtyp: 'app',
    oid: tenant.servicePrincipals.get(app.clientId)!.objectId,
    roles: grantedRoles(cloud, tenant, app.clientId, service).filter(
      name => permissions[name]?.resource === belongsTo,
    ),
    sub: tenant.servicePrincipals.get(app.clientId)!.objectId,
    tid: tenant.id,
    uti: randomUUID(),
    ver: '1.0',
    resource,
  }
  return json(
    200,
    {
      token_type: 'Bearer',
      expires_in: lifetime,
      ext_expires_in: lifetime,
      access_token: sign(claims, cloud.settings.tokenKey),
    },
    { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' },
  )
}

/** What the administrator granted, less what a fault has taken away. */
export function grantedRoles(cloud: Cloud, tenant: TenantState, clientId: string, service: string): string[] {
  const missing = cloud.faults
    .list()
    .filter(({ kind }) => kind === 'permissionMissing')
    .filter(({ tenant: whose, on, from = -Infinity, until = Infinity }) => {
      const now = cloud.clock.now()
      return (
        (!whose || whose === tenant.id) &&
        (!on || [on].flat().includes(service)) &&
        now >= from &&
        now < until
      )
    })
  return [...(tenant.servicePrincipals.get(clientId)?.permissions ?? [])].filter(
    name => !missing.some(({ permission }) => !permission || permission === name),
  )
}

function refuseSecret(cloud: Cloud, app: App, secret: string | null, where: Where): Answer | null {
  if (!secret)
    return entraError(
      401,
      'invalid_client',
      7000218,
      "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    )
  const known = app.secrets.find(({ value }) => value === secret)
  if (!known)
    return entraError(
      401,
      'invalid_client',
      7000215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${app.clientId}'.`,
    )
  if (cloud.faults.isOn('secretExpired', where) || (known.expiresAt ?? Infinity) <= cloud.clock.now())
    return entraError(
      401,
      'invalid_client',
      7000222,
      `The provided client secret keys for app '${app.clientId}' are expired. Create new keys for your app, or consider using certificate credentials.`,
    )
  return null
}

export const tenantNotFound = (name: string): Answer =>
  entraError(
    400,
    'invalid_request',
    90002,
    `Tenant '${name}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.`,
  )

const notConsented = (clientId: string): Answer =>
  entraError(
    400,
    'invalid_grant',
    65001,
    `The user or administrator has not consented to use the application with ID '${clientId}'. Send an interactive authorization request for this user and resource.`,
  )

function sign(claims: object, key: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ typ: 'JWT', alg: 'HS256', kid: 'simulator' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}

/** The claims of a token that this cloud signed, however old; null for anything else. */
export function readToken(authorization: string | undefined, key: string): Claims | null {
  const content = /^Bearer (([\w-]+)\.([\w-]+))\.([\w-]+)$/.exec(authorization ?? '')
  if (!content || createHmac('sha256', key).update(content[1]!).digest('base64url') !== content[4])
    return null
  return decoded(content[3]) as unknown as Claims
}

function basicUser({ headers }: Question): [string, string] | null {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')
  if (!basic) return null
  const [user = '', password = ''] = Buffer.from(basic[1]!, 'base64').toString().split(':')
  return [decodeURIComponent(user), decodeURIComponent(password)]
}
