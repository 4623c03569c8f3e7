import { describe, expect, test } from 'vitest'
import { classifyRecord } from '../fields/log-class.ts'
import { doesMatch, readDetectionRule } from '../fixtures/rule.ts'
import { createRuleSet } from '../matching/ruleset.ts'

// One sign-in and one directory audit, as the four ways in hold them.
const graphSignIn = {
  id: 's1',
  createdDateTime: '2024-05-01T10:00:00Z',
  userPrincipalName: 'ana@contoso.example',
  appId: 'app-1',
  appDisplayName: 'Azure Portal',
  ipAddress: '203.0.113.7',
  clientAppUsed: 'IMAP4',
  userAgent: 'axios/1.7',
  authenticationProtocol: 'deviceCode',
  authenticationRequirement: 'singleFactorAuthentication',
  conditionalAccessStatus: 'failure',
  riskState: 'atRisk',
  homeTenantId: 'home',
  resourceDisplayName: 'Device Registration Service',
  networkLocationDetails: [],
  status: {
    errorCode: 53003,
    failureReason: 'Access has been blocked.',
    additionalDetails: 'MFA denied; user declined',
  },
  deviceDetail: { deviceId: '', isCompliant: false, trustType: null },
  location: { countryOrRegion: 'NL', city: 'Delft' },
}
const { location, ...withoutLocation } = graphSignIn
const pascal = (record: object, asText: boolean) =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key[0]!.toUpperCase() + key.slice(1),
      asText && typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )
const laSignIn = (asText: boolean) => ({
  TenantId: 't',
  TimeGenerated: '2024-05-01T10:01:00Z',
  OperationName: 'Sign-in activity',
  Category: 'SignInLogs',
  ResultType: '53003',
  ResultDescription: 'Access has been blocked.',
  Location: 'NL',
  ...pascal(withoutLocation, asText),
  LocationDetails: asText ? JSON.stringify(location) : location,
  Type: 'SigninLogs',
})
const signIns: Record<string, object> = {
  Graph: graphSignIn,
  'Azure Monitor': {
    time: '2024-05-01T10:01:00Z',
    resourceId: '/tenants/t/providers/Microsoft.aadiam',
    operationName: 'Sign-in activity',
    category: 'SignInLogs',
    resultType: '53003',
    resultDescription: 'Access has been blocked.',
    callerIpAddress: '203.0.113.7',
    location: 'NL',
    properties: graphSignIn,
  },
  'Log Analytics': laSignIn(false),
  'Log Analytics with JSON as text': laSignIn(true),
}
const unifiedSignIn = {
  CreationTime: '2024-05-01T10:00:00',
  Id: 's1',
  Operation: 'UserLoginFailed',
  RecordType: 15,
  ResultStatus: 'Failed',
  Workload: 'AzureActiveDirectory',
  ClientIP: '203.0.113.7',
  UserId: 'ana@contoso.example',
  ExtendedProperties: [
    { Name: 'UserAgent', Value: 'axios/1.7' },
    { Name: 'RequestType', Value: 'Cmsi:Cmsi' },
  ],
  DeviceProperties: [
    { Name: 'OS', Value: 'Windows' },
    { Name: 'IsCompliant', Value: 'False' },
    { Name: 'SessionId', Value: 'session-1' },
  ],
  ApplicationId: 'app-1',
  ErrorNumber: '53003',
}

