// A sign-in as Graph writes it (beta; v1.0 shows a part of it).
import type { SignInAct } from '../act.ts'
import type { Company } from '../cast.ts'
import { type Random, random } from '../random.ts'
import { graphTime, tokenName } from './published.ts'
import { errors } from './sign-in-errors.ts'

/** The directory's name for a risk; without Entra ID P2 it is only said that there is one. */
function riskOf(company: Company, act: SignInAct, chance: Random): { level: string; types: string[] } {
  const use = act.from.pool.use
  const isOdd = use === 'vpn' || use === 'tor' || use === 'hosting'
  if (!isOdd || act.error !== 0 || !chance.chance(use === 'tor' ? 0.9 : act.isInteractive ? 0.2 : 0.04))
    return { level: 'none', types: [] }
  if (company.licence !== 'e5' && company.licence !== 'mixed') return { level: 'hidden', types: ['generic'] }
  return {
    level: chance.chance(0.6) ? 'low' : 'medium',
    types: [use === 'hosting' ? 'unfamiliarFeatures' : 'anonymizedIPAddress'],
  }
}

function authenticationSteps(act: SignInAct): Record<string, unknown>[] {
  const at = graphTime(act.at)
  const step = (
    method: string,
    detail: string | null,
    succeeded: boolean,
    result: string,
    requirement: string,
  ) => ({
    authenticationStepDateTime: at,
    authenticationMethod: method,
    authenticationMethodDetail: detail,
    succeeded,
    authenticationStepResultDetail: result,
    authenticationStepRequirement: requirement,
  })
  if (act.error === 50126 || act.error === 50053 || act.error === 50034) {
    return [
      step(
        'Password',
        'Password in the cloud',
        false,
        'Invalid username or password',
        'Primary authentication',
      ),
    ]
  }
  if (act.mfa === 'earlier') {
    return [
      step(
        'Previously satisfied',
        null,
        true,
        'First factor requirement satisfied by claim in the token',
        '',
      ),
      step('Previously satisfied', null, true, 'MFA requirement satisfied by claim in the token', ''),
    ]
  }
  const steps = [
    step('Password', 'Password in the cloud', true, 'Correct password', 'Primary authentication'),
  ]
  if (act.mfa === 'passed')
    steps.push(step(act.method, null, true, 'MFA completed in Azure AD', 'Multifactor authentication'))
  if (act.mfa === 'denied')
    steps.push(
      step(
        act.method,
        null,
        false,
        'MFA denied; user declined the authentication',
        'Multifactor authentication',
      ),
    )
  if (act.mfa === 'unanswered')
    steps.push(
      step(
        act.method,
        null,
        false,
        'MFA denied; user did not respond to mobile app notification',
        'Multifactor authentication',
      ),
    )
  return steps
}

