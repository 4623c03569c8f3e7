import { expect, test } from 'vitest'
import type { Activity } from '../activity.ts'
import { isRejection, normalise } from '../normalise.ts'

const ada = 'ada@example.com'
const session = '0a1b2c3d-0000-4000-8000-000000000001'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const list = (values: Record<string, string>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }))

function unified(fields: Record<string, unknown>): Activity {
  const result = normalise({
    Id: 'r1',
    CreationTime: '2026-03-04T05:06:07',
    OrganizationId: 'AAAAAAAA-0000-4000-8000-000000000000',
    RecordType: 1,
    UserType: 0,
    UserKey: '100320015858B802',
    UserId: 'Ada@Example.com',
    ResultStatus: 'Succeeded',
    ...fields,
  })
  if (isRejection(result)) throw new Error(result.rejected)
  return result
}

const login = (
  operation: string,
  more: Record<string, unknown> = {},
  extended: Record<string, string> = {},
) =>
  unified({
    RecordType: 15,
    Workload: 'AzureActiveDirectory',
    Operation: operation,
    ResultStatus: operation === 'UserLoggedIn' ? 'Success' : 'Failed',
    ClientIP: '198.51.100.7',
    ObjectId: '00000002-0000-0ff1-ce00-000000000000',
    UserKey: '11111111-2222-3333-4444-555555555555',
    ApplicationId: '89bee1f7-5e6e-4d8a-9f3d-ecd601259da7',
    Target: [{ ID: '00000002-0000-0ff1-ce00-000000000000', Type: 0 }],
    Actor: [
      { ID: '11111111-2222-3333-4444-555555555555', Type: 0 },
      { ID: ada, Type: 5 },
    ],
    InterSystemsId: 'c0',
    IntraSystemId: 'request-1',
    ExtendedProperties: list({
      UserAgent: chrome,
      RequestType: 'OAuth2:Authorize',
      ResultStatusDetail: 'Success',
      ...extended,
    }),
    DeviceProperties: list({
      OS: 'Windows 10',
      BrowserType: 'Chrome',
      IsCompliantAndManaged: 'False',
      SessionId: session.toUpperCase(),
    }),
    ErrorNumber: '0',
    ...more,
  })

test('a sign-in has its person, device, session, resource and twin', () => {
  expect(login('UserLoggedIn')).toMatchObject({
    log: 'unified',
    action: 'sign-in',
    at: Date.parse('2026-03-04T05:06:07Z'),
    tenant: 'aaaaaaaa-0000-4000-8000-000000000000',
    user: ada,
    userId: '11111111-2222-3333-4444-555555555555',
    outcome: 'success',
    errorCode: 0,
    address: '198.51.100.7',
    session,
    client: 'Chrome on Windows',
    tellsDevice: true,
    isDeviceKnown: false,
    appName: 'Office365 Shell WCSS-Client',
    resource: 'Office 365 Exchange Online',
    isInteractive: true,
    flow: null,
    twin: 'request-1',
  })
})

