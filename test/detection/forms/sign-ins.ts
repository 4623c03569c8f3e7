// A sign-in as Graph has it, written in the other forms in which sign-ins are exported. Names and types are those of
// Microsoft's references (Azure Monitor tables, the Entra portal's downloads, advanced hunting).
import { type LogRecord, under } from './record.ts'

const isInteractive = (signIn: LogRecord) => signIn.isInteractive === true

/** A record of diagnostic settings: what a storage account or an event hub is given. */
export function envelopeOfSignIn(signIn: LogRecord): LogRecord {
  const status = under(signIn, 'status')
  return {
    time: `${String(signIn.createdDateTime).replace(/(\.\d+)?Z$/, '')}.1234567Z`,
    resourceId: `/tenants/${signIn.resourceTenantId}/providers/Microsoft.aadiam`,
    operationName: 'Sign-in activity',
    operationVersion: '1.0',
    category: isInteractive(signIn) ? 'SignInLogs' : 'NonInteractiveUserSignInLogs',
    tenantId: signIn.resourceTenantId,
    resultType: String(status.errorCode),
    resultSignature: status.errorCode === 0 ? 'SUCCESS' : 'FAILURE',
    resultDescription: status.errorCode === 0 ? '' : status.failureReason,
    durationMs: 0,
    callerIpAddress: signIn.ipAddress,
    correlationId: signIn.correlationId,
    identity: signIn.userDisplayName,
    Level: 4,
    location: under(signIn, 'location').countryOrRegion,
    properties: { ...signIn, createdDateTime: String(signIn.createdDateTime).replace(/Z$/, '+00:00') },
  }
}

/** A row of SigninLogs or of AADNonInteractiveUserSignInLogs; the second has its nested columns as text. */
export function rowOfSignIn(signIn: LogRecord): LogRecord {
  const status = under(signIn, 'status')
  const isOfPerson = isInteractive(signIn)
  const nested = (value: unknown) => (isOfPerson ? value : JSON.stringify(value))
  return {
    TenantId: '7f2b7d1e-0b52-4c1b-8a35-9a4a5b1f0c11',
    SourceSystem: 'Azure AD',
    TimeGenerated: signIn.createdDateTime,
    ResourceId: `/tenants/${signIn.resourceTenantId}/providers/Microsoft.aadiam`,
    OperationName: 'Sign-in activity',
    OperationVersion: '1.0',
    Category: isOfPerson ? 'SignInLogs' : 'NonInteractiveUserSignInLogs',
    ResultType: String(status.errorCode),
    ResultSignature: 'None',
    ResultDescription: status.errorCode === 0 ? '' : status.failureReason,
    DurationMs: 0,
    CorrelationId: signIn.correlationId,
    ResourceGroup: 'Microsoft.aadiam',
    Identity: signIn.userDisplayName,
    Level: '4',
    Location: under(signIn, 'location').countryOrRegion,
    AppDisplayName: signIn.appDisplayName,
    AppId: signIn.appId,
    AuthenticationDetails: JSON.stringify(signIn.authenticationDetails),
    AuthenticationProcessingDetails: JSON.stringify(signIn.authenticationProcessingDetails),
    AuthenticationProtocol: signIn.authenticationProtocol,
    AuthenticationRequirement: signIn.authenticationRequirement,
    AutonomousSystemNumber: String(signIn.autonomousSystemNumber),
    ClientAppUsed: signIn.clientAppUsed,
    ConditionalAccessPolicies: nested(signIn.appliedConditionalAccessPolicies),
    ConditionalAccessStatus: signIn.conditionalAccessStatus,
    CreatedDateTime: signIn.createdDateTime,
    CrossTenantAccessType: signIn.crossTenantAccessType,
    DeviceDetail: nested(signIn.deviceDetail),
    IsInteractive: signIn.isInteractive,
    HomeTenantId: signIn.homeTenantId,
    Id: signIn.id,
    IPAddress: signIn.ipAddress,
    LocationDetails: nested(signIn.location),
    MfaDetail: nested(signIn.mfaDetail ?? {}),
    OriginalRequestId: signIn.originalRequestId,
    OriginalTransferMethod: signIn.originalTransferMethod,
    ResourceDisplayName: signIn.resourceDisplayName,
    ResourceIdentity: signIn.resourceId,
    ResourceTenantId: signIn.resourceTenantId,
    RiskDetail: signIn.riskDetail,
    RiskLevelAggregated: signIn.riskLevelAggregated,
    RiskLevelDuringSignIn: signIn.riskLevelDuringSignIn,
    RiskState: signIn.riskState,
    ServicePrincipalId: '',
    SessionId: signIn.sessionId ?? '',
    SignInIdentifier: signIn.signInIdentifier,
    Status: nested(status),
    TokenIssuerType: signIn.tokenIssuerType,
    UniqueTokenIdentifier: signIn.uniqueTokenIdentifier,
    UserAgent: signIn.userAgent,
    UserDisplayName: signIn.userDisplayName,
    UserId: signIn.userId,
    UserPrincipalName: signIn.userPrincipalName,
    UserType: 'Member',
    Type: isOfPerson ? 'SigninLogs' : 'AADNonInteractiveUserSignInLogs',
  }
}

