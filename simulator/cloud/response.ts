// What response does through Graph: sessions revoked, accounts blocked, rules, methods and consents removed.
import { type Answer, graphError, odata, type Question } from './answer.ts'
import type { User } from './directory.ts'
import type { AuthenticationMethod, MessageRule } from './mailboxes.ts'
import { takes } from './permissions.ts'
import type { Cloud, TenantState } from './state.ts'
import { readToken } from './tokens.ts'
import { leaveDirectoryTrail, leaveMailboxTrail } from './trail.ts'

type May = (needed: readonly string[]) => boolean

const nothing: Answer = { status: 204 }
const denied = () =>
  graphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')
const mailboxDenied = () =>
  graphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
const methodsDenied = () => graphError(403, 'accessDenied', 'Request Authorization failed')

/** What stands behind /users/{id}/; null when there is no such thing. */
export function answerUserPart(
  cloud: Cloud,
  tenant: TenantState,
  user: User,
  question: Question,
  parts: string[],
  may: May,
): Answer | null {
  const clientId = readToken(question.headers.authorization, cloud.settings.tokenKey)?.appid ?? ''
  const [first = '', second, third] = parts
  const scene = { cloud, tenant, user, clientId, question }
  const name = first.replace(/^microsoft\.graph\./, '')
  if (!first && question.method === 'PATCH') return changeUser(scene, may)
  if (
    (name === 'revokeSignInSessions' || name === 'invalidateAllRefreshTokens') &&
    question.method === 'POST'
  )
    return may(takes.revoke) ? revokeSessions(scene) : denied()
  if (first === 'mailFolders' && /^inbox$/i.test(second ?? '') && third === 'messageRules') {
    if (!may(question.method === 'GET' ? takes.readRules : takes.writeRules)) return mailboxDenied()
    return answerRules(scene, parts[3])
  }
  if (first === 'authentication' && second) {
    if (!may(question.method === 'GET' ? takes.readMethods : takes.writeMethods)) return methodsDenied()
    return answerMethods(scene, second, third)
  }
  if (first === 'oauth2PermissionGrants' && question.method === 'GET') {
    if (!may(takes.readGrants)) return denied()
    const value = tenant.mailboxes.grants().filter(({ principalId }) => principalId === user.id)
    return odata({ '@odata.context': `${question.url.origin}/v1.0/$metadata#oauth2PermissionGrants`, value })
  }
  return null
}

interface Scene {
  cloud: Cloud
  tenant: TenantState
  user: User
  clientId: string
  question: Question
}

function changeUser({ cloud, tenant, user, clientId, question }: Scene, may: May): Answer {
  const set = readBody(question) as Partial<User> & { passwordProfile?: { password?: string } }
  if (!set) return graphError(400, 'BadRequest', 'Unable to read JSON request payload.')
  const unknown = Object.keys(set).find(name => !(name in user) && name !== 'passwordProfile')
  if (unknown)
    return graphError(
      400,
      'Request_BadRequest',
      `Property '${unknown}' does not exist as a declared property or extension property.`,
    )
  const onlySwitches = Object.keys(set).every(name => name === 'accountEnabled')
  const onlyPassword = Object.keys(set).every(name => name === 'passwordProfile')
  if (
    !may(
      onlySwitches
        ? takes.enable
        : onlyPassword
          ? takes.password
          : ['User.ReadWrite.All', 'Directory.ReadWrite.All'],
    )
  )
    return denied()
  if ('accountEnabled' in set && typeof set.accountEnabled !== 'boolean')
    return graphError(
      400,
      'Request_BadRequest',
      "Invalid value specified for property 'accountEnabled' of resource 'User'.",
    )
  const { passwordProfile, ...plain } = set
  if (passwordProfile && (passwordProfile.password ?? '').length < 8)
    return graphError(
      400,
      'Request_BadRequest',
      'The specified password does not comply with password complexity requirements. Please provide a different password.',
    )

  const directory = { category: 'UserManagement', service: 'Core Directory', operationType: 'Update' }
  if (plain.accountEnabled !== undefined && plain.accountEnabled !== user.accountEnabled)
    leaveDirectoryTrail(cloud, tenant, clientId, user, {
      ...directory,
      name: plain.accountEnabled ? 'Enable account' : 'Disable account',
      changed: [
        {
          name: 'AccountEnabled',
          oldValue: String(user.accountEnabled),
          newValue: String(plain.accountEnabled),
        },
      ],
    })
  if (passwordProfile)
    leaveDirectoryTrail(cloud, tenant, clientId, user, { ...directory, name: 'Reset user password' })
  if (Object.keys(plain).length)
    leaveDirectoryTrail(cloud, tenant, clientId, user, {
      ...directory,
      name: 'Update user',
      changed: Object.entries(plain).map(([name, value]) => ({
        name: name[0]!.toUpperCase() + name.slice(1),
        oldValue: String(user[name as keyof User]),
        newValue: String(value),
      })),
    })
  tenant.directory.change(user.id, {
    ...plain,
    ...(passwordProfile && { lastPasswordChangeDateTime: new Date(cloud.clock.now()).toISOString() }),
  })
  return nothing
}