const graphAudit = {
  id: 'a1',
  category: 'UserManagement',
  result: 'success',
  resultReason: '',
  activityDisplayName: 'Update user',
  activityDateTime: '2024-05-01T10:00:00Z',
  loggedByService: 'Core Directory',
  initiatedBy: { user: { userPrincipalName: 'ana@contoso.example', ipAddress: '203.0.113.7' }, app: null },
  targetResources: [
    {
      displayName: 'Bo',
      type: 'ServicePrincipal',
      userPrincipalName: 'bo@contoso.example',
      modifiedProperties: [
        { displayName: 'UserType', oldValue: '["Guest"]', newValue: '["Member"]' },
        { displayName: 'ConsentContext.IsAdminConsent', oldValue: null, newValue: '"False"' },
        {
          displayName: 'StrongAuthenticationRequirement',
          oldValue: '[]',
          newValue: '[{"RelyingParty":"*","State":0}]',
        },
      ],
    },
  ],
  additionalDetails: [{ key: 'User-Agent', value: 'python' }],
}
const laAudit = (asText: boolean) => ({
  TenantId: 't',
  TimeGenerated: '2024-05-01T10:01:00Z',
  OperationName: 'Update user',
  Identity: 'Ana',
  ...pascal(graphAudit, asText),
  Type: 'AuditLogs',
})
const { category, activityDisplayName, ...auditProperties } = graphAudit
const audits: Record<string, object> = {
  Graph: graphAudit,
  'Azure Monitor': {
    time: '2024-05-01T10:01:00Z',
    resourceId: '/tenants/t/providers/Microsoft.aadiam',
    operationName: 'Update user',
    category: 'AuditLogs',
    properties: { ...auditProperties, category, activityDisplayName },
  },
  'Log Analytics': laAudit(false),
  'Log Analytics with JSON as text': laAudit(true),
  'unified audit log': {
    CreationTime: '2024-05-01T10:00:00',
    Id: 'a1',
    Operation: 'Update user.',
    RecordType: 8,
    ResultStatus: 'Success',
    Workload: 'AzureActiveDirectory',
    UserId: 'ana@contoso.example',
    ExtendedProperties: [{ Name: 'extendedAuditEventCategory', Value: 'User' }],
    ModifiedProperties: [
      { Name: 'UserType', OldValue: '["Guest"]', NewValue: '["Member"]' },
      { Name: 'ConsentContext.IsAdminConsent', OldValue: '', NewValue: 'False' },
      {
        Name: 'StrongAuthenticationRequirement',
        OldValue: '[]',
        NewValue: '[{"RelyingParty":"*","State":0}]',
      },
    ],
    Target: [{ ID: 'ServicePrincipal', Type: 2 }],
  },
}

function finds(line: string, logsource: string, record: object): boolean {
  const rule = readDetectionRule(`selection:\n    ${line}\ncondition: selection`, { logsource })
  expect(createRuleSet([rule]).match(record).length === 1, 'the index agrees').toBe(doesMatch(rule, record))
  return doesMatch(rule, record)
}

describe('sign-ins', () => {
  const source = 'product: azure, service: signinlogs'
  const lines = [
    'ResultType: 53003',
    'resultType: 53003',
    "Resultdescription: 'Blocked by Conditional Access'",
    "ResultDescription: 'Failure'",
    "Status: 'Failure'",
    "Status|contains: 'MFA Denied'",
    "userAgent|contains: 'axios'",
    "UserAgent|startswith: 'Axios'",
    "properties.message: 'Device Code'",
    "AuthenticationRequirement: 'singleFactorAuthentication'",
    "properties.authenticationRequirement: 'singleFactorAuthentication'",
    'properties.appId: app-1',
    'AppDisplayName: azure portal',
    'location|contains: NL',
    'location: nl',
    'callerIpAddress: 203.0.113.7',
    'callerIpAddress|cidr: 203.0.113.0/24',
    'IPAddress: 203.0.113.7',
    "DeviceDetail.deviceId: ''",
    "properties.deviceDetail.deviceId: ''",
    "DeviceDetail.isCompliant: 'false'",
    'DeviceDetail.trusttype: null',
    "NetworkLocationDetails: '[]'",
    'RiskState: atRisk',
    'homeTenantId: home',
    "ResourceDisplayName: 'Device Registration Service'",
    "ClientApp: 'IMAP'",
    'Username: ana@contoso.example',
    "ActivityDetails: 'Sign-ins'",
  ]
  describe.each(Object.entries(signIns))('%s', (_way, record) => {
    test.each(lines)('%s', line => expect(finds(line, source, record)).toBe(true))
    test.each([
      'ResultType: 0',
      'Status: Success',
      "properties.message: 'ROPC'",
      'location: DE',
      'DeviceDetail.isCompliant: true',
      'ResultType: null',
      'Nowhere|exists: true',
    ])('not %s', line => expect(finds(line, source, record)).toBe(false))
    test('is told to be a sign-in', () => expect(classifyRecord(record)).toBe('signinlogs'))
  })
  test.each([
    'ResultType: 53003',
    "userAgent|contains: 'axios'",
    "DeviceDetail.isCompliant: 'false'",
    'properties.appId: app-1',
    'Username: ana@contoso.example',
    "Resultdescription: 'Blocked by Conditional Access'",
  ])('unified audit log: %s', line => expect(finds(line, source, unifiedSignIn)).toBe(true))
})

