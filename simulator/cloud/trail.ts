// The audit records that a change made through Graph leaves behind, as Microsoft's services write them.
import { randomUUID } from 'node:crypto'
import type { User } from './directory.ts'
import type { Feed } from './source.ts'
import type { Cloud, TenantState } from './state.ts'

/** How long it takes until the services show what was done. */
const PUBLISHED_AFTER_MS = 60_000

export interface Deed {
  /** Graph's name; the audit log's is the same with a full stop. */
  name: string
  category: string
  service: string
  operationType: string
  /** Set on what: a property, and what it became. */
  changed?: { name: string; oldValue: string; newValue: string }[]
}

export function leaveDirectoryTrail(
  cloud: Cloud,
  tenant: TenantState,
  clientId: string,
  user: User | null,
  deed: Deed,
): void {
  const app = cloud.apps.get(clientId)
  const principal = tenant.servicePrincipals.get(clientId)
  const at = new Date(cloud.clock.now())
  const correlationId = randomUUID()
  const changed = deed.changed ?? []
  leave(cloud, tenant, 'directoryAudits', id => ({
    id: `Directory_${id}`,
    category: deed.category,
    correlationId,
    result: 'success',
    resultReason: '',
    activityDisplayName: deed.name,
    activityDateTime: at.toISOString(),
    loggedByService: deed.service,
    operationType: deed.operationType,
    initiatedBy: {
      user: null,
      app: {
        appId: null,
        displayName: app?.displayName ?? clientId,
        servicePrincipalId: principal?.objectId ?? null,
        servicePrincipalName: null,
      },
    },
    targetResources: user
      ? [
          {
            id: user.id,
            displayName: null,
            type: 'User',
            userPrincipalName: user.userPrincipalName,
            groupType: null,
            modifiedProperties: changed.map(({ name, oldValue, newValue }) => ({
              displayName: name,
              oldValue: JSON.stringify([oldValue]),
              newValue: JSON.stringify([newValue]),
            })),
          },
        ]
      : [],
    additionalDetails: [],
  }))
  leave(cloud, tenant, 'Audit.AzureActiveDirectory', id => ({
    CreationTime: at.toISOString().slice(0, 19),
    Id: id,
    Operation: `${deed.name}.`,
    OrganizationId: tenant.id,
    RecordType: 8,
    ResultStatus: 'Success',
    UserKey: principal?.objectId ?? clientId,
    UserType: 4,
    Version: 1,
    Workload: 'AzureActiveDirectory',
    ObjectId: user?.userPrincipalName ?? '',
    UserId: `ServicePrincipal_${principal?.objectId ?? clientId}`,
    AzureActiveDirectoryEventType: 1,
    ExtendedProperties: [],
    ModifiedProperties: changed.map(({ name, oldValue, newValue }) => ({
      Name: name,
      NewValue: `[\r\n  ${JSON.stringify(newValue)}\r\n]`,
      OldValue: `[\r\n  ${JSON.stringify(oldValue)}\r\n]`,
    })),
    Actor: [
      { ID: app?.displayName ?? clientId, Type: 1 },
      { ID: clientId, Type: 2 },
      { ID: `ServicePrincipal_${principal?.objectId ?? ''}`, Type: 2 },
    ],
    ActorContextId: tenant.id,
    InterSystemsId: correlationId,
    IntraSystemId: randomUUID(),
    Target: user
      ? [
          { ID: `User_${user.id}`, Type: 2 },
          { ID: user.id, Type: 2 },
          { ID: 'User', Type: 2 },
          { ID: user.userPrincipalName, Type: 5 },
        ]
      : [],
    TargetContextId: tenant.id,
  }))
}

export function leaveMailboxTrail(
  cloud: Cloud,
  tenant: TenantState,
  clientId: string,
  user: User,
  operation: string,
  parameters: Record<string, string>,
): void {
  const at = new Date(cloud.clock.now())
  leave(cloud, tenant, 'Audit.Exchange', id => ({
    CreationTime: at.toISOString().slice(0, 19),
    Id: id,
    Operation: operation,
    OrganizationId: tenant.id,
    RecordType: 1,
    ResultStatus: 'True',
    UserKey: `NT AUTHORITY\\SYSTEM (${clientId})`,
    UserType: 3,
    Version: 1,
    Workload: 'Exchange',
    ObjectId: `${user.displayName}\\${parameters.Identity ?? ''}`,
    UserId: `NT AUTHORITY\\SYSTEM (${clientId})`,
    AppId: clientId,
    ClientAppId: clientId,
    ExternalAccess: false,
    OrganizationName: tenant.about.initialDomain,
    OriginatingServer: 'AM0PR00MB0000 (15.20.8000.000)',
    Parameters: Object.entries(parameters).map(([Name, Value]) => ({ Name, Value })),
  }))
}

function leave(
  cloud: Cloud,
  tenant: TenantState,
  feed: Feed,
  write: (id: string) => Record<string, unknown>,
): void {
  const record = write(randomUUID())
  const at = cloud.clock.now()
  tenant.extra.push({
    feed,
    id: String(record.Id ?? record.id),
    at,
    publishedAt: at + PUBLISHED_AFTER_MS,
    record,
  })
}