function revokeSessions({ cloud, tenant, user, clientId, question }: Scene): Answer {
  const now = new Date(cloud.clock.now()).toISOString()
  leaveDirectoryTrail(cloud, tenant, clientId, user, {
    name: 'Update StsRefreshTokenValidFrom Timestamp',
    category: 'UserManagement',
    service: 'Core Directory',
    operationType: 'Update',
    changed: [
      {
        name: 'StsRefreshTokensValidFrom',
        oldValue: user.signInSessionsValidFromDateTime ?? '',
        newValue: now,
      },
    ],
  })
  tenant.directory.change(user.id, { signInSessionsValidFromDateTime: now })
  return odata({ '@odata.context': `${question.url.origin}/v1.0/$metadata#Edm.Boolean`, value: true })
}

function answerRules(
  { cloud, tenant, user, clientId, question }: Scene,
  id: string | undefined,
): Answer | null {
  const mailbox = user.userPrincipalName
  const rules = tenant.mailboxes.rules(mailbox)
  const context = `${question.url.origin}/v1.0/$metadata#users('${user.id}')/mailFolders('inbox')/messageRules`
  if (!id) return question.method === 'GET' ? odata({ '@odata.context': context, value: rules }) : null
  const rule = rules.find(one => one.id === id)
  if (!rule) return graphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
  if (question.method === 'GET') return odata({ '@odata.context': `${context}/$entity`, ...rule })
  if (question.method === 'DELETE') {
    tenant.mailboxes.setRules(
      mailbox,
      rules.filter(one => one !== rule),
    )
    leaveMailboxTrail(cloud, tenant, clientId, user, 'Remove-InboxRule', {
      Identity: rule.displayName,
      Mailbox: mailbox,
    })
    return nothing
  }
  if (question.method !== 'PATCH') return null
  const set = readBody(question) as Partial<MessageRule> | null
  if (!set) return graphError(400, 'BadRequest', 'Unable to read JSON request payload.')
  const changed = { ...rule, ...set, id: rule.id, isReadOnly: rule.isReadOnly }
  tenant.mailboxes.setRules(
    mailbox,
    rules.map(one => (one === rule ? changed : one)),
  )
  const operation =
    set.isEnabled === false
      ? 'Disable-InboxRule'
      : set.isEnabled === true
        ? 'Enable-InboxRule'
        : 'Set-InboxRule'
  leaveMailboxTrail(cloud, tenant, clientId, user, operation, {
    Identity: rule.displayName,
    Mailbox: mailbox,
  })
  return odata({ '@odata.context': `${context}/$entity`, ...changed })
}

function answerMethods(
  { cloud, tenant, user, clientId, question }: Scene,
  collection: string,
  id: string | undefined,
): Answer | null {
  const methods = tenant.mailboxes.methods(user.id)
  const context = `${question.url.origin}/v1.0/$metadata#users('${user.id}')/authentication/${collection}`
  const isOf = (method: AuthenticationMethod) =>
    collection === 'methods' ||
    method['@odata.type'].toLowerCase() ===
      `#microsoft.graph.${collection.replace(/Methods$/, '')}AuthenticationMethod`.toLowerCase()
  const found = methods.filter(isOf)
  if (question.method === 'GET' && !id) return odata({ '@odata.context': context, value: found })
  const method = found.find(one => one.id === id)
  if (!method) return graphError(404, 'resourceNotFound', 'Authentication method not found.')
  if (question.method === 'GET') return odata({ '@odata.context': `${context}/$entity`, ...method })
  if (question.method !== 'DELETE' || collection === 'methods') return null
  if (method['@odata.type'].includes('passwordAuth'))
    return graphError(400, 'invalidRequest', 'The password method cannot be deleted.')
  tenant.mailboxes.setMethods(
    user.id,
    methods.filter(one => one !== method),
  )
  leaveDirectoryTrail(cloud, tenant, clientId, user, {
    name: 'Admin deleted security info',
    category: 'UserManagement',
    service: 'Authentication Methods',
    operationType: 'Delete',
  })
  return nothing
}

export function listGrants(
  tenant: TenantState,
  { url }: Question,
  version: string,
  filtered: <T>(url: URL, values: T[]) => T[] | Answer,
): Answer {
  const found = filtered(url, tenant.mailboxes.grants())
  if (!Array.isArray(found)) return found
  return odata({
    '@odata.context': `${url.origin}/${version}/$metadata#oauth2PermissionGrants`,
    value: found,
  })
}

export function deleteGrant(cloud: Cloud, tenant: TenantState, clientId: string, id: string): Answer {
  const grants = tenant.mailboxes.grants()
  const grant = grants.find(one => one.id === id)
  if (!grant)
    return graphError(
      404,
      'Request_ResourceNotFound',
      `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
    )
  tenant.mailboxes.setGrants(grants.filter(one => one !== grant))
  const user = grant.principalId ? tenant.directory.find(grant.principalId) : null
  leaveDirectoryTrail(cloud, tenant, clientId, user, {
    name: 'Remove delegated permission grant',
    category: 'ApplicationManagement',
    service: 'Core Directory',
    operationType: 'Unassign',
    changed: [{ name: 'DelegatedPermissionGrant.Scope', oldValue: grant.scope, newValue: '' }],
  })
  return nothing
}

function readBody({ body }: Question): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body)
    return read && typeof read === 'object' && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}
