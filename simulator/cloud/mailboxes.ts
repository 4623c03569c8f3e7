// What attackers and people left behind in accounts: inbox rules, sign-in methods, applications consented to.
import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { LoggedRecord, RecordSource, SourceTenant } from './source.ts'

export interface MessageRule {
  id: string
  displayName: string
  sequence: number
  isEnabled: boolean
  hasError: boolean
  isReadOnly: boolean
  conditions?: Record<string, unknown>
  actions?: Record<string, unknown>
  exceptions?: Record<string, unknown>
}

export interface AuthenticationMethod {
  '@odata.type': string
  id: string
  [property: string]: unknown
}

interface PermissionGrant {
  id: string
  clientId: string
  consentType: 'AllPrincipals' | 'Principal'
  principalId: string | null
  resourceId: string
  scope: string
}

export interface Mailboxes {
  /** By user principal name. */
  rules(user: string): MessageRule[]
  setRules(user: string, rules: MessageRule[]): void
  methods(userId: string): AuthenticationMethod[]
  setMethods(userId: string, methods: AuthenticationMethod[]): void
  grants(): PermissionGrant[]
  setGrants(grants: PermissionGrant[]): void
}

const LOOK_BACK = 30 * 86_400_000

export function createMailboxes(about: SourceTenant, source: RecordSource, clock: Clock): Mailboxes {
  const rules = new Map<string, MessageRule[]>()
  const methods = new Map<string, AuthenticationMethod[]>()
  let grants: PermissionGrant[] = []
  let readUntil = clock.now() - LOOK_BACK

  /** The records tell what was done; it is read back from them when somebody asks for what there is now. */
  function catchUp() {
    const now = clock.now()
    if (now <= readUntil) return
    for (const logged of source.tracesIn(about.directoryTenantId, readUntil, now)) {
      if (logged.feed === 'Audit.Exchange') applyRule(rules, logged)
      else if (logged.feed === 'Audit.AzureActiveDirectory') {
        const grant = grantOf(logged)
        if (grant) grants.push(grant)
        const method = methodOf(logged)
        if (method) methods.set(method.userId, [...(methods.get(method.userId) ?? []), method.method])
      }
    }
    readUntil = now
  }

  return {
    rules(user) {
      catchUp()
      return rules.get(user.toLowerCase()) ?? []
    },
    setRules: (user, list) => void rules.set(user.toLowerCase(), list),
    methods(userId) {
      catchUp()
      const password = {
        '@odata.type': '#microsoft.graph.passwordAuthenticationMethod',
        // Microsoft gives every password method this id.
        id: '28c10230-6103-485e-b985-444c60001490',
        password: null,
        createdDateTime: null,
      }
      return [password, ...(methods.get(userId) ?? [])]
    },
    setMethods: (userId, list) =>
      void methods.set(
        userId,
        list.filter(method => !method['@odata.type'].includes('passwordAuth')),
      ),
    grants() {
      catchUp()
      return grants
    },
    setGrants(list) {
      grants = list
    },
  }
}

