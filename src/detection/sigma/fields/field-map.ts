// Where each log keeps what rules call by another log's name: Azure Monitor, Graph, Log Analytics, unified audit log.

/**
 * One more place to look, or a way to say what stands there in the words that rules use. Plain text is a path. Places are
 * looked up whatever their case, at the top of the record and inside `properties` (Azure Monitor) or `auditData`
 * (Graph's audit log queries, Purview's exports).
 */
export type Reading =
  | string
  | { at: string; as: 'tidied' } // without the full stop or blank that some operation names end in
  | { at: string; as: 'outcome' } // an error code: 0 is Success, any other Failure
  | { at: string; as: 'provider' } // what stands before the first slash, or after /providers/
  | { at: string; as: 'type name' } // an OData type without its namespace
  | { at: string; means: Record<string, string[]> } // lower-case value → what rules call it
  | { always: string }

export type FieldMap = Record<string, Reading[]>

const operation: Reading[] = [
  { at: 'activityDisplayName', as: 'tidied' },
  { at: 'operationName', as: 'tidied' },
  { at: 'Operation', as: 'tidied' },
  {
    at: 'activityDisplayName',
    means: {
      'add eligible member to role in pim completed (permanent)': ['Add eligible member (permanent)'],
      'add eligible member to role in pim completed (timebound)': ['Add eligible member (eligible)'],
      'remove eligible member from role in pim completed (permanent)': ['Remove eligible member (permanent)'],
      'remove eligible member from role in pim completed (timebound)': ['Remove eligible member (eligible)'],
      'add member to role request approved (pim activation)': ['Request Approved/Denied'],
      'add member to role request denied (pim activation)': ['Request Approved/Denied'],
    },
  },
]

// The second spelling stands in a published rule.
const succeeded = ['Success', 'Sucess']
const resultWords: Record<string, string[]> = {
  success: succeeded,
  succeeded: succeeded,
  true: succeeded,
  partiallysucceeded: succeeded,
  false: ['Failure'],
  failed: ['Failure'],
}

const auditStatus: Reading[] = [
  'result',
  'resultReason',
  'resultDescription',
  'ResultStatus',
  'ExtendedProperties.resultReason',
  'ExtendedProperties.ResultStatusDetail',
  { at: 'result', means: resultWords },
  { at: 'ResultStatus', means: resultWords },
]

const initiator: Reading[] = [
  'initiatedBy',
  'initiatedBy.user.userPrincipalName',
  'initiatedBy.app.displayName',
  'identity',
  'UserId',
]

const modified = 'targetResources.modifiedProperties'

/** How a published rule writes that a guest was made a member. */
const becameMember = String.raw`"displayName":"UserType","oldValue":"[\"Guest\"]","newValue":"[\"Member\"]"`

/** The exception's name as it is, and as a published rule writes it. */
const blockedConsent = {
  'microsoft.online.security.userconsentblockedforriskyappsexception': [
    'Microsoft.online.Security.userConsentBlockedForRiskyAppsExceptions',
  ],
}