test.each([
  [
    'UserLoginFailed',
    { ErrorNumber: '50126', LogonError: 'InvalidUserNameOrPassword' },
    {},
    { outcome: 'failure', errorCode: 50126 },
  ],
  [
    'UserLoginFailed',
    { ErrorNumber: undefined, LogonError: 'IdsLocked' },
    {},
    { outcome: 'failure', errorCode: 50053 },
  ],
  ['UserLoginFailed', { ErrorNumber: '50074' }, {}, { outcome: 'interrupted', mfa: 'asked' }],
  ['UserLoginFailed', { ErrorNumber: '500121' }, {}, { outcome: 'failure', mfa: 'refused' }],
  ['UserLoginFailed', { ErrorNumber: undefined }, {}, { outcome: 'failure', errorCode: null }],
  ['UserLoggedIn', {}, { RequestType: 'Cmsi:Cmsi' }, { flow: 'deviceCode', isInteractive: true }],
  [
    'UserLoggedIn',
    {},
    { RequestType: 'OAuth2:Token', UserAuthenticationMethod: '1', UserAgent: 'python-requests/2.31.0' },
    { flow: 'ropc', isInteractive: false },
  ],
  [
    'UserLoggedIn',
    {},
    {
      RequestType: 'OAuth2:Token',
      UserAuthenticationMethod: '1',
      UserAgent: 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621',
    },
    { flow: 'ropc' },
  ],
  // What an app renews.
  [
    'UserLoggedIn',
    {},
    {
      RequestType: 'OAuth2:Token',
      UserAuthenticationMethod: '1',
      UserAgent: 'Dalvik/2.1.0 (Linux; U; Android 14) PKeyAuth/1.0',
    },
    { flow: null, isInteractive: false },
  ],
  [
    'UserLoggedIn',
    { DeviceProperties: [{ Name: 'Id', Value: 'd1' }] },
    {
      RequestType: 'OAuth2:Token',
      UserAuthenticationMethod: '1',
      UserAgent: 'Windows-AzureAD-Authentication-Provider/1.0',
    },
    { flow: null, client: 'Windows sign-in on Windows', deviceId: 'd1' },
  ],
  [
    'UserLoggedIn',
    {},
    { RequestType: 'OAuth2:Token', UserAuthenticationMethod: '16457' },
    { flow: null, isInteractive: false },
  ],
  ['UserLoggedIn', {}, { RequestType: 'SAS:ProcessAuth' }, { mfa: 'passed' }],
  ['UserLoggedIn', {}, { UserAgent: 'BAV2ROPC' }, { flow: 'legacy', client: 'BAV2ROPC' }],
  [
    'UserLoggedIn',
    {},
    { UserAgent: 'BAV2ROPC', RequestType: 'OAuth2:Token', UserAuthenticationMethod: '1' },
    { flow: 'legacy', isInteractive: false },
  ],
  ['UserLoggedIn', { UserId: 'Not Available' }, {}, { user: ada }],
])('%s with %j and %j', (operation, more, extended, expected) => {
  expect(login(operation, more, extended as Record<string, string>)).toMatchObject(expected)
})

const directory = (
  operation: string,
  properties: Record<string, [string, string]> = {},
  more: Record<string, unknown> = {},
) =>
  unified({
    RecordType: 8,
    Workload: 'AzureActiveDirectory',
    AzureActiveDirectoryEventType: 1,
    Operation: operation,
    InterSystemsId: 'C1',
    ObjectId: 'bob@example.com',
    Actor: [
      { ID: ada, Type: 5 },
      { ID: '10032002643F6746', Type: 3 },
      { ID: 'User_11111111-2222-3333-4444-555555555555', Type: 2 },
      { ID: '11111111-2222-3333-4444-555555555555', Type: 2 },
      { ID: 'User', Type: 2 },
    ],
    Target: [
      { ID: 'User_22222222-2222-3333-4444-555555555555', Type: 2 },
      { ID: '22222222-2222-3333-4444-555555555555', Type: 2 },
      { ID: 'Bob@example.com', Type: 5 },
    ],
    ModifiedProperties: Object.entries(properties).map(([Name, [OldValue, NewValue]]) => ({
      Name,
      OldValue,
      NewValue,
    })),
    ...more,
  })

const method = (...types: number[]) =>
  JSON.stringify(types.map(MethodType => ({ MethodType, Default: false })))

