// Microsoft Graph, v1.0 and beta: who may ask what, and which file answers.
import { type Answer, graphError, json, odata, type Question } from './answer.ts'
import { answerAuditQueries } from './audit-queries.ts'
import { FilterError, holds, parseFilter } from './odata.ts'
import { GRAPH_APP_ID, MANAGEMENT_APP_ID, permissions, takes } from './permissions.ts'
import { answerReport } from './reports.ts'
import { answerUserPart, deleteGrant, listGrants } from './response.ts'
import { type Cloud, guidOf, type TenantState } from './state.ts'
import { type Claims, grantedRoles } from './tokens.ts'
import { deltaOfUsers, listUsers, showUser } from './users.ts'

export interface GraphPath {
  version: string
  parts: string[]
}

export function graphPath({ pathname }: URL): GraphPath {
  const [version = '', ...parts] = pathname.slice(1).replace(/\/$/, '').split('/').map(decodeURIComponent)
  return { version, parts: parts.filter(Boolean) }
}

/** The name by which faults and counters know it. */
export function graphEndpoint({ parts }: GraphPath): string {
  const [first = '', second, third, fourth, fifth] = parts
  if (first === 'auditLogs') return second ?? first
  if (isAuditQueries(parts))
    return fifth === undefined ? (fourth === undefined ? 'auditQueries' : 'auditQuery') : 'auditRecords'
  if (first === 'users') {
    if (second === 'delta' || second === 'microsoft.graph.delta()') return 'users/delta'
    if (!second) return 'users'
    return third
      ? `users/${third === 'mailFolders' ? 'messageRules' : third === 'authentication' ? 'methods' : (fourth ?? third)}`
      : 'user'
  }
  return first.replace(/\(.*/, '')
}

const isAuditQueries = ([first, second, third]: string[]) =>
  first === 'security' && second === 'auditLog' && third === 'queries'

export function answerGraph(cloud: Cloud, question: Question, claims: Claims | null): Answer {
  const path = graphPath(question.url)
  const { version, parts } = path
  if (version !== 'v1.0' && version !== 'beta')
    return graphError(400, 'BadRequest', `Invalid version: ${version}`)
  if (!claims) return refuseToken(question, 'Access token is empty.', 'InvalidAuthenticationToken')
  const tenant = cloud.tenants.get(claims.tid)
  if (!tenant)
    return refuseToken(question, 'The tenant of the access token is unknown.', 'InvalidAuthenticationToken')
  const roles = grantedRoles(cloud, tenant, claims.appid, 'graph').filter(role => claims.roles.includes(role))
  const may = (needed: readonly string[]) => needed.some(name => roles.includes(name))
  const [first = '', second] = parts
  const verb = `${question.method} ${graphEndpoint(path)}`

  if (first === 'auditLogs' && (second === 'signIns' || second === 'directoryAudits')) {
    if (!may(takes.reports))
      return graphError(
        403,
        'Authentication_MSGraphPermissionMissing',
        'The principal does not have required Microsoft Graph permission(s): AuditLog.Read.All to call this API. For more information about Microsoft Graph permissions, please visit https://learn.microsoft.com/graph/permissions-overview.',
      )
    return question.method === 'GET' && parts.length === 2
      ? answerReport(cloud, tenant, second, question, version)
      : notThere(parts)
  }
  if (isAuditQueries(parts))
    return may(takes.auditQueries)
      ? answerAuditQueries(cloud, tenant, question, { version, parts: parts.slice(3) })
      : denied()
  if (verb === 'GET users') return may(takes.users) ? listUsers(cloud, tenant, question, version) : denied()
  if (verb === 'GET users/delta')
    return may(takes.users) ? deltaOfUsers(cloud, tenant, question, version) : denied()
  if (first === 'users' && second) {
    const user = tenant.directory.find(second)
    if (verb === 'GET user' && !may(takes.users)) return denied()
    if (!user) return notFound(second)
    if (verb === 'GET user') return showUser(user, question, version)
    return answerUserPart(cloud, tenant, user, question, parts.slice(2), may) ?? notThere(parts)
  }
  if (verb === 'GET subscribedSkus')
    return may(takes.skus) ? list(question, version, 'subscribedSkus', tenant.about.skus) : denied()
  if (verb === 'GET organization')
    return may(takes.organization)
      ? list(question, version, 'organization', [organization(tenant)])
      : denied()
  if (first.startsWith('servicePrincipals'))
    return may(takes.applications) ? servicePrincipals(cloud, tenant, question, path) : denied()
  if (verb === 'GET oauth2PermissionGrants')
    return may(takes.readGrants) ? listGrants(tenant, question, version, filtered) : denied()
  if (verb === 'DELETE oauth2PermissionGrants' && second)
    return may(takes.writeGrants) ? deleteGrant(cloud, tenant, claims.appid, second) : denied()
  return notThere(parts)
}

export function refuseToken(question: Question, message: string, code: string): Answer {
  return graphError(401, code, message, {
    'www-authenticate': `Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="${GRAPH_APP_ID}"${question.headers.authorization ? ', error="invalid_token"' : ''}`,
  })
}

/** Graph does not say which permission was missing. */
const denied = () =>
  graphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')
const notFound = (id: string) =>
  graphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  )