/** New-InboxRule and its siblings: what was given on the command line, as Graph shows a rule. */
function applyRule(rules: Map<string, MessageRule[]>, { record }: LoggedRecord): void {
  const operation = String(record.Operation)
  if (!/^(New|Set|Remove|Disable|Enable)-InboxRule$/.test(operation)) return
  const user = String(record.MailboxOwnerUPN ?? record.UserId).toLowerCase()
  const given = Object.fromEntries(
    ((record.Parameters ?? []) as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
  )
  const name =
    given.Name ??
    String(given.Identity ?? record.ObjectId ?? '')
      .split('\\')
      .at(-1)!
  const there = rules.get(user) ?? []
  const others = there.filter(({ displayName }) => displayName !== name)
  if (operation === 'Remove-InboxRule') {
    rules.set(user, others)
    return
  }
  const old = there.find(({ displayName }) => displayName === name)
  const addresses = (value: string) =>
    value.split(/[;,]/).map(address => ({ emailAddress: { name: address.trim(), address: address.trim() } }))
  const words = (value: string) => value.split(/[;,]/).map(word => word.trim())
  const conditions = {
    ...old?.conditions,
    ...(given.SubjectContainsWords && { subjectContains: words(given.SubjectContainsWords) }),
    ...(given.BodyContainsWords && { bodyContains: words(given.BodyContainsWords) }),
    ...(given.SubjectOrBodyContainsWords && {
      bodyOrSubjectContains: words(given.SubjectOrBodyContainsWords),
    }),
    ...(given.From && { fromAddresses: addresses(given.From) }),
  }
  const actions = {
    ...old?.actions,
    ...(given.MoveToFolder && { moveToFolder: given.MoveToFolder }),
    ...(given.DeleteMessage === 'True' && { delete: true }),
    ...(given.MarkAsRead === 'True' && { markAsRead: true }),
    ...(given.ForwardTo && { forwardTo: addresses(given.ForwardTo) }),
    ...(given.RedirectTo && { redirectTo: addresses(given.RedirectTo) }),
    ...(given.StopProcessingRules === 'True' && { stopProcessingRules: true }),
  }
  rules.set(user, [
    ...others,
    {
      id: old?.id ?? `AQAA${Buffer.from(String(record.Id)).toString('base64url').slice(0, 8)}=`,
      displayName: name,
      sequence: old?.sequence ?? others.length + 1,
      isEnabled:
        operation === 'Disable-InboxRule'
          ? false
          : operation === 'Enable-InboxRule' || (old?.isEnabled ?? true),
      hasError: false,
      isReadOnly: false,
      conditions,
      actions,
    },
  ])
}

function grantOf({ record }: LoggedRecord): PermissionGrant | null {
  if (!/^Consent to application/.test(String(record.Operation))) return null
  const targets = (record.Target ?? []) as { ID: string; Type: number }[]
  const actors = (record.Actor ?? []) as { ID: string; Type: number }[]
  const isGuid = ({ ID }: { ID: string }) => /^[0-9a-f-]{36}$/i.test(ID)
  const modified = JSON.stringify(record.ModifiedProperties ?? [])
  const isForAll = /AllPrincipals/.test(modified)
  return {
    id: Buffer.from(String(record.Id)).toString('base64url').slice(0, 43),
    clientId: targets.find(isGuid)?.ID ?? randomUUID(),
    consentType: isForAll ? 'AllPrincipals' : 'Principal',
    principalId: isForAll ? null : (actors.find(isGuid)?.ID ?? String(record.UserKey ?? '')),
    resourceId: '00000003-0000-0000-c000-000000000000',
    scope: /Scope: ([^,\]"]+)/.exec(modified)?.[1]?.trim() ?? 'Mail.Read offline_access',
  }
}

function methodOf({ record, at }: LoggedRecord): { userId: string; method: AuthenticationMethod } | null {
  if (!/^(User registered security info|Update user)/.test(String(record.Operation))) return null
  const modified =
    JSON.stringify(record.ModifiedProperties ?? []) + JSON.stringify(record.ExtendedProperties ?? [])
  if (
    !/StrongAuthentication(PhoneAppDetail|Method|UserDetails)|security info/i.test(
      modified + record.Operation,
    )
  )
    return null
  const target = ((record.Target ?? []) as { ID: string }[]).find(({ ID }) => /^[0-9a-f-]{36}$/i.test(ID))
  if (!target) return null
  return {
    userId: target.ID.toLowerCase(),
    method: {
      '@odata.type': '#microsoft.graph.microsoftAuthenticatorAuthenticationMethod',
      id: String(record.Id),
      displayName: /DeviceName\W+([\w -]+)/.exec(modified)?.[1] ?? 'iPhone',
      deviceTag: 'SoftwareTokenActivated',
      phoneAppVersion: '6.8.10',
      createdDateTime: new Date(at).toISOString(),
    },
  }
}
