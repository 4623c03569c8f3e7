// What the cloud remembers: applications, and for each tenant who consented, what is subscribed, who is there.
import { createHash, randomUUID } from 'node:crypto'
import type { Account } from './account.ts'
import type { Budgets } from './budgets.ts'
import type { Clock } from './clock.ts'
import { createDirectory, type Directory } from './directory.ts'
import type { Faults } from './faults.ts'
import { createMailboxes, type Mailboxes } from './mailboxes.ts'
import { readingPermissions } from './permissions.ts'
import type { Shelf } from './shelf.ts'
import type { SignIns } from './sign-ins.ts'
import type { ContentType, LoggedRecord, RecordSource, SourceTenant } from './source.ts'

export interface App {
  clientId: string
  displayName: string
  secrets: { value: string; expiresAt?: number }[]
  /** PEM: certificates, or bare public keys. */
  certificates: string[]
  /** What an administrator is asked to consent to. */
  permissions: string[]
  /** Empty: any. */
  redirectUris: string[]
  /** What id tokens say of memberships: Microsoft's default is nothing. */
  groupMembershipClaims: 'DirectoryRole' | 'SecurityGroup' | 'All' | null
}

interface ServicePrincipal {
  objectId: string
  permissions: Set<string>
  grantedAt: number
}

export interface Subscription {
  status: 'enabled' | 'disabled'
  webhook: null | { status: string; address: string; authId: string; expiration: string | null }
  /** Content created within was never made available: it was stopped then. */
  gaps: { from: number; to: number }[]
  stoppedAt: number | null
}

/** A query of the audit log. */
export interface AuditQuery {
  id: string
  displayName: string | null
  /** Of what happened in [from, until). */
  from: number
  until: number
  createdAt: number
  failed: boolean
  /** Held while its pages are read. */
  found: LoggedRecord[] | null
  count: number | null
}

export interface TenantState {
  id: string
  about: SourceTenant
  directory: Directory
  mailboxes: Mailboxes
  subscriptions: Map<ContentType, Subscription>
  servicePrincipals: Map<string, ServicePrincipal>
  auditQueries: Map<string, AuditQuery>
  /** Records of what was done through this cloud, beside those of the source. */
  extra: LoggedRecord[]
  /** Delta tokens given out before are void. */
  deltaTokensSince: number
}

export interface CloudSettings {
  /** Records whose publication falls into the same span share a blob; 1 keeps moments apart. Divides an hour. */
  blobSpanMs: number
  recordsPerBlob: number
  /** How many characters of JSON are kept ready; the least lately used hours go first. */
  keptCharacters: number
  blobsPerPage: number
  /** Largest page of users, and of a delta. */
  usersPerPage: number
  /** How long a query of the audit log takes, and how many records it gives at most. */
  auditQueryMs: number
  recordsPerAuditQuery: number
  tokenLifetimeSeconds: number
  /** Key of the tokens' signatures; the same for the same seed, so that they outlive a restart. */
  tokenKey: string
}

export interface Cloud {
  clock: Clock
  source: RecordSource
  faults: Faults
  settings: CloudSettings
  apps: Map<string, App>
  tenants: Map<string, TenantState>
  /** Tokens that are no longer taken. */
  refusedTokens: Set<string>
  shelf: Shelf
  account: Account
  budgets: Budgets
  signIns: SignIns
}

export function createTenant(about: SourceTenant, source: RecordSource, clock: Clock): TenantState {
  const directory = createDirectory(about, clock)
  return {
    id: about.directoryTenantId,
    about,
    directory,
    mailboxes: createMailboxes(about, source, clock),
    subscriptions: new Map(),
    servicePrincipals: new Map(),
    auditQueries: new Map(),
    extra: [],
    deltaTokensSince: -Infinity,
  }
}

/** By id, or by one of its domains, as every Microsoft endpoint takes it. */
export function findTenant({ tenants }: Pick<Cloud, 'tenants'>, name: string): TenantState | null {
  const asked = name.toLowerCase()
  const byId = tenants.get(asked)
  if (byId) return byId
  for (const tenant of tenants.values())
    if (tenant.about.domain === asked || tenant.about.initialDomain === asked) return tenant
  return null
}

export function registerApp(cloud: Cloud, app: Partial<App> & { clientId: string; secret?: string }): App {
  const { secret, ...rest } = app
  const registered: App = {
    displayName: 'Vedette',
    secrets: secret ? [{ value: secret }] : [],
    certificates: [],
    permissions: readingPermissions,
    redirectUris: [],
    groupMembershipClaims: 'DirectoryRole',
    ...rest,
  }
  cloud.apps.set(registered.clientId, registered)
  return registered
}

/** What an administrator does on the consent page. */
export function consent(
  cloud: Cloud,
  tenant: TenantState,
  app: App,
  granted: readonly string[] = app.permissions,
): void {
  tenant.servicePrincipals.set(app.clientId, {
    objectId: tenant.servicePrincipals.get(app.clientId)?.objectId ?? randomUUID(),
    permissions: new Set(granted),
    grantedAt: cloud.clock.now(),
  })
}

/** The same name always gives the same id, in the form of a GUID. */
export function guidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
