// Any record of any log that Vedette reads → one activity, or the reason why not.
import { hash } from 'node:crypto'
import type { Activity } from './activity.ts'
import { directoryAuditOf, directoryAuditRowOf } from './logs/directory-audit.ts'
import { nameOwner } from './logs/directory-change.ts'
import { huntedSignInOf } from './logs/hunting.ts'
import { portalActivityOf } from './logs/portal.ts'
import { resourceActivityOf } from './logs/resource-activity.ts'
import { riskDetectionOf, riskRowOf, securityAlertOf } from './logs/risk-detection.ts'
import { signInOf, signInRowOf } from './logs/sign-in.ts'
import { unifiedOf } from './logs/unified-audit.ts'
import type { Locate } from './places/places.ts'
import { type Fields, fields } from './words/field.ts'
import { nameAsker } from './words/self-service.ts'

export interface Rejection {
  /** Completes 'The record …': 'has no time'. */
  rejected: string
}

export interface NormaliseOptions {
  /** Where an address is; see places.ts. Without it, a place is what the record itself says. */
  locate?: Locate
  /** The tenant the record was collected from; without it, the one that the record names. */
  tenant?: string
  /** Milliseconds since 1970: what happens more than a day after it is refused. */
  now?: number
}

const DAY = 86_400_000
const YEAR_2000 = Date.UTC(2000, 0, 1)

export function normalise(record: unknown, options: NormaliseOptions = {}): Activity | Rejection {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return { rejected: 'is not an object' }
  const activity = read(record as Fields)
  if (activity === null) return { rejected: 'is of no known log' }
  if ('rejected' in activity) return activity
  if (Number.isNaN(activity.at)) return { rejected: 'has no time' }
  if (activity.at < YEAR_2000) return { rejected: 'is from before the year 2000' }
  if (options.now !== undefined && activity.at > options.now + DAY)
    return { rejected: 'is more than a day in the future' }
  if (activity.operation === '') return { rejected: 'does not say what was done' }
  if (activity.id === '') activity.id = contentHash(activity.raw)
  nameAsker(activity)
  if (options.tenant !== undefined) activity.tenant = options.tenant
  nameOwner(activity)
  if (activity.address !== null && options.locate !== undefined)
    activity.place = options.locate(activity.address, activity.place)
  return activity
}

export function isRejection(result: Activity | Rejection): result is Rejection {
  return 'rejected' in result
}

function read(record: Fields): Activity | Rejection | null {
  if (typeof record.Operation === 'string' && isUnified(record)) return unifiedOf(record)
  if (record.properties !== undefined && typeof record.category === 'string') return enveloped(record)
  if (record.createdDateTime !== undefined && isSignIn(record))
    return isTypeName(record.status) ? TYPE_NAMES : signInOf(record, record, null)
  if (record.activityDisplayName !== undefined || record.initiatedBy !== undefined)
    return directoryAuditOf(record, record, null)
  if (
    record.TimeGenerated !== undefined ||
    record.CreatedDateTime !== undefined ||
    typeof record.Type === 'string'
  ) {
    const row = analyticsRow(record)
    if (row !== null) return row
  }
  if (record.riskEventType !== undefined || record.riskState !== undefined)
    return riskDetectionOf(record, record, null)
  return unusual(record)
}

function isUnified(record: Fields): boolean {
  return (
    record.CreationTime !== undefined ||
    record.RecordType !== undefined ||
    record.Workload !== undefined ||
    record.OfficeWorkload !== undefined
  )
}

function isSignIn(record: Fields): boolean {
  return (
    (record.status !== undefined && (record.appId !== undefined || record.userPrincipalName !== undefined)) ||
    record.clientAppUsed !== undefined ||
    record.signInEventTypes !== undefined ||
    (record.ipAddress !== undefined &&
      record.userPrincipalName !== undefined &&
      record.riskEventType === undefined)
  )
}

