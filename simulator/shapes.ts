// The fields Microsoft publishes for its audit records and Graph resources: names and types, as facts to hold records against.

/** A type, or a table of fields, or a list of either. A question mark before a name's type allows null. */
export type Shape = string | { [field: string]: Shape } | { list: Shape }

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

const keyAndValue: Shape = { key: 'string', value: '?string' }

/** Graph v1.0 `signIn`; beta adds what follows. */
export const signInV1: Record<string, Shape> = {
  id: 'guid',
  createdDateTime: 'graphTime',
  userDisplayName: 'string',
  userPrincipalName: 'string',
  userId: 'guid',
  appId: 'guid',
  appDisplayName: 'string',
  ipAddress: 'string',
  clientAppUsed: 'string',
  correlationId: 'guid',
  conditionalAccessStatus: 'string',
  isInteractive: 'bool',
  riskDetail: 'string',
  riskLevelAggregated: 'string',
  riskLevelDuringSignIn: 'string',
  riskState: 'string',
  riskEventTypes_v2: { list: 'string' },
  resourceDisplayName: 'string',
  resourceId: 'guid',
  status: { errorCode: 'int', failureReason: 'string', additionalDetails: '?string' },
  deviceDetail: {
    deviceId: 'string',
    displayName: 'string',
    operatingSystem: 'string',
    browser: 'string',
    isCompliant: 'bool',
    isManaged: 'bool',
    trustType: 'string',
  },
  location: {
    city: 'string',
    state: 'string',
    countryOrRegion: 'string',
    geoCoordinates: { altitude: '?number', latitude: 'number', longitude: 'number' },
  },
  appliedConditionalAccessPolicies: {
    list: {
      id: 'guid',
      displayName: 'string',
      enforcedGrantControls: { list: 'string' },
      enforcedSessionControls: { list: 'string' },
      result: 'string',
    },
  },
}

export const signInBeta: Record<string, Shape> = {
  ...signInV1,
  ipAddressFromResourceProvider: '?string',
  userAgent: 'string',
  originalRequestId: 'guid',
  tokenIssuerName: 'string',
  tokenIssuerType: 'string',
  clientCredentialType: 'string',
  processingTimeInMilliseconds: 'int',
  resourceTenantId: 'guid',
  homeTenantId: 'guid',
  homeTenantName: 'string',
  authenticationMethodsUsed: { list: 'string' },
  authenticationRequirement: 'string',
  signInIdentifier: 'string',
  signInIdentifierType: 'string',
  servicePrincipalName: '?string',
  servicePrincipalId: 'string',
  userType: 'string',
  flaggedForReview: 'bool',
  isTenantRestricted: 'bool',
  autonomousSystemNumber: 'int',
  crossTenantAccessType: 'string',
  uniqueTokenIdentifier: 'string',
  incomingTokenType: 'string',
  authenticationProtocol: 'string',
  originalTransferMethod: 'string',
  signInTokenProtectionStatus: 'string',
  sessionId: '?guid',
  signInEventTypes: { list: 'string' },
  mfaDetail: '?any',
  authenticationContextClassReferences: { list: 'any' },
  authenticationProcessingDetails: { list: keyAndValue },
  networkLocationDetails: { list: 'any' },
  authenticationDetails: {
    list: {
      authenticationStepDateTime: 'graphTime',
      authenticationMethod: 'string',
      authenticationMethodDetail: '?string',
      succeeded: 'bool',
      authenticationStepResultDetail: 'string',
      authenticationStepRequirement: 'string',
    },
  },
  authenticationRequirementPolicies: { list: { requirementProvider: 'string', detail: 'string' } },
  sessionLifetimePolicies: { list: 'any' },
  privateLinkDetails: '?any',
}

/** Graph `directoryAudit`. */
export const directoryAudit: Record<string, Shape> = {
  id: 'string',
  category: 'string',
  correlationId: 'guid',
  result: 'string',
  resultReason: 'string',
  activityDisplayName: 'string',
  activityDateTime: 'graphTime',
  loggedByService: 'string',
  operationType: 'string',
  userAgent: '?string',
  initiatedBy: {
    user: '?any',
    app: '?any',
  },
  targetResources: {
    list: {
      id: 'guid',
      displayName: '?string',
      type: 'string',
      userPrincipalName: '?string',
      groupType: '?string',
      modifiedProperties: { list: { displayName: 'string', oldValue: '?string', newValue: '?string' } },
    },
  },
  additionalDetails: { list: keyAndValue },
}

