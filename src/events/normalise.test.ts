import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action, Activity, Place } from './activity.ts'
import { isRejection, normalise } from './normalise.ts'
import operations from './operations.json' with { type: 'json' }

const sent = {
  Id: 'r1',
  CreationTime: '2026-03-04T05:06:07',
  Operation: 'Send',
  Workload: 'Exchange',
  UserId: 'ada@example.com',
  ClientIP: '198.51.100.7',
}

test.each<[unknown, string]>([
  [null, 'is not an object'],
  ['text', 'is not an object'],
  [[sent], 'is not an object'],
  [{}, 'is of no known log'],
  [{ hello: 'world' }, 'is of no known log'],
  [
    { id: 'u', userPrincipalName: 'ada@example.com', createdDateTime: '2026-03-04T05:06:07Z' },
    'is of no known log',
  ],
  [{ AuditData: '{"cut sho' }, 'is of no known log'],
  [{ ...sent, CreationTime: undefined }, 'has no time'],
  [{ ...sent, CreationTime: 'soon' }, 'has no time'],
  [{ ...sent, CreationTime: '1999-12-31T23:59:59' }, 'is from before the year 2000'],
  [{ ...sent, CreationTime: '2026-03-06T00:00:01' }, 'is more than a day in the future'],
  [{ ...sent, Operation: '' }, 'does not say what was done'],
])('%j %s', (record, reason) => {
  expect(normalise(record, { now: Date.parse('2026-03-05T00:00:00Z') })).toEqual({ rejected: reason })
})

test('a day of clock skew is borne', () => {
  expect(
    isRejection(
      normalise(
        { ...sent, CreationTime: '2026-03-05T23:00:00' },
        { now: Date.parse('2026-03-05T00:00:00Z') },
      ),
    ),
  ).toBe(false)
})

test('a record without an id gets one from its content, whatever the order of its fields', () => {
  const { Id: _, ...bare } = sent
  const turned = Object.fromEntries(Object.entries(bare).reverse())
  const first = normalise(bare) as Activity
  expect(first.id).toMatch(/^[0-9a-f]{64}$/)
  expect((normalise(turned) as Activity).id).toBe(first.id)
  expect((normalise({ ...bare, UserId: 'bob@example.com' }) as Activity).id).not.toBe(first.id)
})

test('the tenant it was collected from wins', () => {
  expect(normalise({ ...sent, OrganizationId: 'other' }, { tenant: 't1' })).toMatchObject({ tenant: 't1' })
})

const known: Place = {
  country: 'PT',
  city: null,
  latitude: null,
  longitude: null,
  asn: 64500,
  network: 'Example',
  networkKind: 'hosting',
}
const told = {
  createdDateTime: '2026-03-04T05:06:07Z',
  id: 'g1',
  status: { errorCode: 0 },
  appId: 'a',
  userPrincipalName: 'ada@example.com',
  ipAddress: '198.51.100.7',
}

test('a place is looked up by the address and what the record says itself', () => {
  const asked: unknown[] = []
  const locate = (...given: unknown[]) => {
    asked.push(given)
    return known
  }
  const lisbon = { ...told, location: { countryOrRegion: 'PT', city: 'Lisbon' } }
  expect(normalise(lisbon, { locate })).toMatchObject({ place: known })
  expect(asked).toMatchObject([['198.51.100.7', { country: 'PT', city: 'Lisbon', asn: null }]])
  expect(normalise(lisbon)).toMatchObject({ place: { country: 'PT', city: 'Lisbon' } })
})

test('every action can be reached', () => {
  const parameters: Partial<Record<Action, Record<string, string>>> = {
    'mailbox-forwarding-set': { ForwardingSmtpAddress: 'mallory@evil.test' },
    'mailbox-protocol-enabled': { ImapEnabled: 'True' },
    'mailbox-audit-off': { AuditBypassEnabled: 'True' },
  }
  for (const [action, [operation]] of Object.entries(operations)) {
    const Parameters = Object.entries(parameters[action as Action] ?? {}).map(([Name, Value]) => ({
      Name,
      Value,
    }))
    expect(normalise({ ...sent, Operation: operation, Parameters }), action).toMatchObject({ action })
  }
})

