import { expect, test } from 'vitest'
import type { Activity } from '../activity.ts'
import { normalise } from '../normalise.ts'

const session = '0a1b2c3d-0000-4000-8000-000000000001'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

const graph = {
  id: 'request-1',
  createdDateTime: '2026-03-04T05:06:07.1234567Z',
  userDisplayName: 'Ada Archer',
  userPrincipalName: 'Ada@example.com',
  userId: '11111111-2222-3333-4444-555555555555',
  userType: 'member',
  appId: '4765445B-32c6-49b0-83e6-1d93765276ca',
  appDisplayName: 'OfficeHome',
  resourceDisplayName: 'Microsoft Graph',
  ipAddress: '198.51.100.7',
  clientAppUsed: 'Browser',
  userAgent: chrome,
  correlationId: 'c0',
  isInteractive: true,
  signInEventTypes: ['interactiveUser'],
  sessionId: session,
  authenticationProtocol: 'none',
  authenticationRequirement: 'singleFactorAuthentication',
  authenticationDetails: [],
  riskLevelDuringSignIn: 'none',
  riskLevelAggregated: 'none',
  autonomousSystemNumber: 64500,
  resourceTenantId: 'AAAAAAAA-0000-4000-8000-000000000000',
  status: { errorCode: 0, failureReason: 'Other.', additionalDetails: null },
  deviceDetail: {
    deviceId: '',
    browser: 'Chrome 120.0.0',
    operatingSystem: 'Windows10',
    isCompliant: false,
    isManaged: false,
    trustType: '',
  },
  location: {
    city: 'Lisbon',
    state: 'Lisboa',
    countryOrRegion: 'PT',
    geoCoordinates: { latitude: 38.7, longitude: -9.1 },
  },
}

const expected: Partial<Activity> = {
  id: 'request-1',
  twin: 'request-1',
  log: 'signinlogs',
  action: 'sign-in',
  tenant: 'aaaaaaaa-0000-4000-8000-000000000000',
  user: 'ada@example.com',
  userId: '11111111-2222-3333-4444-555555555555',
  userName: 'Ada Archer',
  outcome: 'success',
  errorCode: 0,
  address: '198.51.100.7',
  session,
  client: 'Chrome on Windows',
  appId: '4765445b-32c6-49b0-83e6-1d93765276ca',
  appName: 'OfficeHome',
  resource: 'Microsoft Graph',
  isInteractive: true,
  flow: null,
  mfa: 'none',
  risk: 'none',
}

test("Graph's signIn", () => {
  const activity = normalise(graph) as Activity
  expect(activity).toMatchObject({
    ...expected,
    at: Date.parse('2026-03-04T05:06:07.123Z'),
    deviceId: null,
    isDeviceKnown: false,
    detail: null,
  })
  expect(activity.place).toEqual({
    country: 'PT',
    city: 'Lisbon',
    latitude: 38.7,
    longitude: -9.1,
    asn: 64500,
    network: null,
    networkKind: null,
  })
  expect(activity.raw).toBe(graph)
})

test.each(['object', 'text'])("Azure Monitor's envelope, its properties as %s", as => {
  const record = {
    time: '2026-03-04T05:07:00Z',
    category: 'SignInLogs',
    operationName: 'Sign-in activity',
    tenantId: 'aaaaaaaa-0000-4000-8000-000000000000',
    callerIpAddress: '198.51.100.7',
    resultType: '0',
    location: 'PT',
    properties: as === 'text' ? JSON.stringify(graph) : graph,
  }
  const activity = normalise(record) as Activity
  expect(activity).toMatchObject({ ...expected, at: Date.parse('2026-03-04T05:06:07.123Z') })
  expect(activity.raw).toBe(record)
})