const auditlogs: FieldMap = {
  message: [
    ...operation,
    ...[modified, 'ModifiedProperties'].map(
      (at): Reading => ({ at: `${at}.UserType`, means: { '["member"]': [becameMember] } }),
    ),
    'resultReason',
    'resultDescription',
  ],
  operationname: operation,
  activitydisplayname: operation,
  activitytype: operation,
  activity: operation,
  category: [
    'properties.category',
    {
      at: 'ExtendedProperties.extendedAuditEventCategory',
      means: {
        user: ['UserManagement'],
        role: ['RoleManagement'],
        group: ['GroupManagement'],
        application: ['ApplicationManagement'],
        serviceprincipal: ['ApplicationManagement'],
        policy: ['Policy'],
        device: ['Device'],
        directory: ['DirectoryManagement'],
        key: ['KeyManagement'],
      },
    },
  ],
  status: auditStatus,
  result: ['ResultStatus', { at: 'ResultStatus', means: resultWords }],
  resultreason: ['resultDescription', 'resultReason'],
  failure_status_reason: [
    'resultReason',
    'resultDescription',
    'additionalDetails',
    'ExtendedProperties.resultReason',
    ...[modified, 'ModifiedProperties'].flatMap((at): Reading[] => [
      `${at}.MethodExecutionResult.`,
      { at: `${at}.MethodExecutionResult.`, means: blockedConsent },
    ]),
  ],
  'initiatied.by': initiator,
  initiatedby: initiator,
  'initiatedby.user.userprincipalname': ['UserId'],
  'initiatedby.user.ipaddress': ['callerIpAddress', 'ClientIP', 'ActorIpAddress'],
  'initiatedby.app.displayname': ['Actor.ID'],
  targetresources: ['Target', 'ModifiedProperties'],
  target: ['targetResources', 'targetResources.userPrincipalName', 'targetResources.displayName', 'ObjectId'],
  'targetresources.type': [
    { at: 'targetResources.type', means: { serviceprincipal: ['Service Principal'] } },
    { at: 'ExtendedProperties.targetObjectType', means: { serviceprincipal: ['Service Principal'] } },
    { at: 'Target.ID', means: { serviceprincipal: ['Service Principal'] } },
  ],
  'targetresources.userprincipalname': ['ObjectId', 'Target.ID'],
  'targetresources.displayname': ['Target.ID'],
  'targetresources.modifiedproperties': ['ModifiedProperties'],
  'targetresources.modifiedproperties.displayname': ['ModifiedProperties.Name'],
  'targetresources.modifiedproperties.newvalue': ['ModifiedProperties.NewValue'],
  'targetresources.modifiedproperties.oldvalue': ['ModifiedProperties.OldValue'],
  'additionaldetails.additionalinfo': [
    'additionalDetails',
    'resultReason',
    'resultDescription',
    'ExtendedProperties',
  ],
  'consentcontext.isadminconsent': [
    `${modified}.ConsentContext.IsAdminConsent`,
    'ModifiedProperties.ConsentContext.IsAdminConsent',
  ],
  loggedbyservice: [
    {
      at: 'Workload',
      means: { azureactivedirectory: ['Core Directory', 'Authentication Methods', 'AAD Management UX'] },
    },
  ],
  calleripaddress: ['initiatedBy.user.ipAddress', 'ClientIP', 'ActorIpAddress'],
  ipaddress: ['initiatedBy.user.ipAddress', 'callerIpAddress', 'ClientIP', 'ActorIpAddress'],
  userprincipalname: ['initiatedBy.user.userPrincipalName', 'UserId'],
  useragent: ['additionalDetails.User-Agent', 'ExtendedProperties.UserAgent'],
}

/** AADSTS error codes in the words of Microsoft's error reference, which rules quote. */
const errorWords: Record<string, string[]> = {
  '50053': ['IdsLocked', 'Account is locked'],
  '50057': ['User account is disabled. The account has been disabled by an administrator.'],
  '50074': ['Strong Auth required', 'Strong Authentication is required.'],
  '50076': ['UserStrongAuthClientAuthNRequired'],
  '50097': ['Device authentication is required', 'DeviceAuthenticationRequired'],
  '50126': ['Invalid username or password or Invalid on-premise username or password.'],
  '50155': ['DeviceAuthenticationFailed'],
  '50158': ['ExternalSecurityChallenge - External security challenge was not satisfied'],
  '53000': ['DeviceNotCompliant'],
  '53003': ['Blocked by Conditional Access', 'BlockedByConditionalAccess'],
  '500121': ['Authentication failed during strong authentication request'],
}

const errorCode: Reading[] = ['status.errorCode', 'ErrorNumber', 'errorCode']
const errorCodes = ['status.errorCode', 'resultType', 'ErrorNumber']