/** A row of the portal's InteractiveSignIns_….csv and NonInteractiveSignIns_….csv. */
export function portalRowOfSignIn(signIn: LogRecord): LogRecord {
  const status = under(signIn, 'status')
  const device = under(signIn, 'deviceDetail')
  const location = under(signIn, 'location')
  const steps = (signIn.authenticationDetails ?? []) as LogRecord[]
  const second = steps.findLast(step => step.authenticationMethod !== 'Password')
  return {
    'Date (UTC)': signIn.createdDateTime,
    'Request ID': signIn.id,
    'User agent': signIn.userAgent,
    'Correlation ID': signIn.correlationId,
    'User ID': signIn.userId,
    User: signIn.userDisplayName,
    Username: signIn.userPrincipalName,
    'User type': 'Member',
    'Cross tenant access type': signIn.crossTenantAccessType,
    'Incoming token type': signIn.incomingTokenType,
    'Authentication Protocol': signIn.authenticationProtocol,
    'Unique token identifier': signIn.uniqueTokenIdentifier,
    'Original transfer method': signIn.originalTransferMethod,
    'Client credential type': signIn.clientCredentialType,
    'Token Protection - Sign In Session': signIn.signInTokenProtectionStatus,
    Application: signIn.appDisplayName,
    'Application ID ': signIn.appId,
    Resource: signIn.resourceDisplayName,
    'Resource ID ': signIn.resourceId,
    'Resource tenant ID': signIn.resourceTenantId,
    'Home tenant ID': signIn.homeTenantId,
    'IP address': signIn.ipAddress,
    Location: [location.city, location.state, location.countryOrRegion].join(', '),
    Status: portalStatus(status.errorCode as number),
    'Sign-in error code': status.errorCode,
    'Failure reason': status.failureReason,
    'Client app': signIn.clientAppUsed,
    'Device ID': device.deviceId,
    Browser: device.browser,
    'Operating System': device.operatingSystem,
    Compliant: device.isCompliant,
    Managed: device.isManaged,
    'Join Type': device.trustType,
    'Multifactor authentication result': status.additionalDetails,
    'Multifactor authentication auth method': second?.authenticationMethod ?? '',
    'Authentication requirement':
      signIn.authenticationRequirement === 'multiFactorAuthentication'
        ? 'Multifactor authentication'
        : 'Single-factor authentication',
    'Sign-in identifier': signIn.signInIdentifier,
    'Session ID': signIn.sessionId,
    'IP address (seen by resource)': signIn.ipAddressFromResourceProvider,
    'Autonomous system  number': signIn.autonomousSystemNumber,
    'Flagged for review': 'No',
    'Token issuer type': 'Microsoft Entra ID',
    Latency: signIn.processingTimeInMilliseconds,
    'Conditional Access': signIn.conditionalAccessStatus,
  }
}