test.each<[string, Record<string, [string, string]>, Partial<Activity>]>([
  [
    'Add member to role.',
    { 'Role.DisplayName': ['', 'Company Administrator'] },
    { action: 'role-assigned', detail: 'Company Administrator', twin: 'c1/add member to role' },
  ],
  [
    'Update user.',
    { StrongAuthenticationMethod: ['[]', method(6)] },
    { action: 'mfa-method-added', detail: 'authenticator app notification' },
  ],
  [
    'Update user.',
    { StrongAuthenticationMethod: [method(6, 7), method(7)] },
    { action: 'mfa-method-removed' },
  ],
  [
    'Update user.',
    { StrongAuthenticationPhoneAppDetail: ['[]', '[{"DeviceName":"Pixel 8","Id":"d1"}]'] },
    { action: 'mfa-method-added', detail: 'Pixel 8' },
  ],
  [
    'Update user.',
    { StrongAuthenticationUserDetails: ['[{"PhoneNumber":null}]', '[{"PhoneNumber":"+1 555 0100"}]'] },
    { action: 'mfa-method-added', detail: 'phone +1 555 0100' },
  ],
  [
    'Update user.',
    { StrongAuthenticationRequirement: ['[{"State":1}]', '[]'] },
    { action: 'mfa-turned-off' },
  ],
  [
    'Disable Strong Authentication.',
    { StrongAuthenticationRequirement: ['[{"State":1}]', '[]'] },
    { action: 'mfa-turned-off' },
  ],
  ['Update user.', { AccountEnabled: ['[true]', '[false]'] }, { action: 'user-disabled' }],
  [
    'Update user.',
    { 'Included Updated Properties': ['', 'JobTitle'] },
    { action: 'user-changed', detail: 'JobTitle' },
  ],
  [
    'Consent to application.',
    {
      'ConsentAction.Permissions': [
        '',
        '[] => [[Id: x, ClientId: y, ConsentType: Principal, Scope: Mail.Read offline_access, CreatedDateTime: z]]',
      ],
    },
    { action: 'consent-granted', detail: 'Mail.Read offline_access' },
  ],
  [
    'Consent to application.',
    { 'TargetId.ServicePrincipalNames': ['', '"33333333-2222-3333-4444-555555555555"'] },
    { action: 'consent-granted', targetId: '33333333-2222-3333-4444-555555555555' },
  ],
  [
    'Add delegated permission grant.',
    { 'ServicePrincipal.DisplayName': ['', '[\r\n  "Mail Helper"\r\n]'] },
    { action: 'consent-granted', target: 'Mail Helper' },
  ],
  ['Change user password.', {}, { action: 'password-changed' }],
  ['Reset user password.', {}, { action: 'password-reset' }],
  [
    'Add registered owner to device.',
    { 'Device.DisplayName': ['', 'DESKTOP-1'] },
    { action: 'device-registered', detail: 'DESKTOP-1' },
  ],
  ['Update StsRefreshTokenValidFrom Timestamp.', {}, { action: 'sessions-revoked' }],
])('%s with %j', (operation, properties, expected) => {
  expect(directory(operation, properties)).toMatchObject({
    user: ada,
    userId: '11111111-2222-3333-4444-555555555555',
    targetUser: 'bob@example.com',
    targetId: '22222222-2222-3333-4444-555555555555',
    ...expected,
  })
})

test('what a service did has no person', () => {
  const done = directory(
    'Add user.',
    {},
    {
      UserId: 'ServicePrincipal_33333333-2222-3333-4444-555555555555',
      Actor: [{ ID: 'Azure AD Cloud Sync', Type: 1 }],
    },
  )
  expect(done).toMatchObject({
    user: null,
    userId: null,
    actorApp: 'Azure AD Cloud Sync',
    action: 'user-created',
  })
})

const exchange = (operation: string, more: Record<string, unknown>) =>
  unified({ Workload: 'Exchange', Operation: operation, ...more })

