// What Microsoft itself found suspicious: risk detections, risky users and security alerts.
import type { Activity } from '../activity.ts'
import { blankActivity } from '../blank.ts'
import { addressOf } from '../places/address.ts'
import { clientOfAgent } from '../words/client.ts'
import { type Fields, fields, list, lower, named, text } from '../words/field.ts'
import { momentOf } from '../words/moment.ts'
import { personOf } from '../words/person.ts'
import { placeOf, riskOf } from './sign-in-facts.ts'

/** Graph's riskDetection and riskyUser, or the properties of an Azure Monitor envelope. */
export function riskDetectionOf(record: Fields, raw: Fields, envelope: Fields | null): Activity {
  const activity = blankActivity('riskdetection', raw)
  activity.id = text(record.id) ?? ''
  activity.at =
    momentOf(record.activityDateTime) ??
    momentOf(record.detectedDateTime) ??
    momentOf(record.riskEventDateTime) ??
    momentOf(record.riskLastUpdatedDateTime) ??
    momentOf(record.lastUpdatedDateTime) ??
    momentOf(record.createdDateTime) ??
    momentOf(envelope?.time) ??
    Number.NaN
  activity.tenant = lower(envelope?.tenantId) ?? lower(record.tenantId)
  about(activity, record.userPrincipalName, record.userId, record.userDisplayName)
  activity.operation = text(record.riskEventType) ?? text(record.riskType) ?? 'riskyUser'
  activity.address = addressOf(record.ipAddress)
  activity.risk = riskOf(record.riskLevel, null)
  activity.userAgent = named(record.additionalInfo, 'userAgent')
  activity.detail = words(activity.operation, record.riskState, record.riskDetail)
  activity.place = placeOf(fields(record.location), null, null)
  finish(activity)
  return activity
}

/** A row of AADUserRiskEvents or AADRiskyUsers. */
export function riskRowOf(row: Fields): Activity {
  const activity = blankActivity('riskdetection', row)
  activity.id = text(row.Id) ?? ''
  activity.at =
    momentOf(row.ActivityDateTime) ??
    momentOf(row.DetectedDateTime) ??
    momentOf(row.RiskLastUpdatedDateTime) ??
    momentOf(row.TimeGenerated) ??
    Number.NaN
  activity.tenant = lower(row.AADTenantId)
  about(activity, row.UserPrincipalName, row.UserId, row.UserDisplayName)
  activity.operation = text(row.RiskEventType) ?? 'riskyUser'
  activity.address = addressOf(row.IpAddress ?? row.IPAddress)
  activity.risk = riskOf(row.RiskLevel, null)
  activity.userAgent = named(row.AdditionalInfo, 'userAgent')
  activity.detail = words(activity.operation, row.RiskState, row.RiskDetail)
  activity.place = placeOf(fields(row.Location), null, null)
  finish(activity)
  return activity
}

/** Graph's security alerts, old and new. */
export function securityAlertOf(record: Fields): Activity {
  const activity = blankActivity('riskdetection', record)
  activity.id = text(record.id) ?? ''
  activity.at =
    momentOf(record.firstActivityDateTime) ??
    momentOf(record.eventDateTime) ??
    momentOf(record.createdDateTime) ??
    Number.NaN
  activity.tenant = lower(record.tenantId) ?? lower(record.azureTenantId)
  activity.operation = text(record.title) ?? 'Alert'
  for (const evidence of [...list(record.evidence), ...list(record.userStates)]) {
    const account = fields(evidence.userAccount)
    const name = account?.userPrincipalName ?? evidence.userPrincipalName
    if (activity.user === null && name !== undefined) {
      about(activity, name, account?.azureAdUserId ?? evidence.aadUserId, account?.displayName)
    }
    activity.address ??= addressOf(evidence.ipAddress ?? evidence.logonIp)
  }
  const severity = lower(record.severity)
  activity.risk = severity === 'informational' ? 'none' : riskOf(severity, null)
  activity.detail = text(record.description)
  finish(activity)
  return activity
}

/** The account that is suspected; a detection is told under its name, though the vendor wrote it. */
function about(activity: Activity, name: unknown, id: unknown, displayName: unknown): void {
  const person = personOf(name)
  activity.user = person.user
  activity.userId = lower(id) ?? person.userId
  activity.userName = text(displayName)
  activity.isGuest = person.isGuest
  activity.targetUser = person.user
}

function words(event: string, state: unknown, detail: unknown): string | null {
  const said = [event, text(state), text(detail)].filter(word => word !== null && word !== 'none')
  return said.length > 0 ? said.join(', ') : null
}

function finish(activity: Activity): void {
  activity.action = 'alert'
  activity.client = clientOfAgent(activity.userAgent)
  activity.target = activity.user
  activity.targetId = activity.userId
}
