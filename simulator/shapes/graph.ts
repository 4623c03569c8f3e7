// The fields Microsoft publishes for Graph's resources: names and types, as facts to hold records against.
import type { Shape } from './faults.ts'

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
