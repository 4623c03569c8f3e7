import { expect, test } from 'vitest'
import type { Activity } from '../activity.ts'
import { normalise } from '../normalise.ts'

const bob = {
  id: '22222222-2222-3333-4444-555555555555',
  displayName: 'Bob Brown',
  type: 'User',
  userPrincipalName: 'Bob@example.com',
  modifiedProperties: [] as object[],
}
const changed = (displayName: string, oldValue: string | null, newValue: string | null) => ({
  displayName,
  oldValue,
  newValue,
})

const audit = {
  id: 'Directory_c1_ABCDE_1',
  activityDateTime: '2026-03-04T05:06:07.1234567Z',
  activityDisplayName: 'Add member to role',
  category: 'RoleManagement',
  correlationId: 'C1',
  result: 'success',
  resultReason: '',
  loggedByService: 'Core Directory',
  initiatedBy: {
    app: null,
    user: {
      id: '11111111-2222-3333-4444-555555555555',
      displayName: 'Ada Archer',
      userPrincipalName: 'ada@example.com',
      ipAddress: '198.51.100.7',
    },
  },
  targetResources: [
    { ...bob, modifiedProperties: [changed('Role.DisplayName', null, '"Global Administrator"')] },
  ],
  additionalDetails: [{ key: 'User-Agent', value: 'curl/8.4.0' }],
}

const expected: Partial<Activity> = {
  id: 'Directory_c1_ABCDE_1',
  twin: 'c1/add member to role',
  log: 'auditlogs',
  at: Date.parse('2026-03-04T05:06:07.123Z'),
  action: 'role-assigned',
  operation: 'Add member to role',
  user: 'ada@example.com',
  userId: '11111111-2222-3333-4444-555555555555',
  userName: 'Ada Archer',
  address: '198.51.100.7',
  client: 'curl',
  target: 'Bob@example.com',
  targetId: '22222222-2222-3333-4444-555555555555',
  targetUser: 'bob@example.com',
  detail: 'Global Administrator',
  outcome: 'success',
}

test("Graph's directoryAudit", () => {
  expect(normalise(audit)).toMatchObject(expected)
})

test("Azure Monitor's envelope", () => {
  const record = {
    time: '2026-03-04T05:07:00Z',
    category: 'AuditLogs',
    operationName: 'Add member to role',
    tenantId: 'T1',
    correlationId: 'C1',
    properties: audit,
  }
  expect(normalise(record)).toMatchObject({ ...expected, tenant: 't1' })
})

test('a row of AuditLogs, nested JSON as text', () => {
  const row = {
    Type: 'AuditLogs',
    TimeGenerated: '2026-03-04T05:06:07.1234567Z',
    Id: audit.id,
    AADTenantId: 'T1',
    OperationName: 'Add member to role',
    CorrelationId: 'c1',
    Result: 'success',
    InitiatedBy: JSON.stringify(audit.initiatedBy),
    TargetResources: JSON.stringify(audit.targetResources),
    AdditionalDetails: JSON.stringify(audit.additionalDetails),
  }
  expect(normalise(row)).toMatchObject({ ...expected, tenant: 't1' })
})