/** Graph `security.auditLogQuery`. */
export const auditLogQuery: Record<string, Shape> = {
  id: 'string',
  displayName: '?string',
  filterStartDateTime: 'graphTime',
  filterEndDateTime: 'graphTime',
  recordTypeFilters: { list: 'string' },
  keywordFilter: '?string',
  serviceFilters: { list: 'string' },
  operationFilters: { list: 'string' },
  userPrincipalNameFilters: { list: 'string' },
  ipAddressFilters: { list: 'string' },
  objectIdFilters: { list: 'string' },
  administrativeUnitIdFilters: { list: 'string' },
  status: 'string',
  approximateReturnedRecordCount: 'int',
  isRecordCountLimitExceeded: 'bool',
  recordCountLimit: 'int',
}

/** Graph `security.auditLogRecord`; its auditData is a record of the Management Activity API. */
export const auditLogRecord: Record<string, Shape> = {
  id: 'string',
  createdDateTime: 'graphTime',
  auditLogRecordType: 'string',
  operation: 'string',
  organizationId: 'guid',
  userType: 'string',
  userId: 'string',
  service: 'string',
  objectId: '?string',
  userPrincipalName: 'string',
  clientIp: '?string',
  administrativeUnits: { list: 'string' },
  auditData: 'any',
}

/** Graph `user`, as far as the directory is read. */
export const user: Record<string, Shape> = {
  id: 'guid',
  userPrincipalName: 'string',
  mail: '?string',
  displayName: 'string',
  givenName: '?string',
  surname: '?string',
  accountEnabled: 'bool',
  createdDateTime: 'graphTime',
  lastPasswordChangeDateTime: '?graphTime',
  userType: 'string',
  assignedLicenses: { list: { skuId: 'guid', disabledPlans: { list: 'guid' } } },
  department: '?string',
  jobTitle: '?string',
  officeLocation: '?string',
  city: '?string',
  country: '?string',
  usageLocation: '?string',
  mobilePhone: '?string',
  preferredLanguage: '?string',
  proxyAddresses: { list: 'string' },
}

/** Graph `subscribedSku`. */
export const subscribedSku: Record<string, Shape> = {
  id: 'string',
  accountId: 'guid',
  accountName: 'string',
  appliesTo: 'string',
  capabilityStatus: 'string',
  consumedUnits: 'int',
  skuId: 'guid',
  skuPartNumber: 'string',
  subscriptionIds: { list: 'guid' },
  prepaidUnits: { enabled: 'int', suspended: 'int', warning: 'int', lockedOut: 'int' },
  servicePlans: {
    list: {
      servicePlanId: 'guid',
      servicePlanName: 'string',
      provisioningStatus: 'string',
      appliesTo: 'string',
    },
  },
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const auditTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/
const graphTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$/

function isOfType(value: unknown, type: string): boolean {
  if (type.startsWith('?')) return value === null || isOfType(value, type.slice(1))
  if (type === 'any') return value !== undefined && value !== null
  if (type === 'bool') return typeof value === 'boolean'
  if (type === 'int') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (typeof value !== 'string') return false
  if (type === 'guid') return guid.test(value)
  if (type === 'auditTime') return auditTime.test(value)
  if (type === 'graphTime') return graphTime.test(value)
  return type === 'string'
}

/** What is wrong with a value, one sentence for each fault; empty when it holds. */
function faults(value: unknown, shape: Shape, where = ''): string[] {
  if (typeof shape === 'string') {
    return isOfType(value, shape) ? [] : [`${where} should be ${shape}, not ${JSON.stringify(value)}`]
  }
  if ('list' in shape && Object.keys(shape).length === 1) {
    if (!Array.isArray(value)) return [`${where} should be a list`]
    return value.flatMap((each, index) => faults(each, shape.list as Shape, `${where}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${where} should be an object`]
  const fields = shape as Record<string, Shape>
  return Object.entries(value).flatMap(([field, content]) => {
    const expected = fields[field]
    return expected === undefined
      ? [`${where}.${field} is not published`]
      : faults(content, expected, `${where}.${field}`)
  })
}

/** Faults of a record that must also have every field of the shape. */
export function faultsOfWhole(value: Record<string, unknown>, shape: Record<string, Shape>): string[] {
  const missing = Object.keys(shape).filter(field => !(field in value))
  return [...missing.map(field => `.${field} is missing`), ...faults(value, shape)]
}

export function faultsOfAudit(record: Record<string, unknown>): string[] {
  const own = auditByRecordType[record.RecordType as number]
  if (!own) return [`RecordType ${record.RecordType} is not one that is known here`]
  const missing = Object.keys(commonAudit.required).filter(field => !(field in record))
  const shape: Shape = { ...commonAudit.required, ...commonAudit.optional, ...own }
  return [...missing.map(field => `.${field} is missing`), ...faults(record, shape)]
}
