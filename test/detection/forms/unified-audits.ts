// A record of the unified audit log as the Management Activity API has it, in the forms of searches, tables and tools.
import { type LogRecord, powerShellMoment, under } from './record.ts'

const TYPE_NAMES: Record<number, string> = {
  1: 'ExchangeAdmin',
  2: 'ExchangeItem',
  3: 'ExchangeItemGroup',
  4: 'SharePoint',
  6: 'SharePointFileOperation',
  8: 'AzureActiveDirectory',
  14: 'SharePointSharingOperation',
  15: 'AzureActiveDirectoryStsLogon',
  25: 'MicrosoftTeams',
  50: 'ExchangeItemAggregated',
}
const typeName = (record: LogRecord) => TYPE_NAMES[record.RecordType as number] ?? String(record.RecordType)
const lowerFirst = (text: string) => text[0]!.toLowerCase() + text.slice(1)

/** The export of Purview's audit search today. */
export const purviewRow = (record: LogRecord): LogRecord => ({
  RecordId: record.Id,
  CreationDate: `${record.CreationTime}.0000000Z`,
  RecordType: record.RecordType,
  Operation: record.Operation,
  UserId: record.UserId,
  AuditData: JSON.stringify(record),
  AssociatedAdminUnits: '',
  AssociatedAdminUnitsNames: '',
})

/** The export of the search before it. */
export const purviewClassicRow = (record: LogRecord): LogRecord => ({
  CreationDate: `${record.CreationTime}.0000000Z`,
  UserIds: record.UserId,
  Operations: record.Operation,
  AuditData: JSON.stringify(record),
})

/** What Search-UnifiedAuditLog gives, as Hawk and extractors pass it on to Export-Csv. */
export const searchRow = (record: LogRecord, at: number): LogRecord => ({
  RunspaceId: '0b7ba3f7-3a2c-4d3f-9f5f-2f5c4f5ad9a1',
  RecordType: typeName(record),
  CreationDate: powerShellMoment(record.CreationTime),
  UserIds: record.UserId,
  Operations: record.Operation,
  AuditData: JSON.stringify(record),
  ResultIndex: (at % 5000) + 1,
  ResultCount: 5000,
  Identity: record.Id,
  IsValid: 'True',
  ObjectState: 'Unchanged',
})

/** Graph's auditLogRecord: the answer to a query of security/auditLog. */
export const queriedRecord = (record: LogRecord): LogRecord => ({
  id: record.Id,
  createdDateTime: `${record.CreationTime}Z`,
  auditLogRecordType: lowerFirst(typeName(record)),
  operation: record.Operation,
  organizationId: record.OrganizationId,
  userType: 'regular',
  userId: record.UserKey,
  service: record.Workload,
  objectId: record.ObjectId,
  userPrincipalName: record.UserId,
  clientIp: record.ClientIP ?? record.ClientIPAddress ?? null,
  administrativeUnits: [''],
  auditData: { '@odata.type': '#microsoft.graph.security.defaultAuditData', ...record },
})

/** A row of advanced hunting's CloudAppEvents. */
export const cloudAppEvent = (record: LogRecord): LogRecord => ({
  Timestamp: `${record.CreationTime}Z`,
  ActionType: record.Operation,
  Application: record.Workload === 'Exchange' ? 'Microsoft Exchange Online' : 'Office 365',
  ApplicationId: '20893',
  AccountObjectId: record.UserKey,
  AccountId: record.UserKey,
  AccountDisplayName: record.UserId,
  IsAdminOperation: false,
  DeviceType: '',
  OSPlatform: '',
  IPAddress: record.ClientIP ?? record.ClientIPAddress ?? '',
  CountryCode: '',
  ISP: '',
  ActivityType: 'Basic',
  ReportId: `${record.Id}_20893`,
  RawEventData: record,
})

const asText = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))

/** Columns of OfficeActivity that hold what the record has under the same name, and those that hold it as text. */
const SAME_COLUMNS = [
  'UserAgent',
  'ResultStatus',
  'ClientIP',
  'ItemType',
  'SourceFileName',
  'SourceRelativeUrl',
  'SourceFileExtension',
  'MailboxGuid',
  'MailboxOwnerUPN',
  'LogonUserSid',
  'ClientInfoString',
  'ExternalAccess',
  'SendAsUserSmtp',
  'OperationProperties',
  'AppId',
  'ClientAppId',
  'ApplicationId',
  'CommunicationType',
  'ExtraProperties',
  'IsManagedDevice',
  'TargetUserOrGroupName',
  'TargetUserOrGroupType',
]
const TEXT_COLUMNS = ['Item', 'Folder', 'Folders', 'DestFolder', 'AffectedItems', 'Parameters']

/** A row of Log Analytics' OfficeActivity, which knows Exchange, SharePoint and Teams alone. */
export function officeActivity(record: LogRecord): LogRecord {
  const access = record.AppAccessContext
  const session = under(record, 'AppAccessContext').AADSessionId ?? record.SessionId
  return {
    ...Object.fromEntries(SAME_COLUMNS.map(name => [name, record[name] ?? ''])),
    ...Object.fromEntries(TEXT_COLUMNS.map(name => [name, asText(record[name])])),
    TenantId: '7f2b7d1e-0b52-4c1b-8a35-9a4a5b1f0c11',
    SourceSystem: 'OfficeActivityManager',
    TimeGenerated: `${record.CreationTime}Z`,
    Application: '',
    UserDomain: String(record.UserId).split('@')[1] ?? '',
    RecordType: typeName(record),
    Operation: record.Operation,
    OrganizationId: record.OrganizationId,
    OrganizationId_: record.OrganizationId,
    UserType: 'Regular',
    UserKey: record.UserKey,
    OfficeWorkload: record.Workload,
    OfficeObjectId: record.ObjectId ?? '',
    UserId: record.UserId,
    UserId_: record.UserId,
    ClientIP_: record.ClientIP ?? '',
    Site_: record.Site ?? '',
    Site_Url: record.SiteUrl ?? '',
    Logon_Type:
      record.LogonType === undefined ? '' : ['Owner', 'Admin', 'Delegate'][Number(record.LogonType)],
    Client_IPAddress: record.ClientIPAddress ?? '',
    OfficeTenantId: record.OrganizationId,
    OfficeId: record.Id,
    AppAccessContext: access ?? (session ? { AADSessionId: session } : ''),
    Type: 'OfficeActivity',
  }
}
