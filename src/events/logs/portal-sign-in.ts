// A sign-in in the Entra portal's CSV export, told as Graph tells it: rules and readers know it by Graph's names.
import { type Fields, lower, number, text } from '../words/field.ts'

/** A row of the portal's CSV, its column titles squeezed to letters and digits by portal.ts. */
export function graphSignInOf(row: Map<string, unknown>): Fields {
  const kind = text(row.get('signineventtypes') ?? row.get('signintype'))
  const location = portalLocation(text(row.get('location')))
  return {
    id: row.get('requestid'),
    createdDateTime: row.get('dateutc') ?? row.get('date'),
    userDisplayName: row.get('user'),
    userPrincipalName: row.get('username') || row.get('signinidentifier'),
    userId: row.get('userid'),
    userType: row.get('usertype'),
    appId: row.get('applicationid'),
    appDisplayName: row.get('application'),
    resourceDisplayName: row.get('resource'),
    resourceId: row.get('resourceid'),
    resourceTenantId: row.get('resourcetenantid') || row.get('hometenantid'),
    ipAddress: row.get('ipaddress'),
    autonomousSystemNumber: number(row.get('autonomoussystemnumber')) ?? undefined,
    location,
    clientAppUsed: row.get('clientapp'),
    userAgent: row.get('useragent'),
    correlationId: row.get('correlationid'),
    sessionId: row.get('sessionid'),
    uniqueTokenIdentifier: row.get('uniquetokenidentifier'),
    incomingTokenType: camel(row.get('incomingtokentype')),
    authenticationProtocol: camel(row.get('authenticationprotocol')),
    originalTransferMethod: camel(row.get('originaltransfermethod')),
    authenticationRequirement: camel(row.get('authenticationrequirement')),
    conditionalAccessStatus: camel(row.get('conditionalaccess')),
    servicePrincipalId: row.get('serviceprincipalid'),
    servicePrincipalName: row.get('serviceprincipalname'),
    signInEventTypes: kind === null ? undefined : [kind],
    isInteractive: kind === null ? interactiveByToken(lower(row.get('incomingtokentype'))) : undefined,
    status: {
      errorCode: errorCodeOf(row),
      failureReason: row.get('failurereason'),
      additionalDetails: row.get('multifactorauthenticationresult'),
    },
    deviceDetail: {
      deviceId: row.get('deviceid'),
      browser: row.get('browser'),
      operatingSystem: row.get('operatingsystem'),
      isCompliant: row.get('compliant'),
      isManaged: row.get('managed'),
      trustType: row.get('jointype'),
    },
  }
}

/** What the portal says in words where it gives no code. */
function errorCodeOf(row: Map<string, unknown>): unknown {
  const status = lower(row.get('status'))
  const code = number(row.get('signinerrorcode'))
  if (code !== null && (code !== 0 || status !== 'failure')) return code
  return status === 'success' ? 0 : status
}

/** 'Device code flow' → 'deviceCodeFlow', 'Single-factor authentication' → 'singleFactorAuthentication'. */
function camel(value: unknown): string | undefined {
  const words = text(value)
  if (words === null) return undefined
  return /[\s-]/.test(words)
    ? words
        .toLowerCase()
        .replace(/multi-?factor/, 'multi-factor')
        .replace(/[\s-]+(\w?)/g, (_, first: string) => first.toUpperCase())
    : words[0]!.toLowerCase() + words.slice(1)
}

/** 'Seattle, Washington, US'. */
function portalLocation(location: string | null): Fields | undefined {
  if (location === null) return undefined
  const parts = location.split(',').map(part => part.trim())
  return {
    city: parts.length > 1 ? parts[0] : null,
    state: parts.length > 2 ? parts[1] : null,
    countryOrRegion: parts.at(-1),
  }
}

// The export says nowhere which of the portal's lists it came from. Who shows no token has typed something, and a
// refresh token is never typed in; a computer's own token may stand in either list.
function interactiveByToken(token: string | null): boolean | undefined {
  if (token === 'none') return true
  return token?.includes('refresh') && !token.includes('primary') ? false : undefined
}
