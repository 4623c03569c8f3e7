// Records as Microsoft's logs would hold them: Entra sign-ins and unified audit entries, on made-up data.
import type { Origin } from './places.ts'
import type { Random } from './random.ts'

export interface Account {
  id: string
  userPrincipalName: string
  displayName: string | null
  directoryTenantId: string
}

export interface Client {
  /** In words, as the timeline shows it. */
  name: string
  system: string
  browser: string
  isManaged: boolean
}

// Microsoft's own applications have the same ids everywhere.
const APPLICATIONS = {
  'Outlook on the web': '9199bf20-a13f-4107-85dc-02114787ef48',
  'Office home page': '4765445b-32c6-49b0-83e6-1d93765276ca',
  Teams: '1fec8e78-bce4-4aaf-ab1b-5451cc387264',
  'Microsoft Office': 'd3590ed6-52b3-4102-aeff-aad2292ab01c',
  'Microsoft Authentication Broker': '29d9ed98-a469-4536-ade2-f981bc1d605e',
  SharePoint: '00000003-0000-0ff1-ce00-000000000000',
} as const
export type Application = keyof typeof APPLICATIONS

export interface SignIn {
  at: Date
  origin: Origin
  client: Client
  application: Application
  sessionId: string
  /** Entra's error code; 0 is success. */
  errorCode?: number
  failureReason?: string
  protocol?: 'none' | 'deviceCode'
  hasSecondFactor?: boolean
}

export function signInRecord(random: Random, account: Account, signIn: SignIn) {
  const { at, origin, client, application, errorCode = 0 } = signIn
  return {
    id: random.uuid(),
    createdDateTime: at.toISOString(),
    userDisplayName: account.displayName,
    userPrincipalName: account.userPrincipalName,
    userId: account.id,
    appId: APPLICATIONS[application],
    appDisplayName: application,
    ipAddress: origin.address,
    autonomousSystemNumber: Number(/^AS(\d+)/.exec(origin.network)![1]),
    clientAppUsed: 'Browser',
    authenticationProtocol: signIn.protocol ?? 'none',
    authenticationRequirement: signIn.hasSecondFactor
      ? 'multiFactorAuthentication'
      : 'singleFactorAuthentication',
    conditionalAccessStatus: 'notApplied',
    isInteractive: true,
    sessionId: signIn.sessionId,
    correlationId: random.uuid(),
    status: { errorCode, failureReason: signIn.failureReason ?? (errorCode ? 'Other.' : null) },
    deviceDetail: {
      deviceId: client.isManaged ? account.id.replace(/^.{8}/, 'de71ce00') : '',
      operatingSystem: client.system,
      browser: client.browser,
      isCompliant: client.isManaged,
      isManaged: client.isManaged,
      trustType: client.isManaged ? 'Azure AD joined' : '',
    },
    location: {
      city: origin.city,
      countryOrRegion: origin.country,
      geoCoordinates: { latitude: origin.latitude, longitude: origin.longitude },
    },
  }
}

const RECORD_TYPES = { Exchange: 1, SharePoint: 6, AzureActiveDirectory: 8 } as const
type Workload = keyof typeof RECORD_TYPES

export interface Audit {
  at: Date
  workload: Workload
  operation: string
  origin: Origin | null
  sessionId: string | null
  /** Whoever did it, when it was not the account itself. */
  by?: string
  detail?: Record<string, unknown>
}

export function auditRecord(random: Random, account: Account, audit: Audit) {
  const { at, workload, operation, origin, sessionId, by, detail = {} } = audit
  return {
    Id: random.uuid(),
    CreationTime: at.toISOString().slice(0, 19),
    Operation: operation,
    OrganizationId: account.directoryTenantId,
    RecordType: RECORD_TYPES[workload],
    ResultStatus: 'Succeeded',
    UserType: 0,
    UserId: by ?? account.userPrincipalName,
    UserKey: by ?? account.id,
    Workload: workload,
    ...(by !== undefined && { ObjectId: account.userPrincipalName }),
    ...(origin && { ClientIP: origin.address }),
    ...(sessionId && { AppAccessContext: { AADSessionId: sessionId, UniqueTokenId: random.uuid() } }),
    ...detail,
  }
}