test.each([
  ['SigninLogs', (value: unknown) => value, true],
  ['AADNonInteractiveUserSignInLogs', (value: unknown) => JSON.stringify(value), false],
])('a row of %s', (table, nested, isInteractive) => {
  const row = {
    Type: table,
    TimeGenerated: '2026-03-04T05:06:07.123Z',
    Id: 'request-1',
    AADTenantId: 'aaaaaaaa-0000-4000-8000-000000000000',
    UserPrincipalName: 'ada@example.com',
    UserId: '11111111-2222-3333-4444-555555555555',
    UserDisplayName: 'Ada Archer',
    AppId: '4765445b-32c6-49b0-83e6-1d93765276ca',
    AppDisplayName: 'OfficeHome',
    ResourceDisplayName: 'Microsoft Graph',
    IPAddress: '198.51.100.7',
    SessionId: session,
    ResultType: '0',
    UserAgent: chrome,
    AuthenticationRequirement: 'singleFactorAuthentication',
    RiskLevelDuringSignIn: 'none',
    DeviceDetail: nested(graph.deviceDetail),
    LocationDetails: nested(graph.location),
    Status: nested(graph.status),
    AuthenticationDetails: nested([]),
  }
  expect(normalise(row)).toMatchObject({
    ...expected,
    isInteractive,
    place: { country: 'PT', city: 'Lisbon' },
  })
})

test.each<[string, Record<string, unknown>, Partial<Activity>]>([
  [
    'a wrong password',
    { status: { errorCode: 50126, failureReason: 'Error validating credentials.' } },
    { outcome: 'failure', errorCode: 50126, mfa: null, detail: 'Error validating credentials.' },
  ],
  ['a second factor asked for', { status: { errorCode: 50074 } }, { outcome: 'interrupted', mfa: 'asked' }],
  [
    'a second factor declined',
    { status: { errorCode: 500121, additionalDetails: 'MFA denied; user declined the authentication' } },
    { outcome: 'failure', mfa: 'refused' },
  ],
  ['device code', { authenticationProtocol: 'deviceCode' }, { flow: 'deviceCode' }],
  [
    'a session that began with a device code',
    { authenticationProtocol: 'none', originalTransferMethod: 'deviceCodeFlow' },
    { flow: 'deviceCode' },
  ],
  [
    'a session handed over',
    { originalTransferMethod: 'authenticationTransfer' },
    { flow: 'authenticationTransfer' },
  ],
  ['the password grant', { authenticationProtocol: 'ropc' }, { flow: 'ropc' }],
  [
    'Windows unlocked with the password',
    {
      authenticationProtocol: 'ropc',
      userAgent: 'Windows-AzureAD-Authentication-Provider/1.0',
      deviceDetail: { deviceId: 'D1', operatingSystem: 'Windows10' },
    },
    { flow: null, client: 'Windows sign-in on Windows' },
  ],
  [
    'somebody who claims to be Windows, on no machine',
    {
      authenticationProtocol: 'ropc',
      userAgent: 'Windows-AzureAD-Authentication-Provider/1.0',
      deviceDetail: { deviceId: '' },
    },
    { flow: 'ropc' },
  ],
  ['IMAP', { clientAppUsed: 'IMAP4', userAgent: 'BAV2ROPC' }, { flow: 'legacy', client: 'BAV2ROPC' }],
  ['SMTP', { clientAppUsed: 'Authenticated SMTP' }, { flow: 'legacy' }],
  [
    'a phone’s own mail program, after MFA',
    {
      clientAppUsed: 'Exchange ActiveSync',
      authenticationProtocol: 'oAuth2',
      isInteractive: true,
      authenticationRequirement: 'multiFactorAuthentication',
      status: { errorCode: 0, additionalDetails: 'MFA completed in Azure AD' },
    },
    { flow: null, mfa: 'passed' },
  ],
  ['an app is not legacy', { clientAppUsed: 'Mobile Apps and Desktop clients' }, { flow: null }],
  [
    'a managed device',
    { deviceDetail: { deviceId: 'D1', isCompliant: true, isManaged: true, trustType: 'Azure AD joined' } },
    { deviceId: 'd1', isDeviceKnown: true },
  ],
  [
    'a device that is merely known by an id',
    { deviceDetail: { deviceId: 'd1', trustType: 'Azure AD registered' } },
    { deviceId: 'd1', isDeviceKnown: false },
  ],
  [
    'a device that names nothing',
    { deviceDetail: { deviceId: '', browser: '', operatingSystem: '' } },
    { deviceId: null, tellsDevice: true, isDeviceKnown: null },
  ],
  [
    'nothing said of the device',
    { deviceDetail: {} },
    { deviceId: null, tellsDevice: false, isDeviceKnown: null },
  ],
  [
    'nor any room for it',
    { deviceDetail: undefined },
    { deviceId: null, tellsDevice: false, isDeviceKnown: null },
  ],
  ['a guest', { userType: 'guest' }, { isGuest: true }],
  ['a guest by name', { userPrincipalName: 'bob_partner.test#EXT#@example.com' }, { isGuest: true }],
  [
    'by a token',
    { isInteractive: undefined, signInEventTypes: ['nonInteractiveUser'] },
    { isInteractive: false },
  ],
  ['risk', { riskLevelDuringSignIn: 'high' }, { risk: 'high' }],
  ['hidden risk', { riskLevelDuringSignIn: 'hidden', riskLevelAggregated: 'hidden' }, { risk: null }],
  ['without a user agent', { userAgent: null }, { client: 'Chrome on Windows' }],
  ['an address with a port', { ipAddress: '[2001:db8::7]:443' }, { address: '2001:db8::7' }],
])('%s', (_, more, told) => {
  expect(normalise({ ...graph, ...more })).toMatchObject(told)
})