test('risk detections and alerts are told under the account they speak of', () => {
  const detection = {
    id: 'd1',
    riskEventType: 'unfamiliarFeatures',
    riskLevel: 'medium',
    riskState: 'atRisk',
    activityDateTime: '2026-03-04T05:06:07Z',
    userPrincipalName: 'Ada@example.com',
    ipAddress: '198.51.100.7',
    additionalInfo: '[{"Key":"userAgent","Value":"curl/8.4.0"}]',
  }
  const expected = {
    log: 'riskdetection',
    action: 'alert',
    operation: 'unfamiliarFeatures',
    user: 'ada@example.com',
    risk: 'medium',
    client: 'curl',
    detail: 'unfamiliarFeatures, atRisk',
  }
  expect(normalise(detection)).toMatchObject(expected)
  expect(
    normalise({
      time: '2026-03-04T05:06:07Z',
      category: 'UserRiskEvents',
      operationName: 'User Risk Detection',
      properties: detection,
    }),
  ).toMatchObject(expected)
  const alert = {
    id: 'a1',
    title: 'Suspicious inbox rule',
    severity: 'high',
    createdDateTime: '2026-03-04T05:06:07Z',
    serviceSource: 'microsoftDefenderForOffice365',
    evidence: [{ userAccount: { userPrincipalName: 'ada@example.com' } }],
  }
  expect(normalise(alert)).toMatchObject({
    action: 'alert',
    user: 'ada@example.com',
    risk: 'high',
    operation: 'Suspicious inbox rule',
  })
})

test("Azure's activity log keeps its operation, for rules", () => {
  const record = {
    time: '2026-03-04T05:06:07Z',
    resourceId: '/SUBSCRIPTIONS/1',
    operationName: 'MICROSOFT.AUTHORIZATION/ROLEASSIGNMENTS/WRITE',
    category: 'Administrative',
    resultType: 'Success',
    callerIpAddress: '198.51.100.7',
    identity: { claims: { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': 'Ada@example.com' } },
    properties: { eventDataId: 'e1' },
  }
  expect(normalise(record)).toMatchObject({
    id: 'e1',
    log: 'activitylogs',
    user: 'ada@example.com',
    action: 'role-assigned',
    address: '198.51.100.7',
  })
})

test('whatever a record holds, it is an activity or a rejection with words', () => {
  const names = [
    'Operation',
    'CreationTime',
    'Workload',
    'UserId',
    'Parameters',
    'ExtendedProperties',
    'DeviceProperties',
    'Actor',
    'Target',
    'ModifiedProperties',
    'Folders',
    'Members',
    'properties',
    'category',
    'createdDateTime',
    'status',
    'deviceDetail',
    'location',
    'authenticationDetails',
    'activityDisplayName',
    'initiatedBy',
    'targetResources',
    'additionalDetails',
    'riskEventType',
    'Type',
    'TimeGenerated',
    'AuditData',
    'Date (UTC)',
    'Username',
    'IP address',
    'OperationProperties',
    'AppAccessContext',
    'Item',
    'evidence',
    'serviceSource',
  ]
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      'UserLoggedIn',
      'MailItemsAccessed',
      'UpdateInboxRules',
      'Set-Mailbox',
      'Update user.',
      'SignInLogs',
      'AuditLogs',
      'SigninLogs',
      'Exchange',
      'SharePoint',
      'MicrosoftTeams',
      '2026-03-04T05:06:07Z',
      '[{"Name":null}]',
      '[null]',
      [null],
      [{ Name: 'SessionId', Value: {} }],
    ),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), values), record => {
      const result = normalise(record)
      if (isRejection(result)) expect(result.rejected).not.toBe('')
      else {
        expect(result.id).not.toBe('')
        expect(Number.isFinite(result.at)).toBe(true)
        expect(result.itemCount).toBeGreaterThanOrEqual(1)
      }
    }),
    { numRuns: 3000 },
  )
})

test('words that objects know are no names of anything', () => {
  const record = {
    ...sent,
    ApplicationId: 'constructor',
    ClientInfoString: 'Client=constructor',
    Operation: 'UserLoginFailed',
    LogonError: 'constructor',
  }
  expect(normalise(record)).toMatchObject({ appId: 'constructor', appName: null, errorCode: null })
  expect(normalise({ ...record, Operation: 'Send' })).toMatchObject({ client: 'constructor' })
})

// Quadratic patterns would not come to an end within the test's time.
test('a hostile length costs no more than its reading', () => {
  const long = 'mobile/'.repeat(200_000)
  const hostile = {
    ...sent,
    UserAgent: long,
    ClientInfoString: `Client=OWA;Mozilla/5.0 ${long}`,
    UserId: long,
    ClientIP: long,
  }
  expect(normalise(hostile)).toMatchObject({ user: null, address: null, action: 'mail-send' })
  expect(normalise({ ...sent, Operation: `${'.'.repeat(1_000_000)}x` })).toMatchObject({ action: 'other' })
  const forwarding = [{ Name: 'ForwardTo', Value: 'a'.repeat(1_000_000) }]
  expect(normalise({ ...sent, Operation: 'New-InboxRule', Parameters: forwarding })).toMatchObject({
    action: 'inbox-rule-set',
  })
})