/** Codes of a sign-in that is not at its end yet: the portal says so of them. */
const INTERRUPTIONS = new Set([50058, 50072, 50074, 50076, 50078, 50079, 50125, 50140, 50158, 65001, 16000])
const portalStatus = (code: number) =>
  code === 0 ? 'Success' : INTERRUPTIONS.has(code) ? 'Interrupted' : 'Failure'

/** …_AuthDetails_….csv, which the portal puts beside each: one row for each step, with nobody's name on it. */
export function portalStepsOfSignIn(signIn: LogRecord): LogRecord[] {
  return ((signIn.authenticationDetails ?? []) as LogRecord[]).map(step => ({
    'Request ID': signIn.id,
    'Date (UTC)': step.authenticationStepDateTime,
    'Authentication method': step.authenticationMethod,
    'Authentication method detail': step.authenticationMethodDetail,
    Succeeded: step.succeeded,
    'Result detail': step.authenticationStepResultDetail,
    Requirement: step.authenticationStepRequirement,
  }))
}

/** A row of advanced hunting's AADSignInEventsBeta. */
export function huntedSignIn(signIn: LogRecord): LogRecord {
  const status = under(signIn, 'status')
  const device = under(signIn, 'deviceDetail')
  const location = under(signIn, 'location')
  const coordinates = under(location, 'geoCoordinates')
  return {
    Timestamp: String(signIn.createdDateTime).replace(/Z$/, '.0000000Z'),
    Application: signIn.appDisplayName,
    ApplicationId: signIn.appId,
    LogonType: JSON.stringify([isInteractive(signIn) ? 'interactiveUser' : 'nonInteractiveUser']),
    EndpointCall: signIn.authenticationProtocol === 'deviceCode' ? 'Cmsi:Cmsi' : 'OAuth2:Authorize',
    ErrorCode: status.errorCode,
    CorrelationId: signIn.correlationId,
    SessionId: signIn.sessionId ?? '',
    AccountDisplayName: signIn.userDisplayName,
    AccountObjectId: signIn.userId,
    AccountUpn: signIn.userPrincipalName,
    IsExternalUser: 0,
    IsGuestUser: false,
    AlternateSignInName: '',
    ResourceDisplayName: signIn.resourceDisplayName,
    ResourceId: signIn.resourceId,
    ResourceTenantId: signIn.resourceTenantId,
    DeviceName: device.displayName,
    AadDeviceId: device.deviceId,
    OSPlatform: device.operatingSystem,
    DeviceTrustType: device.trustType,
    IsManaged: device.isManaged === true ? 1 : 0,
    IsCompliant: device.isCompliant === true ? 1 : 0,
    AuthenticationProcessingDetails: JSON.stringify(signIn.authenticationProcessingDetails),
    AuthenticationRequirement: signIn.authenticationRequirement,
    TokenIssuerType: 0,
    RiskLevelAggregated: 1,
    RiskDetails: 0,
    RiskState: 0,
    UserAgent: signIn.userAgent,
    ClientAppUsed: signIn.clientAppUsed,
    Browser: device.browser,
    ConditionalAccessPolicies: JSON.stringify(signIn.appliedConditionalAccessPolicies),
    ConditionalAccessStatus: 0,
    IPAddress: signIn.ipAddress,
    Country: location.countryOrRegion,
    State: location.state,
    City: location.city,
    Latitude: String(coordinates.latitude ?? ''),
    Longitude: String(coordinates.longitude ?? ''),
    NetworkLocationDetails: '[]',
    RequestId: signIn.id,
    ReportId: `${signIn.id}_r`,
  }
}
