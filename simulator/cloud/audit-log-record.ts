// A record of the audit log as Graph's queries show it: the record itself, in an envelope that names some of it again.
import type { LoggedRecord } from './source.ts'

const RECORD_TYPES: Record<number, string> = {
  1: 'exchangeAdmin',
  2: 'exchangeItem',
  3: 'exchangeItemGroup',
  4: 'sharePoint',
  6: 'sharePointFileOperation',
  8: 'azureActiveDirectory',
  14: 'sharePointSharingOperation',
  15: 'azureActiveDirectoryStsLogon',
  25: 'microsoftTeams',
  50: 'exchangeItemAggregated',
}
const USER_TYPES =
  'regular reserved admin dcAdmin system application servicePrincipal customPolicy systemPolicy partnerTechnician guest'.split(
    ' ',
  )

export function auditLogRecordOf(record: Record<string, unknown>, { id, at, record: whole }: LoggedRecord) {
  const text = (name: string) => (typeof whole[name] === 'string' ? (whole[name] as string) : null)
  return {
    // One that was marred to have no id has none here either.
    ...('Id' in record && { id }),
    createdDateTime: new Date(at).toISOString(),
    auditLogRecordType: RECORD_TYPES[whole.RecordType as number] ?? 'unknownFutureValue',
    operation: text('Operation'),
    organizationId: text('OrganizationId'),
    userType: USER_TYPES[whole.UserType as number] ?? 'unknownFutureValue',
    // What the record itself calls UserKey.
    userId: text('UserKey'),
    service: text('Workload'),
    objectId: text('ObjectId'),
    userPrincipalName: text('UserId'),
    clientIp: text('ClientIP'),
    administrativeUnits: [''],
    auditData: { '@odata.type': '#microsoft.graph.security.defaultAuditData', ...record },
  }
}
