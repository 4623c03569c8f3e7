// Entra sign-ins: Graph's signIn, the same inside an Azure Monitor envelope, rows of Log Analytics.
import type { Activity } from '../activity.ts'
import { blankActivity } from '../blank.ts'
import { addressOf } from '../places/address.ts'
import { clientOfAgent, clientOfDevice } from '../words/client.ts'
import { type Fields, fields, flag, lower, text } from '../words/field.ts'
import { momentOf } from '../words/moment.ts'
import { secondFactorOf } from '../words/second-factor.ts'
import {
  asMachine,
  deviceFacts,
  finish,
  flatLocation,
  flowOf,
  interactiveByKind,
  placeOf,
  riskOf,
  tellOutcome,
  who,
} from './sign-in-facts.ts'

/** Graph's signIn, or the properties of an Azure Monitor envelope, which are the same. */
export function signInOf(record: Fields, raw: Fields, envelope: Fields | null): Activity {
  const activity = blankActivity('signinlogs', raw)
  const status = fields(record.status)
  const device = fields(record.deviceDetail)
  const location = fields(record.location)
  activity.id = text(record.id) ?? ''
  activity.twin = activity.id === '' ? null : activity.id
  activity.at = momentOf(record.createdDateTime) ?? momentOf(envelope?.time) ?? Number.NaN
  activity.tenant = lower(envelope?.tenantId) ?? lower(record.tenantId) ?? lower(record.resourceTenantId)
  who(activity, record.userPrincipalName, record.userId, record.userDisplayName)
  if (record.signInIdentifierType === 'proxyAddress' && activity.user === null)
    who(activity, record.signInIdentifier, record.userId, null)
  activity.isGuest ||= lower(record.userType) === 'guest'
  activity.appId = lower(record.appId)
  activity.appName = text(record.appDisplayName)
  activity.resource = text(record.resourceDisplayName) ?? text(record.resourceId)
  activity.address = addressOf(record.ipAddress) ?? addressOf(envelope?.callerIpAddress)
  activity.session = lower(record.sessionId)
  activity.userAgent = text(record.userAgent)
  const browser = text(device?.browser)
  const system = text(device?.operatingSystem)
  activity.client = clientOfAgent(activity.userAgent) ?? clientOfDevice(browser, system)
  deviceFacts(activity, device)
  tellOutcome(activity, status?.errorCode, envelope?.resultType ?? record.errorCode, record.status)
  const kinds = record.signInEventTypes
  activity.isInteractive =
    flag(record.isInteractive) ??
    interactiveByKind(Array.isArray(kinds) ? kinds[0] : kinds, envelope?.category)
  const isOfPerson = asMachine(
    activity,
    record.servicePrincipalName ?? record.managedServiceIdentity,
    record.servicePrincipalId,
    envelope?.category,
  )
  activity.flow = flowOf(record.authenticationProtocol, record.originalTransferMethod, record.clientAppUsed)
  activity.mfa = isOfPerson
    ? secondFactorOf({
        errorCode: activity.errorCode,
        outcome: activity.outcome,
        additionalDetails: text(status?.additionalDetails),
        steps: record.authenticationDetails,
        requirement: text(record.authenticationRequirement),
        isInteractive: activity.isInteractive,
      })
    : null
  activity.risk = riskOf(record.riskLevelDuringSignIn, record.riskLevelAggregated)
  activity.detail = text(status?.failureReason) ?? text(envelope?.resultDescription)
  if (activity.detail === 'Other.') activity.detail = null
  activity.place = placeOf(location, text(envelope?.location), record.autonomousSystemNumber)
  finish(activity)
  return activity
}

/** A row of SigninLogs, AADNonInteractiveUserSignInLogs and their like: columns in capitals, nested JSON maybe as text. */
export function signInRowOf(row: Fields): Activity {
  const activity = blankActivity('signinlogs', row)
  const status = fields(row.Status_dynamic ?? row.Status_string ?? row.Status)
  const device = fields(row.DeviceDetail_dynamic ?? row.DeviceDetail_string ?? row.DeviceDetail)
  const location = fields(row.LocationDetails_dynamic ?? row.LocationDetails_string ?? row.LocationDetails)
  activity.id = text(row.Id) ?? ''
  activity.twin = activity.id === '' ? null : activity.id
  activity.at = momentOf(row.CreatedDateTime) ?? momentOf(row.TimeGenerated) ?? Number.NaN
  activity.tenant = lower(row.AADTenantId) ?? lower(row.ResourceTenantId) ?? tenantInPath(row.ResourceId)
  who(activity, row.UserPrincipalName, row.UserId, row.UserDisplayName ?? row.Identity)
  activity.isGuest ||= lower(row.UserType) === 'guest'
  activity.appId = lower(row.AppId)
  activity.appName = text(row.AppDisplayName)
  activity.resource = text(row.ResourceDisplayName) ?? text(row.ResourceIdentity)
  activity.address = addressOf(row.IPAddress)
  activity.session = lower(row.SessionId)
  activity.userAgent = text(row.UserAgent)
  activity.client =
    clientOfAgent(activity.userAgent) ?? clientOfDevice(text(device?.browser), text(device?.operatingSystem))
  deviceFacts(activity, device)
  tellOutcome(activity, row.ResultType, status?.errorCode ?? row.ErrorCode, row.Status)
  activity.isInteractive = flag(row.IsInteractive) ?? interactiveByKind(null, row.Type ?? row.Category)
  const isOfPerson = asMachine(
    activity,
    row.ServicePrincipalName,
    row.ServicePrincipalId,
    row.Type ?? row.Category,
  )
  activity.flow = flowOf(row.AuthenticationProtocol, row.OriginalTransferMethod, row.ClientAppUsed)
  activity.mfa = isOfPerson
    ? secondFactorOf({
        errorCode: activity.errorCode,
        outcome: activity.outcome,
        additionalDetails: text(status?.additionalDetails),
        steps: row.AuthenticationDetails_dynamic ?? row.AuthenticationDetails,
        requirement: text(row.AuthenticationRequirement),
        isInteractive: activity.isInteractive,
      })
    : null
  activity.risk = riskOf(row.RiskLevelDuringSignIn, row.RiskLevelAggregated)
  activity.detail = text(row.ResultDescription) ?? text(status?.failureReason)
  if (activity.detail === 'Other.') activity.detail = null
  activity.place = placeOf(
    location ?? flatLocation(row.City, row.Country ?? row.CountryOrRegion),
    text(row.Location),
    row.AutonomousSystemNumber,
  )
  finish(activity)
  return activity
}

function tenantInPath(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const found = /^\/tenants\/([0-9a-f-]{36})\//i.exec(value)
  return found ? found[1]!.toLowerCase() : null
}