test.each<[string, Record<string, unknown>, Partial<Activity>]>([
  [
    'MailItemsAccessed',
    {
      RecordType: 50,
      OperationCount: 2,
      Folders: [
        { Path: '\\Inbox', FolderItems: [{ InternetMessageId: 'a' }, { InternetMessageId: 'b' }] },
        { Path: '\\Sent', FolderItems: [{ InternetMessageId: 'c' }] },
      ],
      OperationProperties: list({ MailAccessType: 'Bind' }),
      MailboxOwnerUPN: 'bob@example.com',
      ClientIPAddress: '[2001:db8::1]:443',
      ClientInfoString: 'Client=REST;Client=RESTSystem;;',
      AppAccessContext: { AADSessionId: session },
      ClientAppId: '',
    },
    {
      action: 'mail-read',
      itemCount: 3,
      user: ada,
      targetUser: 'bob@example.com',
      detail: 'Bind, \\Inbox',
      address: '2001:db8::1',
      session,
      client: 'REST',
    },
  ],
  [
    'MailItemsAccessed',
    {
      OperationCount: 500,
      OperationProperties: list({ MailAccessType: 'Sync' }),
      SessionId: session,
      MailboxOwnerUPN: ada,
    },
    { itemCount: 500, detail: 'Sync', session },
  ],
  [
    'Send',
    { Item: { Subject: 'Hello' }, ClientInfoString: `Client=OWA;${chrome};` },
    { action: 'mail-send', detail: 'Hello', client: 'Chrome on Windows', userAgent: chrome },
  ],
  [
    'SendAs',
    { SendAsUserSmtp: 'bob@example.com', Item: { Subject: 'Pay' } },
    { action: 'mail-send', targetUser: 'bob@example.com' },
  ],
  [
    'HardDelete',
    { AffectedItems: [{ Subject: 'a' }, { Subject: 'b' }], MailboxOwnerUPN: ada },
    { action: 'mail-delete', itemCount: 2, detail: 'a' },
  ],
  [
    'SoftDelete',
    { AffectedItems: [{ Subject: 'a', ParentFolder: { Path: '\\Sent Items' } }], MailboxOwnerUPN: ada },
    { action: 'mail-sent-delete', itemCount: 1, detail: 'a' },
  ],
  [
    'MoveToDeletedItems',
    { AffectedItems: [{ Subject: 'a' }], Folder: { Path: '\\Gesendete Elemente' } },
    { action: 'mail-sent-delete' },
  ],
  [
    'MoveToDeletedItems',
    { AffectedItems: [{ Subject: 'a', ParentFolder: { Path: '\\Inbox\\Sent offers' } }] },
    { action: 'mail-delete' },
  ],
  ['SearchQueryInitiatedExchange', { QueryText: 'password' }, { action: 'mail-search', detail: 'password' }],
  ['Remove-InboxRule', { Parameters: list({ Identity: 'x\\1' }) }, { action: 'inbox-rule-remove' }],
  [
    'Set-InboxRule',
    { Parameters: list({ Identity: 'x\\1', Enabled: 'False' }) },
    { action: 'inbox-rule-remove' },
  ],
  [
    'UpdateInboxRules',
    { OperationProperties: list({ RuleOperation: 'RemoveMailboxRule', RuleName: 'r' }) },
    { action: 'inbox-rule-remove' },
  ],
  [
    'Set-Mailbox',
    {
      Parameters: list({
        Identity: 'bob@example.com',
        ForwardingSmtpAddress: 'smtp:mallory@evil.test',
        DeliverToMailboxAndForward: 'True',
      }),
    },
    { action: 'mailbox-forwarding-set', targetUser: 'bob@example.com', detail: 'mallory@evil.test' },
  ],
  [
    'Set-Mailbox',
    { Parameters: list({ Identity: 'bob@example.com', ForwardingSmtpAddress: '' }) },
    { action: 'other' },
  ],
  [
    'Set-Mailbox',
    { Parameters: list({ Identity: 'bob@example.com', AuditEnabled: 'False' }) },
    { action: 'mailbox-audit-off' },
  ],
  [
    'Set-Mailbox',
    { Parameters: list({ Identity: 'bob@example.com', GrantSendOnBehalfTo: 'eve' }) },
    { action: 'mailbox-access-granted' },
  ],
  [
    'Set-Mailbox',
    { Parameters: list({ Identity: 'bob@example.com', MaxSendSize: '30MB' }) },
    { action: 'other', targetUser: 'bob@example.com' },
  ],
  [
    'Add-MailboxPermission',
    {
      Parameters: list({ Identity: 'bob@example.com', User: 'eve@example.com', AccessRights: 'FullAccess' }),
    },
    {
      action: 'mailbox-access-granted',
      targetUser: 'bob@example.com',
      detail: 'FullAccess to eve@example.com',
    },
  ],
  ...['None', 'LimitedDetails', 'AvailabilityOnly'].map(
    (rights): [string, Record<string, unknown>, Partial<Activity>] => [
      'Set-MailboxFolderPermission',
      {
        Parameters: list({ Identity: 'bob@example.com:\\Calendar', User: 'Default', AccessRights: rights }),
      },
      { action: 'other', targetUser: 'bob@example.com', detail: `${rights} to Default` },
    ],
  ),
  [
    'Set-MailboxFolderPermission',
    {
      Parameters: list({ Identity: 'bob@example.com:\\Inbox', User: 'Default', AccessRights: 'Reviewer' }),
    },
    { action: 'mailbox-access-granted', targetUser: 'bob@example.com', detail: 'Reviewer to Default' },
  ],
  [
    'Set-CASMailbox',
    { Parameters: list({ Identity: 'bob@example.com', ImapEnabled: 'True', PopEnabled: 'False' }) },
    { action: 'mailbox-protocol-enabled', detail: 'ImapEnabled' },
  ],
  [
    'Set-CASMailbox',
    { Parameters: list({ Identity: 'bob@example.com', ImapEnabled: 'False' }) },
    { action: 'other' },
  ],
  [
    'Set-TransportConfig',
    { Parameters: list({ SmtpClientAuthenticationDisabled: 'False' }) },
    { action: 'mailbox-protocol-enabled' },
  ],
  [
    'Set-MailboxAuditBypassAssociation',
    { Parameters: list({ AuditBypassEnabled: 'True', Identity: 'bob@example.com' }) },
    { action: 'mailbox-audit-off' },
  ],
  [
    'Set-AdminAuditLogConfig',
    { Parameters: list({ UnifiedAuditLogIngestionEnabled: 'False' }) },
    { action: 'mailbox-audit-off' },
  ],
  [
    'Set-AdminAuditLogConfig',
    { Parameters: list({ UnifiedAuditLogIngestionEnabled: 'True' }) },
    { action: 'other' },
  ],
  [
    'New-TransportRule',
    { Parameters: list({ Name: 'copy', BlindCopyTo: 'mallory@evil.test' }) },
    { action: 'mail-flow-rule-set', detail: 'copy' },
  ],
  [
    'Add-RoleGroupMember',
    { Parameters: list({ Identity: 'Organization Management', Member: 'bob@example.com' }) },
    { action: 'role-assigned', targetUser: 'bob@example.com', detail: 'Organization Management' },
  ],
])('%s %j', (operation, more, expected) => {
  expect(exchange(operation, more)).toMatchObject(expected)
})

