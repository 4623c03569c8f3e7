// One plain record of each feed, written from its number alone.
import type { Feed, LoggedRecord } from './source.ts'

export const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

export function recordOf(
  feed: Feed,
  tenantId: string,
  kind: number,
  index: number,
  at: number,
  publishedAt: number,
): LoggedRecord {
  const id = `${tenantId.slice(0, 8)}-${hex(kind, 4)}-4000-9000-${hex(index, 12)}`
  const person = (index % 10) + 1
  const user = `person.${person}@tenant-${Number.parseInt(tenantId.slice(0, 8), 16)}.example`
  const userId = `${tenantId.slice(0, 8)}-aaaa-4000-8000-${hex(person, 12)}`
  const address = `198.51.100.${(index % 250) + 1}`
  const iso = new Date(at).toISOString()
  const record = feed.startsWith('Audit.')
    ? auditRecord(feed, id, tenantId, iso, user, userId, address)
    : feed === 'directoryAudits'
      ? directoryRecord(id, iso, user, userId)
      : signInRecord(id, iso, user, userId, address, feed === 'signIns')
  return { feed, id, at, publishedAt, record }
}

function auditRecord(
  feed: Feed,
  id: string,
  tenantId: string,
  iso: string,
  user: string,
  userId: string,
  address: string,
) {
  const isMail = feed === 'Audit.Exchange'
  const isFile = feed === 'Audit.SharePoint'
  return {
    CreationTime: iso.slice(0, 19),
    Id: id,
    Operation: isMail ? 'MailItemsAccessed' : isFile ? 'FileAccessed' : 'UserLoggedIn',
    OrganizationId: tenantId,
    RecordType: isMail ? 50 : isFile ? 6 : 15,
    ResultStatus: isMail ? 'Succeeded' : 'Success',
    UserKey: userId,
    UserType: 0,
    Version: 1,
    Workload: isMail ? 'Exchange' : isFile ? 'SharePoint' : 'AzureActiveDirectory',
    ClientIP: address,
    UserId: user,
    ...(isFile && {
      ObjectId: `https://tenant.sharepoint.com/sites/sales/Shared Documents/offer-${id.slice(-4)}.docx`,
      SourceFileName: `offer-${id.slice(-4)}.docx`,
      SiteUrl: 'https://tenant.sharepoint.com/sites/sales/',
      EventSource: 'SharePoint',
      ItemType: 'File',
      UserAgent: AGENT,
    }),
    ...(isMail && {
      MailboxOwnerUPN: user,
      MailboxGuid: userId,
      LogonType: 0,
      ClientInfoString: 'Client=OWA;Action=ViaProxy',
      ExternalAccess: false,
      OperationProperties: [{ Name: 'MailAccessType', Value: 'Bind' }],
      OperationCount: 1,
      Folders: [
        { Path: '\\Inbox', FolderItems: [{ InternetMessageId: `<${id}@example>`, SizeInBytes: 4096 }] },
      ],
    }),
    ...(!isMail &&
      !isFile && {
        AzureActiveDirectoryEventType: 1,
        ExtendedProperties: [
          { Name: 'ResultStatusDetail', Value: 'Success' },
          { Name: 'UserAgent', Value: AGENT },
          { Name: 'RequestType', Value: 'OAuth2:Authorize' },
        ],
        ModifiedProperties: [],
        Actor: [
          { ID: userId, Type: 0 },
          { ID: user, Type: 5 },
        ],
        ActorContextId: tenantId,
        ActorIpAddress: address,
        InterSystemsId: id,
        IntraSystemId: id,
        Target: [{ ID: '00000002-0000-0ff1-ce00-000000000000', Type: 0 }],
        TargetContextId: tenantId,
        ApplicationId: '9199bf20-a13f-4107-85dc-02114787ef48',
        DeviceProperties: [
          { Name: 'OS', Value: 'Windows10' },
          { Name: 'BrowserType', Value: 'Edge' },
          { Name: 'SessionId', Value: id },
        ],
        ErrorNumber: '0',
      }),
  }
}

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0'

function signInRecord(
  id: string,
  iso: string,
  user: string,
  userId: string,
  address: string,
  isInteractive: boolean,
) {
  return {
    id,
    createdDateTime: iso,
    userDisplayName: user.split('@')[0],
    userPrincipalName: user,
    userId,
    appId: '9199bf20-a13f-4107-85dc-02114787ef48',
    appDisplayName: 'One Outlook Web',
    ipAddress: address,
    clientAppUsed: 'Browser',
    userAgent: AGENT,
    correlationId: id,
    conditionalAccessStatus: 'notApplied',
    isInteractive,
    signInEventTypes: [isInteractive ? 'interactiveUser' : 'nonInteractiveUser'],
    sessionId: id,
    riskDetail: 'none',
    riskLevelAggregated: 'none',
    riskLevelDuringSignIn: 'none',
    riskState: 'none',
    riskEventTypes_v2: [],
    resourceDisplayName: 'Office 365 Exchange Online',
    resourceId: '00000002-0000-0ff1-ce00-000000000000',
    status: { errorCode: 0, failureReason: 'Other.', additionalDetails: null },
    deviceDetail: {
      deviceId: '',
      displayName: '',
      operatingSystem: 'Windows10',
      browser: 'Edge 138.0.0',
      isCompliant: false,
      isManaged: false,
      trustType: '',
    },
    location: {
      city: 'Berlin',
      state: 'Berlin',
      countryOrRegion: 'DE',
      geoCoordinates: { altitude: null, latitude: 52.52, longitude: 13.4 },
    },
    appliedConditionalAccessPolicies: [],
  }
}

function directoryRecord(id: string, iso: string, user: string, userId: string) {
  return {
    id,
    category: 'UserManagement',
    correlationId: id,
    result: 'success',
    resultReason: '',
    activityDisplayName: 'Update user',
    activityDateTime: iso,
    loggedByService: 'Core Directory',
    operationType: 'Update',
    initiatedBy: {
      user: { id: userId, displayName: null, userPrincipalName: user, ipAddress: '' },
      app: null,
    },
    targetResources: [
      {
        id: userId,
        displayName: null,
        type: 'User',
        userPrincipalName: user,
        groupType: null,
        modifiedProperties: [],
      },
    ],
    additionalDetails: [],
  }
}
