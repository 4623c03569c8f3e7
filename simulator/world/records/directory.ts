// Changes of the directory, as the unified audit log and Graph's directory audits write them.
import type { DirectoryAct, DirectoryTarget } from '../act.ts'
import type { Company } from '../cast.ts'
import { Random } from '../random.ts'
import { auditDelay, auditTime, graphDelay, type LoggedRecord } from './published.ts'

function idsOf(target: DirectoryTarget): { ID: string; Type: number }[] {
  const ids = [
    { ID: `${target.type}_${target.id}`, Type: 2 },
    { ID: target.id, Type: 2 },
    { ID: target.type, Type: 2 },
  ]
  if (target.upn) ids.push({ ID: target.upn, Type: 5 })
  else ids.push({ ID: target.name, Type: 1 })
  return ids
}

function listText(value: string): string {
  return value === '' ? '[]' : `[\r\n  ${JSON.stringify(value)}\r\n]`
}

function auditRecord(
  company: Company,
  act: DirectoryAct,
  chance: Random,
  id: string,
  correlation: string,
): Record<string, unknown> {
  const { who, app } = act
  const first = act.targets[0]
  const upn = app ? `ServicePrincipal_${app.id}` : who.upn
  const agent = act.from.client.userAgent
  const details: Record<string, string> = Object.fromEntries(act.details)
  if (!('User-Agent' in details) && !app && agent) details['User-Agent'] = agent
  return {
    CreationTime: auditTime(act.at),
    Id: id,
    Operation: `${act.activity}.`,
    OrganizationId: company.directoryTenantId,
    RecordType: 8,
    ResultStatus: act.result === 'success' ? 'Success' : 'Failure',
    UserKey: app ? 'Not Available' : `${who.puid}@${company.domain}`,
    UserType: app ? 4 : 0,
    Version: 1,
    Workload: 'AzureActiveDirectory',
    ObjectId: first
      ? (first.upn ??
        (first.type === 'ServicePrincipal' || first.type === 'Application' ? first.id : first.name))
      : 'Not Available',
    UserId: upn,
    AzureActiveDirectoryEventType: 1,
    ExtendedProperties: [
      { Name: 'additionalDetails', Value: JSON.stringify(details) },
      { Name: 'extendedAuditEventCategory', Value: first?.type ?? 'Directory' },
    ],
    ModifiedProperties: act.modified.map(([Name, NewValue, OldValue]) => ({
      Name,
      NewValue: listText(NewValue),
      OldValue: listText(OldValue),
    })),
    Actor: app
      ? [
          { ID: app.name, Type: 1 },
          { ID: app.id, Type: 2 },
          { ID: 'ServicePrincipal', Type: 2 },
        ]
      : [
          { ID: who.upn, Type: 5 },
          { ID: who.puid, Type: 3 },
          { ID: `User_${who.id}`, Type: 2 },
          { ID: who.id, Type: 2 },
          { ID: 'User', Type: 2 },
        ],
    ActorContextId: company.directoryTenantId,
    InterSystemsId: correlation,
    IntraSystemId: chance.guid(),
    SupportTicketId: '',
    Target: act.targets.flatMap(idsOf),
    TargetContextId: company.directoryTenantId,
  }
}

function graphRecord(
  company: Company,
  act: DirectoryAct,
  chance: Random,
  id: string,
  correlation: string,
): Record<string, unknown> {
  const { who, app } = act
  const isAddressKnown = act.service !== 'Core Directory' || chance.chance(0.75)
  return {
    id,
    category: act.category,
    correlationId: correlation,
    result: act.result,
    resultReason: act.reason,
    activityDisplayName: act.activity,
    activityDateTime: `${new Date(act.at).toISOString().slice(0, -1)}${chance.whole(1000, 9999)}Z`,
    loggedByService: act.service,
    operationType: act.operationType,
    userAgent: null,
    initiatedBy: app
      ? {
          user: null,
          app: { appId: null, displayName: app.name, servicePrincipalId: app.id, servicePrincipalName: null },
        }
      : {
          app: null,
          user: {
            id: who.id,
            displayName: act.service === 'Core Directory' ? null : who.displayName,
            userPrincipalName: who.upn,
            ipAddress: isAddressKnown ? act.from.address : '',
            userType: who.isGuest ? 'Guest' : 'Member',
            homeTenantId: company.directoryTenantId,
            homeTenantName: null,
          },
        },
    targetResources: act.targets.map((target, index) => ({
      id: target.id,
      displayName: target.upn && act.service === 'Core Directory' ? null : target.name,
      type: target.type,
      userPrincipalName: target.upn ?? null,
      groupType: target.type === 'Group' ? 'unifiedGroups' : null,
      modifiedProperties:
        index === 0
          ? act.modified.map(([displayName, newValue, oldValue]) => ({
              displayName,
              oldValue: oldValue === '' ? null : JSON.stringify(oldValue),
              newValue: JSON.stringify(newValue),
            }))
          : [],
    })),
    additionalDetails: [
      ...act.details.map(([key, value]) => ({ key, value })),
      ...(app ? [] : [{ key: 'User-Agent', value: act.from.client.userAgent }]),
    ],
  }
}

const codes: Record<string, string> = {
  'Core Directory': 'Directory',
  'Authentication Methods': 'AuthMethods',
  'Self-service Password Management': 'SSPR',
  'Device Registration Service': 'DRS',
  'Conditional Access': 'IPC',
  'Invited Users': 'Invited Users',
}

export function directoryRecords(company: Company, act: DirectoryAct, out: LoggedRecord[]): void {
  const chance = new Random(act)
  const correlation = chance.guid()
  const auditId = chance.guid()
  const graphId = `${codes[act.service] ?? 'Directory'}_${correlation}_${chance.hex(1).slice(0, 5).toUpperCase()}_${chance.whole(1_000_000, 99_999_999)}`
  // Services beside the core directory write to the directory's own log alone.
  if (act.service === 'Core Directory') {
    out.push({
      feed: 'Audit.AzureActiveDirectory',
      id: auditId,
      at: act.at,
      publishedAt: act.at + auditDelay(act),
      record: auditRecord(company, act, chance, auditId, correlation),
    })
  }
  out.push({
    feed: 'directoryAudits',
    id: graphId,
    at: act.at,
    publishedAt: act.at + graphDelay(act),
    record: graphRecord(company, act, chance, graphId, correlation),
  })
}
