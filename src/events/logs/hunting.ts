// Advanced hunting of Defender: sign-ins of AADSignInEventsBeta and EntraIdSignInEvents, told as Graph tells them.
import type { Activity } from '../activity.ts'
import { type Fields, flag, text } from '../words/field.ts'
import { signInOf } from './sign-in.ts'

/** Null when it is no row of those tables. */
export function huntedSignInOf(row: Fields): Activity | null {
  if (row.ErrorCode === undefined || row.AccountObjectId === undefined) return null
  if (row.LogonType === undefined && row.EndpointCall === undefined) return null
  const signIn = graphSignInOf(row)
  return signInOf(signIn, signIn, null)
}

function graphSignInOf(row: Fields): Fields {
  const call = text(row.EndpointCall) ?? ''
  return {
    id: row.RequestId ?? row.ReportId,
    createdDateTime: row.Timestamp ?? row.TimeGenerated,
    userDisplayName: row.AccountDisplayName,
    userPrincipalName: row.AccountUpn,
    userId: row.AccountObjectId,
    userType: flag(row.IsGuestUser) === true ? 'guest' : 'member',
    appId: row.ApplicationId,
    appDisplayName: row.Application,
    resourceDisplayName: row.ResourceDisplayName,
    resourceId: row.ResourceId,
    resourceTenantId: row.ResourceTenantId,
    ipAddress: row.IPAddress,
    location: {
      city: row.City,
      state: row.State,
      countryOrRegion: row.Country,
      geoCoordinates: { latitude: row.Latitude, longitude: row.Longitude },
    },
    clientAppUsed: row.ClientAppUsed,
    userAgent: row.UserAgent,
    correlationId: row.CorrelationId,
    sessionId: row.SessionId,
    uniqueTokenIdentifier: row.UniqueTokenId,
    authenticationRequirement: row.AuthenticationRequirement,
    authenticationProtocol: row.AuthenticationProtocol ?? protocolOf(call),
    isInteractive: !/noninteractive/i.test(text(row.LogonType) ?? JSON.stringify(row.LogonType ?? '')),
    riskLevelDuringSignIn: riskWord(row.RiskLevelDuringSignIn),
    riskLevelAggregated: riskWord(row.RiskLevelAggregated),
    status: { errorCode: row.ErrorCode },
    deviceDetail: {
      deviceId: row.AadDeviceId ?? row.EntraIdDeviceId,
      displayName: row.DeviceName,
      browser: row.Browser,
      operatingSystem: row.OSPlatform,
      isCompliant: row.IsCompliant,
      isManaged: row.IsManaged,
      trustType: row.DeviceTrustType,
    },
  }
}

/** The page that a device code ends with, and the password handed straight to the token endpoint. */
function protocolOf(call: string): string | undefined {
  if (/^cmsi:cmsi$|devicecode|deviceauth/i.test(call)) return 'deviceCode'
  return /ropc/i.test(call) ? 'ropc' : undefined
}

const RISKS: Record<string, string> = { 1: 'none', 10: 'low', 50: 'medium', 100: 'high' }

function riskWord(level: unknown): unknown {
  const word = text(level)
  return word !== null && Object.hasOwn(RISKS, word) ? RISKS[word] : undefined
}
