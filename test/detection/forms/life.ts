// Somebody's working weeks, and a thief's hour, as records of Graph and of the unified audit log.
import type { LogRecord } from './record.ts'

export const DAY = 86_400_000
export const HOUR = 3_600_000
export const FROM = Date.parse('2026-03-16T00:00:00Z')
export const TENANT = '2b7d1e7f-0b52-4c1b-8a35-9a4a5b1f0c11'

/** Deutsche Telekom, at home and by either protocol; a rented machine at DigitalOcean. */
export const HOME = '84.167.138.233'
export const HOME_SIX = '2003:cd:3f0a:7700:1d2c:8e21:55aa:9f01'
export const RENTED = '144.126.216.153'

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0'
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:135.0) Gecko/20100101 Firefox/135.0'
const OFFICE_PORTAL = '4765445b-32c6-49b0-83e6-1d93765276ca'

export interface Somebody {
  upn: string
  id: string
}

let numbers = 0
/** The same for the same run of a test: ids need only differ. */
const newId = () => `${(++numbers).toString(16).padStart(8, '0')}-1111-4222-8333-444444444444`

export interface Via {
  address: string
  session: string | null
  userAgent?: string
  device?: string | null
}

export const signIn = (who: Somebody, at: number, via: Via, more: LogRecord = {}): LogRecord => ({
  id: newId(),
  createdDateTime: new Date(at).toISOString().replace('.000Z', 'Z'),
  userDisplayName: who.upn.split('@')[0],
  userPrincipalName: who.upn,
  userId: who.id,
  appId: OFFICE_PORTAL,
  appDisplayName: 'OfficeHome',
  ipAddress: via.address,
  clientAppUsed: 'Browser',
  userAgent: via.userAgent ?? EDGE,
  isInteractive: true,
  resourceDisplayName: 'Microsoft Graph',
  resourceTenantId: TENANT,
  authenticationRequirement: 'multiFactorAuthentication',
  sessionId: via.session,
  status: {
    errorCode: 0,
    failureReason: 'Other.',
    additionalDetails: 'MFA requirement satisfied by claim in the token',
  },
  deviceDetail: { deviceId: via.device ?? '', operatingSystem: 'Windows10', browser: 'Edge 146.0.0' },
  ...more,
})

export const audited = (
  userId: string,
  at: number,
  operation: string,
  via: Via,
  more: LogRecord = {},
): LogRecord => ({
  Id: newId(),
  CreationTime: new Date(at).toISOString().slice(0, 19),
  RecordType: 2,
  Operation: operation,
  OrganizationId: TENANT,
  UserType: 0,
  UserKey: '10032002643F6746',
  Workload: 'Exchange',
  UserId: userId,
  ResultStatus: 'Succeeded',
  ClientIPAddress: via.address,
  ClientInfoString: `Client=OWA;${via.userAgent ?? EDGE}`,
  ...(via.session && { AppAccessContext: { AADSessionId: via.session } }),
  ...more,
})

export interface Weeks {
  days?: number
  /** Which address the person has at their n-th act. */
  address?: (act: number) => string
  /** A session lasts for some days, as browsers' do. */
  sessionDays?: number
  more?: LogRecord
}

/** Every working day: a sign-in in the morning, and mail and tokens through the day. */
export function weeksOf(
  who: Somebody,
  { days = 20, address = () => HOME, sessionDays = 3, more = {} }: Weeks = {},
): LogRecord[] {
  const records: LogRecord[] = []
  let act = 0
  for (let day = 0; day < days; day++) {
    if (day % 7 > 4) continue
    const morning = FROM + day * DAY + 7 * HOUR + (day % 3) * 600_000
    const session = `${(Math.floor(day / sessionDays) + 1).toString().padStart(8, '0')}-${who.id.slice(9)}`
    records.push(signIn(who, morning, { address: address(act++), session }, more))
    for (let hour = 1; hour < 9; hour++) {
      const at = morning + hour * HOUR
      const via = { address: address(act++), session }
      records.push(signIn(who, at, via, { isInteractive: false, ...more }))
      records.push(
        audited(who.upn, at + 120_000, 'MailItemsAccessed', via, {
          RecordType: 50,
          OperationCount: 4,
          MailboxOwnerUPN: who.upn,
          OperationProperties: [{ Name: 'MailAccessType', Value: 'Bind' }],
        }),
      )
    }
  }
  return records
}

/** A phished session on a rented machine, and an inbox rule that hides everything. */
export function theftOf(who: Somebody, at: number, more: LogRecord = {}): LogRecord[] {
  const via: Via = {
    address: RENTED,
    session: 'fffffff1-2222-4333-8444-555555555555',
    userAgent: FIREFOX,
  }
  const device = { deviceDetail: { deviceId: '', operatingSystem: 'Linux', browser: 'Firefox 135.0' } }
  return [
    signIn(who, at, via, { ...device, ...more }),
    audited(who.upn, at + 10 * 60_000, 'MailItemsAccessed', via, {
      RecordType: 50,
      OperationCount: 40,
      MailboxOwnerUPN: who.upn,
    }),
    audited(who.upn, at + 20 * 60_000, 'New-InboxRule', via, {
      RecordType: 1,
      ClientIP: `${RENTED}:51234`,
      Parameters: [
        { Name: 'Name', Value: '..' },
        { Name: 'DeleteMessage', Value: 'True' },
        { Name: 'StopProcessingRules', Value: 'True' },
      ],
    }),
  ]
}