const protocols: Record<string, string[]> = {
  devicecode: ['Device Code'],
  'cmsi:cmsi': [],
  ropc: ['ROPC'],
}

const clientApps: Record<string, string[]> = {
  'other clients': ['Other client'],
  imap4: ['IMAP'],
  pop: ['POP3'],
  'mapi over http': ['MAPI'],
  'authenticated smtp': ['SMTP'],
}

const signinlogs: FieldMap = {
  resulttype: errorCode,
  errorcode: ['status.errorCode', 'resultType', 'ErrorNumber'],
  resultdescription: [
    'status.failureReason',
    'status.additionalDetails',
    'LogonError',
    ...errorCodes.flatMap((at): Reading[] => [
      { at, means: errorWords },
      { at, as: 'outcome' },
    ]),
  ],
  status: [
    ...errorCodes.map((at): Reading => ({ at, as: 'outcome' })),
    { at: 'ResultStatus', means: resultWords },
    'ResultStatus',
    'status.failureReason',
    'status.additionalDetails',
    'resultDescription',
  ],
  message: [
    'authenticationProtocol',
    'originalTransferMethod',
    { at: 'authenticationProtocol', means: protocols },
    { at: 'originalTransferMethod', means: { devicecodeflow: ['Device Code'] } },
    { at: 'ExtendedProperties.RequestType', means: protocols },
    'resultDescription',
    'status.failureReason',
    'operationName',
  ],
  appid: ['ApplicationId', 'AppId'],
  appdisplayname: ['ApplicationDisplayName'],
  useragent: ['ExtendedProperties.UserAgent'],
  username: ['userPrincipalName', 'UserId', 'identity'],
  userprincipalname: ['UserId', 'userPrincipalName'],
  userdisplayname: ['identity'],
  clientapp: ['clientAppUsed', { at: 'clientAppUsed', means: clientApps }],
  clientappused: ['clientAppUsed'],
  activitydetails: [{ always: 'Sign-ins' }],
  location: ['location.countryOrRegion', 'LocationDetails.countryOrRegion', 'LocationDetails', 'location'],
  'location.countryorregion': ['LocationDetails.countryOrRegion', 'location'],
  calleripaddress: ['ipAddress', 'ClientIP', 'ActorIpAddress'],
  ipaddress: ['callerIpAddress', 'ClientIP', 'ActorIpAddress'],
  'devicedetail.deviceid': ['DeviceProperties.Id'],
  'devicedetail.displayname': ['DeviceProperties.DisplayName'],
  'devicedetail.operatingsystem': ['DeviceProperties.OS'],
  'devicedetail.browser': ['DeviceProperties.BrowserType'],
  'devicedetail.trusttype': ['DeviceProperties.TrustType'],
  'devicedetail.iscompliant': ['DeviceProperties.IsCompliant', 'DeviceProperties.IsCompliantAndManaged'],
  'devicedetail.ismanaged': ['DeviceProperties.IsCompliantAndManaged'],
  hometenantid: ['AADTenantId', 'ActorContextId'],
  resourcetenantid: ['TargetContextId'],
  resourcedisplayname: ['resourceDisplayName'],
  resourceid: ['resourceId', 'ResourceIdentity', 'ObjectId'],
  conditionalaccesspolicies: ['appliedConditionalAccessPolicies'],
  sessionid: ['DeviceProperties.SessionId'],
  // What both copies of a sign-in bear that stands in two logs: counted by it, it counts once.
  requestid: ['IntraSystemId', 'id'],
}

const activityOperation: Reading[] = [
  'operationName.value',
  'operationNameValue',
  'operationName',
  'authorization.action',
  'properties.operation',
]