describe('directory audits', () => {
  const source = 'product: azure, service: auditlogs'
  const lines = [
    "properties.message: 'Update user'",
    "operationName: 'Update user'",
    "OperationName: 'Update user'",
    "ActivityDisplayName: 'Update user'",
    "activityType|contains: 'update'",
    "Category: 'UserManagement'",
    "category: 'UserManagement'",
    "Status: 'Success'",
    'properties.result: success',
    "LoggedByService: 'Core Directory'",
    'Initiatedby: ana@contoso.example',
    'properties.initiatedBy|contains: ana@',
    "targetResources.type: 'Service Principal'",
    "TargetResources.ModifiedProperties.DisplayName: 'StrongAuthenticationRequirement'",
    "TargetResources.ModifiedProperties.NewValue|contains: 'State\":0'",
    "TargetResources|contains: 'StrongAuthentication'",
    "TargetResources.modifiedProperties|contains: 'RelyingParty'",
    "ConsentContext.IsAdminConsent: 'false'",
    String.raw`properties.message: '"displayName":"UserType","oldValue":"[\"Guest\"]","newValue":"[\"Member\"]"'`,
  ]
  describe.each(Object.entries(audits))('%s', (_way, record) => {
    test.each(lines)('%s', line => expect(finds(line, source, record)).toBe(true))
    test.each([
      "operationName: 'Add user'",
      "Category: 'Policy'",
      'Status: Failure',
      "ConsentContext.IsAdminConsent: 'true'",
    ])('not %s', line => expect(finds(line, source, record)).toBe(false))
  })
})

describe('unified audit log', () => {
  const source = 'product: m365, service: audit'
  const record = {
    CreationTime: '2024-05-01T10:00:00',
    Operation: 'New-InboxRule',
    Workload: 'Exchange',
    ResultStatus: 'True',
    UserId: 'ana@contoso.example',
    ObjectId: 'o',
    Parameters: [
      { Name: 'ForwardTo', Value: 'x@evil.example' },
      { Name: 'DeleteMessage', Value: 'True' },
      { Name: 'Name', Value: 'tidy' },
    ],
  }
  const { Workload, ObjectId, ...rest } = record
  const ways: Record<string, object> = {
    'Management Activity API': record,
    'Log Analytics': { ...rest, OfficeWorkload: Workload, OfficeObjectId: ObjectId, Type: 'OfficeActivity' },
    'Log Analytics with JSON as text': {
      ...rest,
      Parameters: JSON.stringify(record.Parameters),
      OfficeWorkload: Workload,
      OfficeObjectId: ObjectId,
      Type: 'OfficeActivity',
    },
    'Graph audit log query': { id: 'x', operation: 'New-InboxRule', service: 'Exchange', auditData: record },
  }
  describe.each(Object.entries(ways))('%s', (_way, each) => {
    test.each([
      'Operation: New-InboxRule',
      "Parameters|contains: 'ForwardTo'",
      'Parameters.ForwardTo: x@evil.example',
      'Parameters.forwardto|endswith: evil.example',
      'Parameters.DeleteMessage: true',
      'Parameters.Name: tidy',
      'Parameters.Name: ForwardTo',
      'Workload: Exchange',
      'ObjectId: o',
      'eventSource: Exchange',
      'eventName: New-InboxRule',
      'status: success',
    ])('%s', line => expect(finds(line, source, each)).toBe(true))
    test('not another parameter', () =>
      expect(finds('Parameters.RedirectTo|exists: true', source, each)).toBe(false))
  })

  test('alerts are found by their name', () => {
    const alert = {
      CreationTime: 't',
      Operation: 'AlertTriggered',
      Workload: 'SecurityComplianceCenter',
      Name: 'Impossible travel activity',
      ResultStatus: 'Succeeded',
    }
    const lines =
      'eventName: Impossible travel activity\n    eventSource: SecurityComplianceCenter\n    status: success'
    expect(finds(lines, 'product: m365, service: threat_management', alert)).toBe(true)
  })
})