const notThere = (parts: string[]) =>
  graphError(400, 'BadRequest', `Resource not found for the segment '${parts.at(-1) ?? ''}'.`)

function filtered<T>(url: URL, values: T[]): T[] | Answer {
  const filter = url.searchParams.get('$filter')
  if (!filter) return values
  try {
    const condition = parseFilter(filter)
    return values.filter(value => holds(condition, value))
  } catch (error) {
    if (error instanceof FilterError) return graphError(400, 'BadRequest', error.message)
    throw error
  }
}

function list({ url }: Question, version: string, name: string, values: unknown[]): Answer {
  const select = url.searchParams.get('$select')?.split(',')
  const shown = select
    ? values.map(value =>
        Object.fromEntries(
          Object.entries(value as object).filter(([key]) => key === 'id' || select.includes(key)),
        ),
      )
    : values
  return odata({ '@odata.context': `${url.origin}/${version}/$metadata#${name}`, value: shown })
}

function organization({ id, about, directory }: TenantState) {
  const domain = (name: string, isInitial: boolean) => ({
    capabilities: 'Email, OfficeCommunicationsOnline',
    isDefault: !isInitial,
    isInitial,
    name,
    type: 'Managed',
  })
  const created = directory.users().map(({ createdDateTime }) => createdDateTime)
  return {
    id,
    deletedDateTime: null,
    businessPhones: [],
    city: null,
    country: null,
    countryLetterCode: about.country,
    createdDateTime: created.sort()[0] ?? null,
    displayName: about.name,
    onPremisesSyncEnabled: null,
    preferredLanguage: 'en',
    tenantType: 'AAD',
    assignedPlans: about.skus.flatMap(({ servicePlans }) =>
      servicePlans.map(plan => ({
        capabilityStatus: 'Enabled',
        service: plan.servicePlanName,
        servicePlanId: plan.servicePlanId,
      })),
    ),
    verifiedDomains: [domain(about.domain, false), domain(about.initialDomain, true)],
  }
}

/** As much as is needed to read which permissions were granted to an application. */
function servicePrincipals(
  cloud: Cloud,
  tenant: TenantState,
  question: Question,
  { version, parts }: GraphPath,
): Answer {
  const resources = [
    { appId: GRAPH_APP_ID, displayName: 'Microsoft Graph' },
    { appId: MANAGEMENT_APP_ID, displayName: 'Office 365 Management APIs' },
  ].map(({ appId, displayName }) => ({
    id: guidOf(`${tenant.id}/${appId}`),
    appId,
    displayName,
    accountEnabled: true,
    servicePrincipalType: 'Application',
    appRoles: Object.entries(permissions)
      .filter(([, { resource }]) => resource === appId)
      .map(([value, { id }]) => ({
        id,
        value,
        displayName: value,
        isEnabled: true,
        allowedMemberTypes: ['Application'],
      })),
  }))
  const clients = [...tenant.servicePrincipals].map(([clientId, { objectId }]) => ({
    id: objectId,
    appId: clientId,
    displayName: cloud.apps.get(clientId)?.displayName ?? clientId,
    accountEnabled: true,
    servicePrincipalType: 'Application',
    appRoles: [],
  }))
  const all = [...clients, ...resources]
  const [collection = '', id, part] = parts
  const named = /^servicePrincipals\(appId='([^']+)'\)$/.exec(collection)?.[1]
  if (!id && !named) {
    const found = filtered(question.url, all)
    return Array.isArray(found) ? list(question, version, 'servicePrincipals', found) : found
  }
  const one = all.find(principal => (named ? principal.appId === named : principal.id === id))
  if (!one) return notFound(named ?? id!)
  const wanted = named ? id : part
  if (!wanted)
    return odata({
      '@odata.context': `${question.url.origin}/${version}/$metadata#servicePrincipals/$entity`,
      ...one,
    })
  if (wanted !== 'appRoleAssignments') return json(404, {})
  const granted = grantedRoles(cloud, tenant, one.appId, 'graph')
  const assignments = granted.flatMap(name => {
    const permission = permissions[name]
    const resource = resources.find(({ appId }) => appId === permission?.resource)
    if (!permission || !resource) return []
    return {
      id: Buffer.from(guidOf(`${one.id}/${name}`))
        .toString('base64url')
        .slice(0, 43),
      deletedDateTime: null,
      appRoleId: permission.id,
      createdDateTime: new Date(tenant.servicePrincipals.get(one.appId)!.grantedAt).toISOString(),
      principalDisplayName: one.displayName,
      principalId: one.id,
      principalType: 'ServicePrincipal',
      resourceDisplayName: resource.displayName,
      resourceId: resource.id,
    }
  })
  return list(question, version, 'appRoleAssignments', assignments)
}