test("the portal's CSV", () => {
  const row = {
    'Date (UTC)': '2026-03-04T05:06:07.123Z',
    CorrelationId: 'c1',
    Service: 'Core Directory',
    Category: 'RoleManagement',
    Activity: 'Add member to role',
    Result: 'success',
    ResultReason: '',
    'User Agent': 'curl/8.4.0',
    ActorType: 'User',
    ActorDisplayName: 'Ada Archer',
    ActorObjectId: '11111111-2222-3333-4444-555555555555',
    ActorUserPrincipalName: 'ada@example.com',
    IPAddress: '198.51.100.7',
    Target1Type: 'User',
    Target1DisplayName: 'Bob Brown',
    Target1ObjectId: '22222222-2222-3333-4444-555555555555',
    Target1UserPrincipalName: 'Bob@example.com',
    Target1ModifiedProperty1Name: 'Role.DisplayName',
    Target1ModifiedProperty1OldValue: '',
    Target1ModifiedProperty1NewValue: '"Global Administrator"',
  }
  const activity = normalise(row) as Activity
  expect(activity).toMatchObject({ ...expected, id: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('the export of Log Analytics itself, which names the zone in its titles', () => {
  const row = {
    'TimeGenerated [UTC]': '3/4/2026, 5:06:07.123 AM',
    OperationName: 'Add member to role',
    InitiatedBy: JSON.stringify(audit.initiatedBy),
    TargetResources: JSON.stringify(audit.targetResources),
    Id: audit.id,
    CorrelationId: 'c1',
    AdditionalDetails: JSON.stringify(audit.additionalDetails),
  }
  const activity = normalise(row) as Activity
  expect(activity).toMatchObject(expected)
  expect(activity.raw).toBe(row)
})

test.each<[string, object[], string | null, Partial<Activity>]>([
  [
    'User registered security info',
    [bob],
    'User registered Authenticator App with Notification',
    { action: 'mfa-method-added', detail: 'User registered Authenticator App with Notification' },
  ],
  ['User deleted security info', [bob], null, { action: 'mfa-method-removed' }],
  ['Admin registered security info', [bob], null, { action: 'mfa-method-added' }],
  [
    'Update user',
    [{ ...bob, modifiedProperties: [changed('StrongAuthenticationMethod', '[]', '[{"MethodType":7}]')] }],
    null,
    { action: 'mfa-method-added', detail: 'authenticator app code' },
  ],
  ['Disable Strong Authentication', [bob], null, { action: 'mfa-turned-off' }],
  [
    'Add delegated permission grant',
    [
      {
        type: 'ServicePrincipal',
        displayName: 'Microsoft Graph',
        modifiedProperties: [
          changed('DelegatedPermissionGrant.Scope', null, '" Mail.ReadWrite offline_access"'),
        ],
      },
    ],
    null,
    { action: 'consent-granted', detail: 'Mail.ReadWrite offline_access', target: 'Microsoft Graph' },
  ],
  [
    'Add delegated permission grant',
    [
      {
        type: 'ServicePrincipal',
        displayName: 'Microsoft Graph',
        modifiedProperties: [changed('ServicePrincipal.DisplayName', null, '"Mail Helper"')],
      },
    ],
    null,
    { action: 'consent-granted', target: 'Mail Helper' },
  ],
  ['Add app role assignment grant to user', [bob], null, { action: 'consent-granted' }],
  ['Add OAuth2PermissionGrant', [bob], null, { action: 'consent-granted' }],
  [
    'Add application',
    [{ type: 'Application', displayName: 'Tool' }],
    null,
    { action: 'app-created', target: 'Tool' },
  ],
  [
    'Update application – Certificates and secrets management ',
    [
      {
        type: 'Application',
        displayName: 'Tool',
        modifiedProperties: [
          changed(
            'KeyDescription',
            '[]',
            '["[KeyIdentifier=1,KeyType=Password,KeyUsage=Verify,DisplayName=key one]"]',
          ),
        ],
      },
    ],
    null,
    { action: 'app-credential-added', detail: 'key one' },
  ],
  [
    'Update application – Certificates and secrets management ',
    [
      {
        type: 'Application',
        displayName: 'Tool',
        modifiedProperties: [changed('KeyDescription', '["[KeyIdentifier=1,DisplayName=a]"]', '[]')],
      },
    ],
    null,
    { action: 'other' },
  ],
  [
    'Register device',
    [{ type: 'Device', displayName: 'LAPTOP-9' }],
    null,
    { action: 'device-registered', detail: 'LAPTOP-9' },
  ],
  [
    'Add registered owner to device',
    [bob, { type: 'Device', displayName: 'LAPTOP-9', id: 'D9' }],
    null,
    { action: 'device-registered', detail: 'LAPTOP-9', target: 'LAPTOP-9', targetUser: 'bob@example.com' },
  ],
  [
    'Add member to group',
    [bob, { type: 'Group', displayName: 'Finance' }],
    null,
    { action: 'group-member-added', targetUser: 'bob@example.com' },
  ],
  ['Add user', [bob], null, { action: 'user-created' }],
  ['Invite external user', [bob], null, { action: 'user-invited' }],
  ['Disable account', [bob], null, { action: 'user-disabled' }],
  ['Delete user', [bob], null, { action: 'user-deleted' }],
  [
    'Update conditional access policy',
    [{ type: 'Policy', displayName: 'Require MFA' }],
    null,
    { action: 'policy-changed', target: 'Require MFA' },
  ],
  [
    'Set domain authentication',
    [{ type: 'Other', displayName: 'example.com' }],
    null,
    { action: 'federation-changed', target: 'example.com' },
  ],
  ['Add member to role completed (PIM activation)', [bob], null, { action: 'role-activated' }],
  ['Reset password (self-service)', [bob], null, { action: 'password-reset' }],
  ['Change password (self-service)', [bob], null, { action: 'password-changed' }],
  ['User signed out', [bob], null, { action: 'sign-out' }],
])('%s', (activityDisplayName, targetResources, resultReason, told) => {
  expect(normalise({ ...audit, activityDisplayName, targetResources, resultReason })).toMatchObject(told)
})

test.each([
  ['enabled', 'disabled', 'switched off'],
  ['enabled', 'enabledForReportingButNotEnforced', 'switched off'],
  ['disabled', 'enabled', null],
  ['enabled', 'enabled', null],
  ['disabled', 'disabled', null],
])('a policy that was %s and is %s now', (before, after, detail) => {
  const inJson = (state: string) => JSON.stringify({ displayName: 'Require MFA', state })
  const escaped = (state: string) => JSON.stringify(inJson(state))
  for (const told of [inJson, escaped])
    expect(
      normalise({
        ...audit,
        activityDisplayName: 'Update conditional access policy',
        targetResources: [
          {
            type: 'Policy',
            displayName: 'Require MFA',
            modifiedProperties: [changed('ConditionalAccessPolicy', told(before), told(after))],
          },
        ],
      }),
    ).toMatchObject({ action: 'policy-changed', detail })
})

test.each([
  ['AppOwnerTenantId', '"[\\"501FA683-3539-49e2-9aeb-e67fce31f617\\"]"'],
  ['AppOwnerTenantId', '["501fa683-3539-49e2-9aeb-e67fce31f617"]'],
  ['AppOwnerOrganizationId', '"501fa683-3539-49e2-9aeb-e67fce31f617"'],
])('by %s %s an application of another directory is known from one of the own', (name, owner) => {
  const record = {
    ...audit,
    activityDisplayName: 'Add service principal',
    targetResources: [
      { type: 'ServicePrincipal', displayName: 'Calendly', modifiedProperties: [changed(name, '[]', owner)] },
    ],
  }
  const detailIn = (tenant: string | null) =>
    (normalise(record, tenant === null ? {} : { tenant }) as Activity).detail
  expect(detailIn('da721716-fc70-43cc-b74a-f9e62087ddf3')).toBe(
    'of the directory 501fa683-3539-49e2-9aeb-e67fce31f617',
  )
  expect(detailIn('501fa683-3539-49e2-9aeb-e67fce31f617')).toBeNull()
  expect(detailIn(null)).toBeNull()
})

test('what an application did has no person', () => {
  const record = {
    ...audit,
    initiatedBy: { user: null, app: { appId: 'A1', displayName: 'Sync', servicePrincipalId: 's' } },
  }
  expect(normalise(record)).toMatchObject({ user: null, actorApp: 'Sync', appId: 'a1' })
})

test.each(['failure', 'clientError', 'timeout'])('%s is a failure', result => {
  expect(normalise({ ...audit, result })).toMatchObject({ outcome: 'failure' })
})

test('both copies of a change, in this log and in the unified audit log, bear one twin', () => {
  const copy = normalise({
    Id: 'u1',
    CreationTime: '2026-03-04T05:06:07',
    RecordType: 8,
    Workload: 'AzureActiveDirectory',
    Operation: 'Add member to role.',
    UserId: 'ada@example.com',
    InterSystemsId: 'c1',
  })
  expect((copy as Activity).twin).toBe((normalise(audit) as Activity).twin)
})
