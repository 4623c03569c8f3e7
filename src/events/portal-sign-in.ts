// A sign-in in the Entra portal's CSV export.
import type { Activity } from './activity.ts'
import { addressOf } from './address.ts'
import { blankActivity } from './blank.ts'
import { clientOfAgent, clientOfDevice } from './client.ts'
import { type Fields, lower, number, text } from './field.ts'
import { momentOf } from './moment.ts'
import { factorInWords, secondFactorOf } from './second-factor.ts'
import { outcomeOf } from './sign-in-error.ts'
import { asMachine, deviceFacts, finish, flowOf, interactiveByKind, placeOf, who } from './sign-in-facts.ts'

/** A row of the portal's CSV, its column titles squeezed to letters and digits by portal.ts. */
export function portalSignInOf(row: Map<string, unknown>, raw: Fields): Activity {
  const activity = blankActivity('signinlogs', raw)
  activity.id = text(row.get('requestid')) ?? ''
  activity.twin = activity.id === '' ? null : activity.id
  activity.at = momentOf(row.get('dateutc') ?? row.get('date')) ?? Number.NaN
  activity.tenant = lower(row.get('resourcetenantid')) ?? lower(row.get('hometenantid'))
  who(activity, row.get('username'), row.get('userid'), row.get('user'))
  if (activity.user === null) who(activity, row.get('signinidentifier'), row.get('userid'), row.get('user'))
  activity.isGuest ||= lower(row.get('usertype')) === 'guest'
  activity.appId = lower(row.get('applicationid'))
  activity.appName = text(row.get('application'))
  activity.resource = text(row.get('resource')) ?? text(row.get('resourceid'))
  activity.address = addressOf(row.get('ipaddress'))
  activity.session = lower(row.get('sessionid'))
  activity.userAgent = text(row.get('useragent'))
  activity.client =
    clientOfAgent(activity.userAgent) ??
    clientOfDevice(text(row.get('browser')), text(row.get('operatingsystem')))
  deviceFacts(activity, row.get('deviceid'), row.get('compliant'), row.get('managed'), row.get('jointype'))
  const status = lower(row.get('status'))
  const code = number(row.get('signinerrorcode'))
  activity.errorCode = code ?? (status === 'success' ? 0 : null)
  activity.outcome =
    status === 'failure' || status === 'interrupted' || status === 'success'
      ? status
      : activity.errorCode === null
        ? 'success'
        : outcomeOf(activity.errorCode)
  const kind = lower(row.get('signineventtypes') ?? row.get('signintype'))
  activity.isInteractive =
    interactiveByKind(kind, null) ?? interactiveByToken(lower(row.get('incomingtokentype')))
  const isOfPerson = asMachine(activity, row.get('serviceprincipalname'), row.get('serviceprincipalid'), kind)
  activity.flow = flowOf(
    row.get('authenticationprotocol'),
    row.get('originaltransfermethod'),
    row.get('clientapp'),
  )
  const result = text(row.get('multifactorauthenticationresult'))
  activity.mfa = isOfPerson
    ? (factorInWords(result) ??
      secondFactorOf({
        errorCode: activity.errorCode,
        outcome: activity.outcome,
        additionalDetails: result,
        steps: null,
        requirement: text(row.get('authenticationrequirement'))?.replace(/[\s-]/g, '') ?? null,
        isInteractive: null,
      }))
    : null
  activity.detail = text(row.get('failurereason'))
  if (activity.detail === 'Other.') activity.detail = null
  activity.place = placeOf(portalLocation(text(row.get('location'))), null, row.get('autonomoussystemnumber'))
  finish(activity)
  return activity
}

/** 'Seattle, Washington, US'. */
function portalLocation(location: string | null): Fields | null {
  if (location === null) return null
  const parts = location.split(',').map(part => part.trim())
  return { city: parts.length > 1 ? parts[0] : null, countryOrRegion: parts.at(-1) }
}

// The export says nowhere which of the portal's lists it came from; a refresh token is never typed in.
function interactiveByToken(token: string | null): boolean | null {
  return token?.includes('refresh') && !token.includes('primary') ? false : null
}
