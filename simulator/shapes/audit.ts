// The fields Microsoft publishes for the audit log's records: names and types, as facts to hold records against.
import { faults, type Shape } from './faults.ts'

const nameAndValue: Shape = { Name: 'string', Value: 'string' }
const identity: Shape = { ID: 'string', Type: 'int' }

/** Every record of the Management Activity API. Fields after this one are added by each workload. */
const commonAudit = {
  required: {
    Id: 'guid',
    RecordType: 'int',
    CreationTime: 'auditTime',
    Operation: 'string',
    OrganizationId: 'guid',
    UserType: 'int',
    UserKey: 'string',
    Workload: 'string',
    UserId: 'string',
    Version: 'int',
  },
  optional: {
    ResultStatus: 'string',
    ObjectId: 'string',
    ClientIP: 'string',
    Scope: 'int',
    AppAccessContext: {
      AADSessionId: 'guid',
      APIId: 'string',
      ClientAppId: 'string',
      ClientAppName: 'string',
      CorrelationId: 'string',
      UniqueTokenId: 'string',
      IssuedAtTime: 'auditTime',
    },
  },
} satisfies { required: Record<string, Shape>; optional: Record<string, Shape> }

const folder: Shape = { Id: 'string', Path: 'string', Name: 'string' }
const mailItem: Shape = {
  Id: 'string',
  ImmutableId: 'string',
  InternetMessageId: 'string',
  ParentFolder: folder,
  Subject: 'string',
  Attachments: 'string',
  SizeInBytes: 'int',
}

const mailbox: Record<string, Shape> = {
  LogonType: 'int',
  InternalLogonType: 'int',
  MailboxGuid: 'guid',
  MailboxOwnerUPN: 'string',
  MailboxOwnerSid: 'string',
  LogonUserSid: 'string',
  OrganizationName: 'string',
  OriginatingServer: 'string',
  ClientInfoString: 'string',
  ClientIPAddress: 'string',
  ClientRequestId: 'string',
  ClientAppId: 'string',
  AppId: 'string',
  ExternalAccess: 'bool',
  SessionId: 'string',
  TokenObjectId: 'guid',
  TokenTenantId: 'guid',
  OperationProperties: { list: nameAndValue },
  OperationCount: 'int',
  Folders: { list: { FolderItems: { list: mailItem }, Id: 'string', Path: 'string' } },
  Item: mailItem,
  AffectedItems: { list: mailItem },
  CrossMailboxOperation: 'bool',
  Folder: folder,
  DestFolder: folder,
  SaveToSentItems: 'bool',
  SendAsUserMailboxGuid: 'guid',
  SendAsUserSmtp: 'string',
  SendOnBehalfOfUserMailboxGuid: 'guid',
  SendOnBehalfOfUserSmtp: 'string',
  ModifiedProperties: { list: 'string' },
  QueryText: 'string',
  QuerySource: 'string',
  ScopeIds: { list: 'string' },
}

const directory: Record<string, Shape> = {
  AzureActiveDirectoryEventType: 'int',
  ExtendedProperties: { list: nameAndValue },
  ModifiedProperties: { list: { Name: 'string', NewValue: 'string', OldValue: 'string' } },
  Actor: { list: identity },
  ActorContextId: 'guid',
  ActorIpAddress: 'string',
  InterSystemsId: 'guid',
  IntraSystemId: 'guid',
  SupportTicketId: 'string',
  Target: { list: identity },
  TargetContextId: 'guid',
}

const sharePoint: Record<string, Shape> = {
  Site: 'guid',
  ItemType: 'string',
  EventSource: 'string',
  SourceName: 'string',
  UserAgent: 'string',
  MachineDomainInfo: 'string',
  MachineId: 'string',
  ListItemUniqueId: 'guid',
  ListId: 'guid',
  ApplicationId: 'string',
  ApplicationDisplayName: 'string',
  IsWorkflow: 'bool',
  SiteUrl: 'string',
  SourceRelativeUrl: 'string',
  SourceFileName: 'string',
  SourceFileExtension: 'string',
  DestinationRelativeUrl: 'string',
  DestinationFileName: 'string',
  TargetUserOrGroupName: 'string',
  TargetUserOrGroupType: 'string',
  EventData: 'string',
  UniqueSharingId: 'string',
  // Not in the table of the schema, but in every record of today.
  AuthenticationType: 'string',
  BrowserName: 'string',
  BrowserVersion: 'string',
  CorrelationId: 'guid',
  DeviceDisplayName: 'string',
  FileSizeBytes: 'int',
  GeoLocation: 'string',
  HighPriorityMediaProcessing: 'bool',
  IsManagedDevice: 'bool',
  ListBaseType: 'int',
  ListServerTemplate: 'int',
  Platform: 'string',
  WebId: 'guid',
}

const exchangeAdmin: Record<string, Shape> = {
  ModifiedObjectResolvedName: 'string',
  Parameters: { list: nameAndValue },
  ModifiedProperties: { list: 'string' },
  ExternalAccess: 'bool',
  OriginatingServer: 'string',
  OrganizationName: 'string',
  AppId: 'string',
  AppPoolName: 'string',
  ClientAppId: 'string',
  CorrelationID: 'string',
  RequestId: 'guid',
  SessionId: 'string',
  TokenObjectId: 'guid',
}

const teams: Record<string, Shape> = {
  MessageId: 'string',
  MessageVersion: 'string',
  ChatThreadId: 'string',
  CommunicationType: 'string',
  ExtraProperties: { list: { Key: 'string', Value: 'string' } },
  ItemName: 'string',
  TeamName: 'string',
  TeamGuid: 'string',
  DeviceId: 'string',
  ParticipantInfo: {
    HasForeignTenantUsers: 'bool',
    HasGuestUsers: 'bool',
    HasOtherGuestUsers: 'bool',
    HasUnauthenticatedUsers: 'bool',
    ParticipatingTenantIds: { list: 'guid' },
  },
  ResourceTenantId: 'guid',
}

/** What each record type may add, by its number. */
const auditByRecordType: Record<number, Record<string, Shape>> = {
  1: exchangeAdmin,
  2: mailbox,
  3: mailbox,
  4: sharePoint,
  6: sharePoint,
  8: directory,
  14: sharePoint,
  15: {
    ...directory,
    ApplicationId: 'string',
    Client: 'string',
    DeviceProperties: { list: nameAndValue },
    ErrorCode: 'string',
    ErrorNumber: 'string',
    LogonError: 'string',
  },
  25: teams,
  50: mailbox,
  101: mailbox,
}

export function faultsOfAudit(record: Record<string, unknown>): string[] {
  const own = auditByRecordType[record.RecordType as number]
  if (!own) return [`RecordType ${record.RecordType} is not one that is known here`]
  const missing = Object.keys(commonAudit.required).filter(field => !(field in record))
  const shape: Shape = { ...commonAudit.required, ...commonAudit.optional, ...own }
  return [...missing.map(field => `.${field} is missing`), ...faults(record, shape)]
}
