// Azure's activity log and Graph's: requests to an interface, kept for rules rather than for behaviour.
import type { Activity } from '../activity.ts'
import { blankActivity } from '../blank.ts'
import { addressOf } from '../places/address.ts'
import { clientOfAgent } from '../words/client.ts'
import { type Fields, fields, lower, number, text } from '../words/field.ts'
import { momentOf } from '../words/moment.ts'
import { actionOf } from '../words/operation.ts'
import { personOf } from '../words/person.ts'

export function resourceActivityOf(record: Fields, properties: Fields | null): Activity {
  const activity = blankActivity('activitylogs', record)
  activity.id =
    text(properties?.eventDataId) ??
    text(record.eventDataId) ??
    text(record.EventDataId) ??
    text(properties?.requestId) ??
    text(record.RequestId) ??
    ''
  activity.at =
    momentOf(record.time) ?? momentOf(record.eventTimestamp) ?? momentOf(record.TimeGenerated) ?? Number.NaN
  activity.tenant = lower(record.tenantId) ?? lower(properties?.tenantId) ?? lower(record.AadTenantId)
  const claims =
    fields(fields(record.identity)?.claims) ??
    fields(record.claims) ??
    fields(record.Claims_d) ??
    fields(record.Claims)
  const caller = personOf(
    record.caller ??
      record.Caller ??
      claims?.['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn'] ??
      claims?.name,
  )
  activity.user = caller.user
  activity.userId = caller.userId ?? lower(properties?.userId) ?? lower(record.UserId)
  activity.actorApp = caller.app
  activity.isGuest = caller.isGuest
  activity.operation =
    text(fields(record.operationName)?.value) ??
    text(record.operationName) ??
    text(record.OperationNameValue) ??
    text(record.OperationName) ??
    ''
  activity.action = actionOf(activity.operation)
  activity.address =
    addressOf(record.callerIpAddress) ??
    addressOf(record.CallerIpAddress) ??
    addressOf(properties?.ipAddress) ??
    addressOf(record.IPAddress) ??
    addressOf(fields(record.httpRequest)?.clientIpAddress)
  activity.appId = lower(properties?.appId) ?? lower(record.AppId) ?? lower(claims?.appid)
  activity.userAgent = text(properties?.userAgent) ?? text(record.UserAgent)
  activity.client = clientOfAgent(activity.userAgent)
  activity.session = lower(properties?.C_Sid) ?? lower(properties?.sessionId) ?? lower(record.SessionId)
  activity.deviceId = lower(properties?.C_DeviceId) ?? lower(record.DeviceId)
  const status = number(properties?.responseStatusCode) ?? number(record.ResponseStatusCode)
  const result =
    lower(record.resultType) ?? lower(fields(record.status)?.value) ?? lower(record.ActivityStatusValue)
  const isFailed = status !== null ? status >= 400 : result !== null && /fail|error|denied/.test(result)
  activity.outcome = isFailed ? 'failure' : 'success'
  activity.target =
    text(properties?.requestUri) ??
    text(record.RequestUri) ??
    text(record.resourceId) ??
    text(record._ResourceId)
  const method = text(properties?.requestMethod) ?? text(record.RequestMethod)
  activity.detail = method
  return activity
}