const activitylogs: FieldMap = {
  operationname: activityOperation,
  operationnamevalue: activityOperation,
  message: [
    'operationName.localizedValue',
    'operationName',
    'operationNameValue',
    'operationName.value',
    'description',
  ],
  category: ['category.value', 'categoryValue', 'category'],
  categoryvalue: ['category.value', 'category'],
  resourceprovidervalue: [
    'resourceProviderName.value',
    'resourceProviderName',
    'resourceProvider',
    { at: 'operationName', as: 'provider' },
    { at: 'operationName.value', as: 'provider' },
    { at: 'resourceId', as: 'provider' },
  ],
  resourceid: ['_ResourceId', 'resourceUri', 'authorization.scope'],
  status: ['status.value', 'ActivityStatusValue', 'ActivityStatus', 'resultType', 'resultSignature'],
  calleripaddress: ['httpRequest.clientIpAddress', 'claims.ipaddr', 'CallerIpAddress'],
  caller: ['caller', 'identity.claims.name', 'claims.upn'],
}

const riskdetection: FieldMap = {
  riskeventtype: ['riskType', 'riskEventTypes_v2', 'riskEventTypes'],
  risktype: ['riskEventType'],
}

const pim: FieldMap = {
  riskeventtype: [
    { at: '@odata.type', as: 'type name' },
    { at: 'alertIncidents.@odata.type', as: 'type name' },
    { at: 'alertConfiguration.@odata.type', as: 'type name' },
    'alertDefinitionId',
    'alertType',
    'riskType',
  ],
}

const unified: FieldMap = {
  operation: ['operationName', 'activityDisplayName', { at: 'activityDisplayName', as: 'tidied' }],
  workload: ['OfficeWorkload', 'service'],
  objectid: ['OfficeObjectId'],
  clientip: ['Client_IPAddress', 'ClientIPAddress', 'ActorIpAddress'],
  clientipaddress: ['ClientIP', 'Client_IPAddress'],
  userid: ['userPrincipalName'],
  applicationid: ['AppId', 'ClientAppId'],
  requesttype: ['ExtendedProperties.RequestType'],
  useragent: ['ExtendedProperties.UserAgent', 'ClientInfoString'],
  resultstatus: ['ResultReasonType'],
  sourcefilename: ['SourceFileName'],
  logontype: ['Logon_Type'],
  eventsource: ['Workload', 'OfficeWorkload', 'Source', 'service'],
  eventname: ['Operation', 'Name', 'AlertName', 'PolicyName'],
  status: [
    'ResultStatus',
    'ResultReasonType',
    { at: 'ResultStatus', means: resultWords },
    { at: 'ResultReasonType', means: resultWords },
    { at: 'Operation', means: { alerttriggered: succeeded, alertentitygenerated: succeeded } },
  ],
  payload: ['Operation', 'Parameters', 'NonPIIParameters', 'Data', 'ExtendedProperties'],
  parameters: ['NonPIIParameters', 'CmdletParameters'],
  sessionid: ['AppAccessContext.AADSessionId', 'DeviceProperties.SessionId'],
}

/** By `product/service` of the rule. */
export const fieldMaps: Record<string, FieldMap> = {
  'azure/signinlogs': signinlogs,
  'azure/auditlogs': auditlogs,
  'azure/activitylogs': activitylogs,
  'azure/azureactivity': activitylogs,
  'azure/riskdetection': riskdetection,
  'azure/pim': { ...auditlogs, ...pim },
  'm365/audit': unified,
  'm365/exchange': unified,
  'm365/sharepoint': unified,
  'm365/onedrive': unified,
  'm365/teams': unified,
  'm365/threat_management': unified,
  'm365/threat_detection': unified,
}

/** A rule that names its product alone is read with all of its services' maps. */
for (const product of ['azure', 'm365']) {
  const merged: FieldMap = {}
  for (const [key, map] of Object.entries(fieldMaps)) {
    if (!key.startsWith(`${product}/`)) continue
    for (const [field, readings] of Object.entries(map))
      merged[field] = [...new Set([...(merged[field] ?? []), ...readings])]
  }
  fieldMaps[product] = merged
}