describe('activity log', () => {
  const operation = 'Microsoft.Network/firewallPolicies/write'
  const resource = '/subscriptions/s/providers/Microsoft.Network/firewallPolicies/f'
  const ways: Record<string, object> = {
    'Azure Monitor': {
      time: 't',
      resourceId: resource,
      operationName: operation.toUpperCase(),
      category: 'Administrative',
      properties: { message: 'x' },
    },
    'REST interface': {
      operationName: { value: operation, localizedValue: 'Create or update' },
      category: { value: 'Administrative' },
      resourceProviderName: { value: 'Microsoft.Network' },
      resourceId: resource,
    },
    'Log Analytics': {
      TimeGenerated: 't',
      OperationName: 'Create or update',
      OperationNameValue: operation.toUpperCase(),
      CategoryValue: 'Administrative',
      ResourceProviderValue: 'MICROSOFT.NETWORK',
      ResourceId: '',
      _ResourceId: resource,
      Type: 'AzureActivity',
    },
  }
  describe.each(Object.entries(ways))('%s', (_way, record) => {
    test.each([
      'operationName: MICROSOFT.NETWORK/FIREWALLPOLICIES/WRITE',
      'operationName|startswith: MICROSOFT.NETWORK/',
      'OperationNameValue: Microsoft.Network/firewallPolicies/write',
      'CategoryValue: Administrative',
      'ResourceProviderValue: Microsoft.Network',
      'ResourceId|contains: firewallPolicies',
    ])('%s', line => expect(finds(line, 'product: azure, service: activitylogs', record)).toBe(true))
  })
})

describe('risk detections', () => {
  test.each([
    { riskEventType: 'leakedCredentials', riskLevel: 'high', detectedDateTime: 't' },
    {
      time: 't',
      operationName: 'User Risk Detection',
      category: 'UserRiskEvents',
      properties: { riskEventType: 'leakedCredentials' },
    },
    { TimeGenerated: 't', RiskEventType: 'leakedCredentials', Type: 'AADUserRiskEvents' },
  ])('%j', record => {
    expect(finds('riskEventType: leakedCredentials', 'product: azure, service: riskdetection', record)).toBe(
      true,
    )
  })
  test('alerts of privileged identity management by their type', () => {
    const record = { '@odata.type': '#microsoft.graph.noMfaOnRoleActivationAlertIncident', id: 'x' }
    const line = 'riskEventType: noMfaOnRoleActivationAlertIncident'
    expect(finds(line, 'product: azure, service: pim', record)).toBe(true)
  })
})

describe('exact names', () => {
  test('of a record that is of no known log are final', () => {
    const source = 'product: azure, service: signinlogs'
    expect(finds('Status: Success', source, { Status: 'Failure', ResultType: 0 })).toBe(false)
    expect(finds('ResultType: 0', source, { ResultType: 1, ErrorNumber: 0 })).toBe(false)
    expect(finds('ResultDescription: Failure', source, { ResultDescription: 'x', ResultType: 50057 })).toBe(
      false,
    )
  })
  test('come before the same path in another case', () => {
    const record = { N: { code: 'nested' }, 'n.code': 'dotted' }
    const source = 'product: any'
    expect(finds('n.code: dotted', source, record)).toBe(true)
    expect(finds('n.code: nested', source, record)).toBe(false)
    expect(finds('n.code: nested', source, { N: record.N })).toBe(true)
  })
  test('a log source without a map has no other names', () => {
    expect(finds('operationName: x', 'product: aws, service: cloudtrail', { Operation: 'x' })).toBe(false)
  })
})

test('what stood at a place of a list does not stand for what follows it there', () => {
  const rule = readDetectionRule('selection:\n    Parameters.Identity: x\ncondition: selection')
  const set = createRuleSet([rule], { ignoreLogsource: true })
  const withName = (Name: string) => ({ Parameters: [{ Name, Value: 'x' }] })
  for (const name of ['Calendar', 'Identity', 'Calendar', 'Identity', ''])
    expect(set.match(withName(name)).length === 1).toBe(name === 'Identity')
})