/** Azure Monitor's envelope. */
function enveloped(record: Fields): Activity | null {
  const properties = fields(record.properties) ?? {}
  switch (record.category) {
    case 'SignInLogs':
    case 'NonInteractiveUserSignInLogs':
    case 'ServicePrincipalSignInLogs':
    case 'ManagedIdentitySignInLogs':
    case 'ADFSSignInLogs':
    case 'B2CRequestLogs':
      return signInOf(properties, record, record)
    case 'AuditLogs':
      return directoryAuditOf(properties, record, record)
    case 'UserRiskEvents':
    case 'RiskyUsers':
    case 'ServicePrincipalRiskEvents':
    case 'RiskyServicePrincipals':
      return riskDetectionOf(properties, record, record)
    default:
      if (properties.activityDisplayName !== undefined) return directoryAuditOf(properties, record, record)
      if (isSignIn(properties)) return signInOf(properties, record, record)
      return record.operationName === undefined ? null : resourceActivityOf(record, properties)
  }
}

/** A row of a Log Analytics table: by its Type, or by the columns only that table has. */
function analyticsRow(row: Fields): Activity | Rejection | null {
  switch (row.Type) {
    case 'SigninLogs':
    case 'AADNonInteractiveUserSignInLogs':
    case 'AADServicePrincipalSignInLogs':
    case 'AADManagedIdentitySignInLogs':
      return signInRowOf(row)
    case 'AuditLogs':
      return directoryAuditRowOf(row)
    case 'AADUserRiskEvents':
    case 'AADRiskyUsers':
      return riskRowOf(row)
    case 'AzureActivity':
    case 'MicrosoftGraphActivityLogs':
      return resourceActivityOf(row, null)
  }
  if (row.ActivityDisplayName !== undefined || row.InitiatedBy !== undefined) return directoryAuditRowOf(row)
  if (
    row.ResultType !== undefined &&
    (row.UserPrincipalName !== undefined || row.ServicePrincipalId !== undefined)
  )
    return signInRowOf(row)
  if (
    row.Status !== undefined &&
    row.UserPrincipalName !== undefined &&
    (row.AppId !== undefined || row.IPAddress !== undefined)
  )
    return isTypeName(row.Status) ? TYPE_NAMES : signInRowOf(row)
  if (row.RiskEventType !== undefined || row.RiskState !== undefined) return riskRowOf(row)
  if (row.OperationNameValue !== undefined || row.RequestUri !== undefined)
    return resourceActivityOf(row, null)
  return null
}

/** Export-Csv writes 'Microsoft.Graph.PowerShell.Models.…' for whatever has parts: whether a sign-in succeeded is lost. */
const isTypeName = (value: unknown) => typeof value === 'string' && value.startsWith('Microsoft.Graph.')
const TYPE_NAMES: Rejection = {
  rejected: 'has the names of types where its values should be: export it as JSON',
}

function unusual(record: Fields): Activity | Rejection | null {
  // A Purview row, a Graph audit-log query, or Defender's CloudAppEvents, with the record itself inside.
  const inner = fields(record.AuditData ?? record.auditData ?? record.RawEventData)
  if (inner !== null) return typeof inner.Operation === 'string' ? unifiedOf(inner) : null
  if (record.Timestamp !== undefined || record.AccountObjectId !== undefined) {
    const hunted = huntedSignInOf(record)
    if (hunted !== null) return hunted
  }
  if (
    record.alertWebUrl !== undefined ||
    record.serviceSource !== undefined ||
    record.vendorInformation !== undefined
  )
    return securityAlertOf(record)
  if (
    record.operationName !== undefined &&
    (record.caller !== undefined || record.resourceId !== undefined)
  ) {
    return resourceActivityOf(record, fields(record.properties))
  }
  const plain = withoutZones(record)
  return plain === null ? portalActivityOf(record) : withRaw(read(plain), record)
}

/** Log Analytics' own CSV export writes 'TimeGenerated [UTC]'. */
function withoutZones(record: Fields): Fields | null {
  let found = false
  const plain: Fields = {}
  for (const name in record) {
    const isZoned = name.endsWith(' [UTC]')
    found ||= isZoned
    plain[isZoned ? name.slice(0, -6) : name] = record[name]
  }
  return found ? plain : null
}

function withRaw(activity: Activity | Rejection | null, raw: Fields): Activity | Rejection | null {
  if (activity !== null && !('rejected' in activity)) activity.raw = raw
  return activity
}

/** The same for the same content, whatever the order of its fields. */
function contentHash(record: Fields): string {
  return hash('sha256', canonical(record))
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.keys(value).sort()
  return `{${entries.map(name => `${JSON.stringify(name)}:${canonical((value as Fields)[name])}`).join(',')}}`
}