test('a service principal is no person', () => {
  const record = {
    ...graph,
    userPrincipalName: '',
    userId: '',
    userDisplayName: null,
    signInEventTypes: ['servicePrincipal'],
    servicePrincipalId: 's1',
    servicePrincipalName: 'Backup job',
    isInteractive: undefined,
  }
  expect(normalise(record)).toMatchObject({
    user: null,
    userId: null,
    actorApp: 'Backup job',
    isInteractive: false,
    mfa: null,
  })
})

const portal = {
  '\ufeffDate (UTC)': '2026-03-04T05:06:07Z',
  'Request ID': 'request-1',
  'Correlation ID': 'c0',
  'User ID': '11111111-2222-3333-4444-555555555555',
  User: 'Ada Archer',
  Username: 'Ada@example.com',
  'User type': 'Member',
  'Incoming token type': 'None',
  'Authentication Protocol': 'None',
  'Client credential type': 'None',
  Application: 'OfficeHome',
  'Application ID ': '4765445b-32c6-49b0-83e6-1d93765276ca',
  Resource: 'Microsoft Graph',
  'Resource tenant ID': 'aaaaaaaa-0000-4000-8000-000000000000',
  'IP address': '198.51.100.7',
  Location: 'Lisbon, Lisboa, PT',
  Status: 'Success',
  'Sign-in error code': '',
  'Failure reason': 'Other.',
  'Client app': 'Browser',
  'Device ID': '',
  Browser: 'Chrome 120.0.0',
  'Operating System': 'Windows10',
  Compliant: 'No',
  Managed: 'No',
  'Join Type': '',
  'Multifactor authentication result': '',
  'Authentication requirement': 'Single-factor authentication',
  'Session ID': session,
  'Autonomous system  number': '64500',
}

test.each<[string, Record<string, string>, Partial<Activity>]>([
  [
    'a success',
    {},
    {
      ...expected,
      isInteractive: true,
      risk: null,
      isDeviceKnown: false,
      place: {
        country: 'PT',
        city: 'Lisbon',
        latitude: null,
        longitude: null,
        asn: 64500,
        network: null,
        networkKind: null,
      },
    },
  ],
  [
    'a failure',
    { Status: 'Failure', 'Sign-in error code': '50126', 'Failure reason': 'Wrong.' },
    { outcome: 'failure', errorCode: 50126, detail: 'Wrong.' },
  ],
  ['an interrupt', { Status: 'Interrupted', 'Sign-in error code': '50140' }, { outcome: 'interrupted' }],
  [
    'a second factor',
    { 'Multifactor authentication result': 'MFA completed in Azure AD' },
    { mfa: 'passed' },
  ],
  ['a device code', { 'Authentication Protocol': 'Device Code' }, { flow: 'deviceCode' }],
  ['how the session began', { 'Original transfer method': 'Device code flow' }, { flow: 'deviceCode' }],
  ['by a token', { 'Incoming token type': 'Refresh token' }, { isInteractive: false }],
  [
    'by the computer’s own token, in whichever list',
    { 'Incoming token type': 'Primary refresh token' },
    { isInteractive: null },
  ],
  [
    'a failure without a code',
    { Status: 'Failure', 'Sign-in error code': '' },
    { outcome: 'failure', errorCode: null },
  ],
])("the portal's CSV: %s", (_, more, told) => {
  expect(normalise({ ...portal, ...more })).toMatchObject(told)
})