export function graphRecord(
  company: Company,
  act: SignInAct,
  correlation: string,
  chance: Random,
): Record<string, unknown> {
  const { who, from } = act
  const { client, pool } = from
  const risk = riskOf(company, act, chance)
  const needsMfa = act.mfa !== 'none'
  const isBlocked = act.error === 53003
  const upn = who.isGuest
    ? who.upn
        .replace(/#EXT#@.*$/, '')
        .replace(/_([^_]*)$/, '@$1')
        .toLowerCase()
    : who.upn.toLowerCase()
  const policyResult =
    isBlocked || act.error === 500121
      ? 'failure'
      : act.error === 0
        ? 'success'
        : act.error === 50074 || act.error === 50076
          ? 'failure'
          : 'notApplied'
  const isPolicyApplied = act.isPolicyApplied && act.error !== 50126
  return {
    id: act.id,
    createdDateTime: graphTime(act.at),
    userDisplayName: who.displayName,
    userPrincipalName: upn,
    userId: who.id,
    appId: act.app.id,
    appDisplayName: act.app.name,
    ipAddress: from.address,
    ipAddressFromResourceProvider: null,
    clientAppUsed: act.flow === 'legacy' ? 'IMAP4' : client.clientApp,
    userAgent: client.userAgent,
    correlationId: correlation,
    conditionalAccessStatus: isPolicyApplied ? policyResult : 'notApplied',
    originalRequestId: act.id,
    isInteractive: act.isInteractive,
    tokenIssuerName: '',
    tokenIssuerType: 'AzureAD',
    clientCredentialType: 'none',
    processingTimeInMilliseconds: chance.whole(60, 900),
    riskDetail: 'none',
    riskLevelAggregated: risk.level,
    riskLevelDuringSignIn: risk.level,
    riskState: risk.level === 'none' || risk.level === 'hidden' ? 'none' : 'atRisk',
    riskEventTypes_v2: risk.types,
    resourceDisplayName: act.resource.name,
    resourceId: act.resource.id,
    resourceTenantId: company.directoryTenantId,
    homeTenantId: who.isGuest ? who.mailboxGuid : company.directoryTenantId,
    homeTenantName: '',
    authenticationMethodsUsed: [],
    authenticationRequirement: needsMfa ? 'multiFactorAuthentication' : 'singleFactorAuthentication',
    signInIdentifier: upn,
    signInIdentifierType: 'userPrincipalName',
    servicePrincipalName: null,
    servicePrincipalId: '',
    userType: who.isGuest ? 'guest' : 'member',
    flaggedForReview: false,
    isTenantRestricted: false,
    autonomousSystemNumber: pool.asn,
    crossTenantAccessType: who.isGuest ? 'b2bCollaboration' : 'none',
    uniqueTokenIdentifier: tokenName(act.id),
    incomingTokenType: act.isInteractive
      ? 'none'
      : client.trust.includes('joined')
        ? 'primaryRefreshToken'
        : 'refreshToken',
    authenticationProtocol:
      act.flow === 'deviceCode' && act.isInteractive
        ? 'deviceCode'
        : act.flow === 'ropc' || act.flow === 'legacy'
          ? 'ropc'
          : 'none',
    originalTransferMethod: act.flow === 'deviceCode' ? 'deviceCodeFlow' : 'none',
    signInTokenProtectionStatus: client.trust.includes('joined') && !act.isInteractive ? 'bound' : 'none',
    sessionId: from.session === '' ? null : from.session,
    signInEventTypes: [act.isInteractive ? 'interactiveUser' : 'nonInteractiveUser'],
    mfaDetail: act.mfa === 'passed' && act.isInteractive ? { authMethod: act.method, authDetail: '' } : null,
    status: {
      errorCode: act.error,
      failureReason: act.error === 0 ? 'Other.' : (errors[act.error]?.[1] ?? 'Other.'),
      additionalDetails:
        act.error === 0
          ? act.mfa === 'passed'
            ? 'MFA completed in Azure AD'
            : act.mfa === 'earlier'
              ? 'MFA requirement satisfied by claim in the token'
              : null
          : act.mfa === 'denied'
            ? 'MFA denied; user declined the authentication'
            : null,
    },
    deviceDetail: {
      deviceId: client.deviceId ?? '',
      displayName: client.deviceName,
      operatingSystem: client.os,
      browser: client.browser,
      isCompliant: client.isManaged,
      isManaged: client.isManaged,
      trustType: client.trust,
    },
    location: {
      city: pool.city,
      state: pool.region,
      countryOrRegion: pool.country,
      geoCoordinates: { altitude: null, latitude: pool.latitude, longitude: pool.longitude },
    },
    appliedConditionalAccessPolicies: isPolicyApplied
      ? [
          {
            id: policyId(company),
            displayName: 'Require multifactor authentication for all users',
            enforcedGrantControls: ['Mfa'],
            enforcedSessionControls: [],
            result: policyResult,
          },
        ]
      : [],
    authenticationContextClassReferences: [],
    authenticationProcessingDetails: [],
    networkLocationDetails: [],
    authenticationDetails: authenticationSteps(act),
    authenticationRequirementPolicies: needsMfa
      ? [
          {
            requirementProvider: isPolicyApplied ? 'multiConditionalAccess' : 'user',
            detail: isPolicyApplied ? 'Conditional Access' : 'Per-user MFA',
          },
        ]
      : [],
    sessionLifetimePolicies: [],
    privateLinkDetails: null,
  }
}

const policyIds = new WeakMap<Company, string>()

function policyId(company: Company): string {
  const known = policyIds.get(company)
  if (known) return known
  const id = random(company.seed, 'policy').guid()
  policyIds.set(company, id)
  return id
}
