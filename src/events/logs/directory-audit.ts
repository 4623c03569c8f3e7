// Entra's audit log: Graph's directoryAudit, Azure Monitor's AuditLogs, rows of Log Analytics.
import type { Activity } from '../activity.ts'
import { blankActivity } from '../blank.ts'
import { addressOf } from '../places/address.ts'
import { clientOfAgent } from '../words/client.ts'
import { type Fields, fields, list, lower, named, text } from '../words/field.ts'
import { momentOf } from '../words/moment.ts'
import { actionOf } from '../words/operation.ts'
import { personOf } from '../words/person.ts'
import { changeOf, clientOfGrant, consentedApp, newValue } from './directory-change.ts'
import { directoryTwin } from './unified-audit.ts'

/** Graph's directoryAudit, or the properties of an Azure Monitor envelope. */
export function directoryAuditOf(record: Fields, raw: Fields, envelope: Fields | null): Activity {
  return auditOf(raw, {
    id: record.id,
    at: record.activityDateTime ?? envelope?.time,
    tenant: envelope?.tenantId ?? record.tenantId,
    operation: record.activityDisplayName ?? envelope?.operationName ?? record.operationName,
    result: record.result ?? record.resultType,
    reason: record.resultReason ?? envelope?.resultDescription,
    correlation: record.correlationId ?? envelope?.correlationId,
    initiatedBy: fields(record.initiatedBy),
    targets: list(record.targetResources ?? record.targetResource),
    details: record.additionalDetails,
    address: envelope?.callerIpAddress,
    agent: record.userAgent,
    service: record.loggedByService,
  })
}

/** A row of Log Analytics' AuditLogs. */
export function directoryAuditRowOf(row: Fields): Activity {
  return auditOf(row, {
    id: row.Id,
    at: row.ActivityDateTime ?? row.TimeGenerated,
    tenant: row.AADTenantId,
    operation: row.ActivityDisplayName ?? row.OperationName,
    result: row.Result ?? row.ResultType,
    reason: row.ResultReason ?? row.ResultDescription,
    correlation: row.CorrelationId,
    initiatedBy: fields(row.InitiatedBy ?? row.InitiatedBy_dynamic),
    targets: list(row.TargetResources ?? row.TargetResources_dynamic),
    details: row.AdditionalDetails ?? row.AdditionalDetails_dynamic,
    address: null,
    agent: row.UserAgent,
    service: row.LoggedByService,
  })
}

interface AuditFields {
  id: unknown
  at: unknown
  tenant: unknown
  operation: unknown
  result: unknown
  reason: unknown
  correlation: unknown
  initiatedBy: Fields | null
  targets: readonly Fields[]
  details: unknown
  address: unknown
  agent: unknown
  service: unknown
}

function auditOf(raw: Fields, audit: AuditFields): Activity {
  const activity = blankActivity('auditlogs', raw)
  activity.id = text(audit.id) ?? ''
  activity.at = momentOf(audit.at) ?? Number.NaN
  activity.tenant = lower(audit.tenant)
  activity.operation = text(audit.operation)?.trim() ?? ''
  activity.action = actionOf(activity.operation)
  activity.outcome = outcomeOf(audit.result)
  const correlation = lower(audit.correlation)
  activity.twin = correlation === null ? null : directoryTwin(correlation, activity.operation)
  initiator(activity, audit.initiatedBy)
  activity.address ??= addressOf(audit.address)
  activity.userAgent = text(audit.agent) ?? named(audit.details, 'User-Agent')
  activity.client = clientOfAgent(activity.userAgent)
  activity.resource = text(audit.service)
  const properties = target(activity, audit.targets)
  const reason = text(audit.reason)
  const change = changeOf(activity.action, properties, reason === 'OK' ? null : reason)
  activity.action = change.action
  activity.detail = change.detail
  if (activity.action === 'device-registered') {
    activity.deviceId =
      lower(named(audit.details, 'DeviceId')) ?? lower(newValue(properties, 'TargetId.DeviceId'))
    const device = audit.targets.find(isDevice)
    if (device !== undefined) {
      activity.target = text(device.displayName) ?? text(device.id)
      activity.targetId = lower(device.id)
    }
    activity.detail = text(device?.displayName) ?? activity.detail ?? activity.target
  }
  if (activity.action === 'consent-granted') {
    activity.target = clientOfGrant(properties) ?? activity.target
    activity.targetId =
      consentedApp(activity.operation, properties, named(audit.details, 'AppId')) ?? activity.targetId
  }
  activity.session = lower(named(audit.details, 'SessionId'))
  return activity
}

function initiator(activity: Activity, initiatedBy: Fields | null): void {
  const user = fields(initiatedBy?.user)
  const app = fields(initiatedBy?.app)
  if (user !== null) {
    const person = personOf(user.userPrincipalName)
    activity.user = person.user
    activity.userId = personOf(user.id).userId
    activity.userName = text(user.displayName)
    activity.isGuest = person.isGuest || lower(user.userType) === 'guest'
    activity.actorApp = person.app
    activity.address = addressOf(user.ipAddress)
  }
  if (app !== null && activity.user === null) {
    activity.actorApp =
      text(app.displayName) ?? text(app.servicePrincipalName) ?? text(app.appId) ?? activity.actorApp
    activity.appId = lower(app.appId)
  }
  if (app !== null) activity.appName = text(app.displayName)
}

/** What it was done to; gives back the properties that changed, of all targets. */
function target(activity: Activity, targets: readonly Fields[]): readonly Fields[] {
  let properties: readonly Fields[] = []
  for (const one of targets) {
    const user = personOf(one.userPrincipalName).user
    if (user !== null) activity.targetUser ??= user
    const changed = list(one.modifiedProperties)
    if (changed.length > 0) properties = properties.length > 0 ? [...properties, ...changed] : changed
  }
  const [first] = targets
  if (first !== undefined) {
    activity.target = text(first.userPrincipalName) ?? text(first.displayName) ?? text(first.id)
    activity.targetId = lower(first.id)
    const type = lower(first.type ?? first.Type)
    if (activity.targetUser === null && type === 'user')
      activity.targetUser = personOf(first.displayName).user
  }
  return properties
}

/** Beside it stands its owner, who may come first. */
const isDevice = (target: Fields): boolean => lower(target.type ?? target.Type) === 'device'

function outcomeOf(result: unknown): Activity['outcome'] {
  switch (typeof result === 'string' ? result.toLowerCase() : null) {
    case 'failure':
    case 'failed':
    case 'clienterror':
    case 'servererror':
    case 'timeout':
      return 'failure'
    case 'interrupted':
      return 'interrupted'
    default:
      return 'success'
  }
}
