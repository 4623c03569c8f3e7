// The unified audit log: Management Activity API, Purview exports, OfficeActivity of Log Analytics.
import type { Activity } from '../activity.ts'
import { blankActivity } from '../blank.ts'
import { addressOf } from '../places/address.ts'
import { appNamed } from '../words/app-name.ts'
import { clientOfAgent } from '../words/client.ts'
import { type Fields, fields, list, lower, text } from '../words/field.ts'
import { momentOf } from '../words/moment.ts'
import { actionOf, plainOperation } from '../words/operation.ts'
import { isGuid, personOf } from '../words/person.ts'
import { changeOf, clientOfGrant, consentedApp } from './directory-change.ts'
import { fileFacts } from './file-activity.ts'
import { mailboxFacts } from './mailbox.ts'
import { teamsFacts } from './teams.ts'
import { unifiedSignInFacts } from './unified-sign-in.ts'

export function unifiedOf(record: Fields): Activity {
  const activity = blankActivity('unified', record)
  activity.operation = text(record.Operation) ?? ''
  activity.action = actionOf(activity.operation)
  activity.id = text(record.Id) ?? text(record.OfficeId) ?? text(record.Identity) ?? ''
  activity.at =
    momentOf(record.CreationTime) ??
    momentOf(record.TimeGenerated) ??
    momentOf(record.CreationDate) ??
    momentOf(record.Start_Time) ??
    Number.NaN
  activity.tenant = lower(record.OrganizationId) ?? lower(record.OfficeTenantId)
  who(activity, record)
  activity.outcome = outcomeOfStatus(record.ResultStatus)
  activity.address =
    addressOf(record.ClientIP) ??
    addressOf(record.ClientIPAddress) ??
    addressOf(record.Client_IPAddress) ??
    addressOf(record.ActorIpAddress)
  const access = fields(record.AppAccessContext)
  activity.session = lower(access?.AADSessionId) ?? lower(record.SessionId)
  activity.userAgent = text(record.UserAgent)
  activity.appId =
    lower(record.ApplicationId) ??
    lower(record.ClientAppId) ??
    lower(access?.ClientAppId) ??
    lower(record.AppId)
  activity.appName =
    text(record.ApplicationDisplayName) ?? text(access?.ClientAppName) ?? appNamed(activity.appId)
  activity.target = text(record.ObjectId) ?? text(record.OfficeObjectId)

  if (activity.action === 'sign-in') unifiedSignInFacts(activity, record)
  else {
    const workload = record.Workload ?? record.OfficeWorkload
    if (workload === 'Exchange') mailboxFacts(activity, record)
    else if (workload === 'SharePoint' || workload === 'OneDrive') fileFacts(activity, record)
    else if (workload === 'MicrosoftTeams') teamsFacts(activity, record)
    else if (workload === 'AzureActiveDirectory' || record.AzureActiveDirectoryEventType !== undefined)
      directoryFacts(activity, record)
    else otherFacts(activity, record)
  }
  activity.client ??= clientOfAgent(activity.userAgent)
  return activity
}

function who(activity: Activity, record: Fields): void {
  const person = personOf(record.UserId)
  activity.user = person.user
  activity.userId = person.userId
  activity.actorApp = person.app
  activity.isGuest = person.isGuest || record.UserType === 10
  const key = record.UserKey
  if (activity.userId === null && typeof key === 'string' && key.length === 36) {
    const known = personOf(key)
    if (known.userId !== null && activity.actorApp === null) activity.userId = known.userId
  }
}

function outcomeOfStatus(status: unknown): Activity['outcome'] {
  if (typeof status !== 'string') return 'success'
  switch (status.toLowerCase()) {
    case 'false':
    case 'failed':
    case 'failure':
    case 'fail':
    case 'error':
    case 'denied':
    case 'clienterror':
    case 'servererror':
      return 'failure'
    default:
      return 'success'
  }
}

/** Entra's own audit as the unified audit log has it (record type 8). */
function directoryFacts(activity: Activity, record: Fields): void {
  const actors = list(record.Actor)
  for (const actor of actors) {
    const id = actor.ID
    if (typeof id !== 'string') continue
    if (activity.userId === null && activity.user !== null && isGuid(id)) activity.userId = id.toLowerCase()
    // Type 1 is a name: of an application, where no person acted.
    if (actor.Type === 1 && activity.user === null) activity.actorApp = id
  }
  for (const target of list(record.Target)) {
    const id = target.ID
    if (typeof id !== 'string' || id === '') continue
    if (target.Type === 5) {
      const person = personOf(id)
      if (person.user !== null) activity.targetUser = person.user
      activity.target = id
    } else if (target.Type === 1) activity.target = id
    else if (activity.targetId === null && isGuid(id)) activity.targetId = id.toLowerCase()
  }
  activity.targetUser ??= personOf(activity.target).user
  const properties = list(record.ModifiedProperties)
  let reason: string | null = null
  let app: unknown = null
  for (const extended of list(record.ExtendedProperties)) {
    if (extended.Name === 'additionalDetails') {
      const details = fields(extended.Value)
      activity.userAgent ??= text(details?.['User-Agent'])
      reason = text(details?.DeviceDisplayName) ?? reason
      app = details?.AppId
    } else if (extended.Name === 'ResultReason' || extended.Name === 'resultReason')
      reason = text(extended.Value)
  }
  const change = changeOf(activity.action, properties, reason)
  activity.action = change.action
  activity.detail = change.detail
  if (activity.action === 'consent-granted') {
    activity.target = clientOfGrant(properties) ?? activity.target
    activity.targetId = consentedApp(activity.operation, properties, app) ?? activity.targetId
  }
  const correlation = lower(record.InterSystemsId)
  if (correlation !== null) activity.twin = directoryTwin(correlation, activity.operation)
}

/** Both copies of a directory change bear the correlation id; one correlation may hold several operations. */
export function directoryTwin(correlation: string, operation: string): string {
  return `${correlation}/${plainOperation(operation)}`
}

// Alerts, eDiscovery, Power Platform, Copilot and whatever else there is.
function otherFacts(activity: Activity, record: Fields): void {
  activity.targetUser = personOf(activity.target).user
  if (activity.action === 'alert') {
    activity.detail = text(record.Name) ?? text(record.AlertType) ?? text(record.Title)
    const severity = lower(record.Severity)
    activity.risk = severity === 'low' || severity === 'medium' || severity === 'high' ? severity : null
    const entity = text(record.EntityType) === 'User' ? personOf(record.AlertEntityId) : null
    activity.targetUser = entity?.user ?? activity.targetUser
    // An alert is the vendor's word about someone; nobody did it.
    if (activity.user === null) activity.actorApp = text(record.Source) ?? activity.actorApp
    activity.target = text(record.AlertId) ?? activity.target
  } else if (record.QueryText !== undefined || record.SearchQueryText !== undefined) {
    activity.detail = text(record.QueryText) ?? text(record.SearchQueryText)
  }
  if (record.ModifiedProperties !== undefined && activity.detail === null) {
    const change = changeOf(activity.action, list(record.ModifiedProperties), null)
    activity.action = change.action
    activity.detail = change.detail
  }
  if (record.Parameters !== undefined) mailboxFacts(activity, record)
}