test('an inbox rule is told in full', () => {
  const made = exchange('New-InboxRule', {
    ClientIP: '198.51.100.7:5678',
    Parameters: list({ Name: '.', DeleteMessage: 'True', From: 'bank@example.com' }),
  })
  expect(made).toMatchObject({
    action: 'inbox-rule-set',
    address: '198.51.100.7',
    target: ada,
    targetUser: ada,
  })
  expect(made.rule).toEqual({
    name: '.',
    forwardTo: [],
    deletes: true,
    movesTo: null,
    marksRead: false,
    stops: false,
    looksFor: ['bank@example.com'],
  })
})

test.each<[string, string, Record<string, unknown>, Partial<Activity>]>([
  [
    'OneDrive',
    'FileDownloaded',
    {
      ObjectId: 'https://x.test/a.docx',
      SourceFileName: 'a.docx',
      SiteUrl: 'https://x.test/',
      ApplicationDisplayName: 'OneDrive',
      UserAgent: chrome,
    },
    {
      action: 'file-download',
      target: 'https://x.test/a.docx',
      detail: 'a.docx',
      appName: 'OneDrive',
      client: 'Chrome on Windows',
    },
  ],
  ['SharePoint', 'FileAccessedExtended', {}, { action: 'file-read' }],
  ['SharePoint', 'FileRecycled', {}, { action: 'file-delete' }],
  [
    'SharePoint',
    'AnonymousLinkCreated',
    { SourceFileName: 'a.docx', EventData: '<Type>Edit</Type>' },
    { action: 'file-share', detail: 'a.docx, Edit' },
  ],
  [
    'SharePoint',
    'AddedToSecureLink',
    { TargetUserOrGroupName: 'mallory@evil.test' },
    { action: 'file-share', targetUser: 'mallory@evil.test' },
  ],
  [
    'SharePoint',
    'SearchQueryPerformed',
    { SearchQueryText: 'salary' },
    { action: 'file-search', detail: 'salary' },
  ],
  ['SharePoint', 'FileUploaded', {}, { action: 'file-upload' }],
  [
    'MicrosoftTeams',
    'MessageSent',
    { ChatName: 'Hi', Members: [{ UPN: ada }, { UPN: 'mallory@evil.test' }] },
    { action: 'message-send', targetUser: 'mallory@evil.test', target: 'Hi' },
  ],
  [
    'MicrosoftTeams',
    'MemberAdded',
    { TeamName: 'Finance', Members: [{ UPN: 'mallory@evil.test' }] },
    { action: 'team-member-added', target: 'Finance', detail: 'mallory@evil.test' },
  ],
  [
    'SecurityComplianceCenter',
    'AlertTriggered',
    {
      UserId: 'SecurityComplianceAlerts',
      Name: 'Mail forwarding',
      Severity: 'Medium',
      EntityType: 'User',
      AlertEntityId: 'bob@example.com',
    },
    { action: 'alert', user: null, targetUser: 'bob@example.com', risk: 'medium', detail: 'Mail forwarding' },
  ],
  ['SharePoint', 'SomethingNew', {}, { action: 'other', operation: 'SomethingNew' }],
])('%s: %s %j', (workload, operation, more, expected) => {
  expect(unified({ Workload: workload, Operation: operation, ...more })).toMatchObject(expected)
})