test("the portal's CSV of the steps of sign-ins is no sign-in", () => {
  const step = {
    'Request ID': 'request-1',
    'Date (UTC)': '2026-03-04T05:06:07Z',
    'Authentication method': 'Password',
    Succeeded: 'true',
    'Result detail': 'Correct password',
  }
  expect(normalise(step)).toEqual({ rejected: 'is of no known log' })
})

const hunted = {
  Timestamp: '2026-03-04T05:06:07Z',
  Application: 'OfficeHome',
  ApplicationId: '4765445b-32c6-49b0-83e6-1d93765276ca',
  LogonType: '["interactiveUser"]',
  EndpointCall: 'OAuth2:Authorize',
  ErrorCode: '0',
  SessionId: session,
  AccountDisplayName: 'Ada Archer',
  AccountObjectId: '11111111-2222-3333-4444-555555555555',
  AccountUpn: 'Ada@example.com',
  ResourceDisplayName: 'Microsoft Graph',
  IPAddress: '198.51.100.7',
  Country: 'PT',
  City: 'Lisbon',
  AuthenticationRequirement: 'singleFactorAuthentication',
  RiskLevelDuringSignIn: '50',
  RequestId: 'request-1',
}

test.each<[string, Record<string, unknown>, Partial<Activity>]>([
  [
    'a success',
    {},
    {
      id: 'request-1',
      twin: 'request-1',
      user: 'ada@example.com',
      outcome: 'success',
      isInteractive: true,
      session,
    },
  ],
  ['a failure', { ErrorCode: 50126 }, { outcome: 'failure', errorCode: 50126 }],
  ['by a token', { LogonType: ['nonInteractiveUser'] }, { isInteractive: false }],
  ['a device code', { EndpointCall: 'Cmsi:Cmsi' }, { flow: 'deviceCode' }],
  ['risk', {}, { risk: 'medium' }],
  ['no risk', { RiskLevelDuringSignIn: 1 }, { risk: 'none' }],
])('advanced hunting: %s', (_, more, told) => {
  expect(normalise({ ...hunted, ...more })).toMatchObject(told)
})

test.each<[string, Record<string, unknown>, Partial<Activity>]>([
  ['a word for success', { Status: 'Success' }, { outcome: 'success', errorCode: 0 }],
  ['a word for failure', { Status: 'Failure' }, { outcome: 'failure', errorCode: null }],
  ['a code', { Status: '50126' }, { outcome: 'failure', errorCode: 50126 }],
])('a table whose columns somebody chose: %s', (_, more, told) => {
  const row = {
    CreatedDateTime: '3/4/2026 5:06:07 AM',
    UserPrincipalName: 'Ada@example.com',
    AppDisplayName: 'OfficeHome',
    IPAddress: '198.51.100.7',
    City: 'Lisbon',
    Country: 'PT',
  }
  expect(normalise({ ...row, ...more })).toMatchObject({
    at: Date.parse('2026-03-04T05:06:07Z'),
    user: 'ada@example.com',
    address: '198.51.100.7',
    place: { country: 'PT', city: 'Lisbon' },
    ...told,
  })
})

test('a table in which PowerShell wrote the names of its types in the place of what they hold is not believed', () => {
  const row = {
    Id: 'request-1',
    CreatedDateTime: '3/4/2026 5:06:07 AM',
    UserPrincipalName: 'ada@example.com',
    AppId: 'a1',
    IPAddress: '198.51.100.7',
    Status: 'Microsoft.Graph.PowerShell.Models.MicrosoftGraphSignInStatus',
  }
  expect(normalise(row)).toEqual({
    rejected: 'has the names of types where its values should be: export it as JSON',
  })
})