test.each(['False', 'Failed', 'Failure'])('%s is a failure', status => {
  expect(exchange('New-InboxRule', { ResultStatus: status }).outcome).toBe('failure')
})

test.each(['True', 'Succeeded', 'Success', 'PartiallySucceeded', undefined])('%s is a success', status => {
  expect(exchange('New-InboxRule', { ResultStatus: status }).outcome).toBe('success')
})

test('OfficeActivity of Log Analytics says the same, in its own columns', () => {
  const row = normalise({
    Type: 'OfficeActivity',
    TimeGenerated: '2026-03-04T05:06:07.000Z',
    OfficeId: 'o1',
    RecordType: '50',
    Operation: 'MailItemsAccessed',
    OfficeWorkload: 'Exchange',
    OrganizationId: 'aaaaaaaa-0000-4000-8000-000000000000',
    UserId: ada,
    UserType: 'Regular',
    Client_IPAddress: '198.51.100.7',
    MailboxOwnerUPN: ada,
    Folders: '[{"Path":"\\\\Inbox","FolderItems":[{"InternetMessageId":"a"},{"InternetMessageId":"b"}]}]',
    OperationProperties: '[{"Name":"MailAccessType","Value":"Bind"}]',
    AppAccessContext: `{"AADSessionId":"${session}"}`,
  })
  expect(row).toMatchObject({
    id: 'o1',
    log: 'unified',
    action: 'mail-read',
    itemCount: 2,
    address: '198.51.100.7',
    session,
    detail: 'Bind, \\Inbox',
  })
})

test.each([
  [
    'a Purview row',
    (inner: object) => ({
      RecordId: 'x',
      CreationDate: '2026-03-04',
      UserIds: ada,
      Operations: 'Send',
      AuditData: JSON.stringify(inner),
    }),
  ],
  [
    'a row whose column was read already',
    (inner: object) => ({ CreationDate: '2026-03-04', AuditData: inner }),
  ],
  [
    "Graph's audit-log query",
    (inner: object) => ({
      id: 'x',
      createdDateTime: '2026-03-04T05:06:07Z',
      auditLogRecordType: 'ExchangeItem',
      operation: 'Send',
      auditData: inner,
    }),
  ],
  [
    "Defender's CloudAppEvents",
    (inner: object) => ({ Timestamp: '2026-03-04T05:06:07Z', ActionType: 'Send', RawEventData: inner }),
  ],
])('%s holds the record itself', (_, wrap) => {
  const inner = {
    Id: 'inner',
    CreationTime: '2026-03-04T05:06:07',
    Operation: 'Send',
    Workload: 'Exchange',
    UserId: ada,
    RecordType: 2,
  }
  expect(normalise(wrap(inner))).toMatchObject({ id: 'inner', action: 'mail-send', user: ada, raw: inner })
})
