// Sign-ins as the unified audit log has them: UserLoggedIn and UserLoginFailed.
import type { Activity } from '../activity.ts'
import { saying } from '../remember.ts'
import { appNamed } from '../words/app-name.ts'
import { clientOfDevice, isScripted } from '../words/client.ts'
import { type Fields, flag, list, lower, number, text } from '../words/field.ts'
import { isGuid, personOf } from '../words/person.ts'
import { secondFactorOf } from '../words/second-factor.ts'
import { errorCodeNamed, outcomeOf } from '../words/sign-in-error.ts'

export function unifiedSignInFacts(activity: Activity, record: Fields): void {
  let requestType: string | null = null
  let method: string | null = null
  let status: string | null = null
  for (const property of list(record.ExtendedProperties)) {
    switch (property.Name) {
      case 'UserAgent':
        activity.userAgent = text(property.Value) ?? activity.userAgent
        break
      case 'RequestType':
        requestType = text(property.Value)
        break
      case 'UserAuthenticationMethod':
        method = text(property.Value)
        break
      case 'ResultStatusDetail':
        status = text(property.Value)
        break
    }
  }
  let system: string | null = null
  let browser: string | null = null
  for (const property of list(record.DeviceProperties)) {
    switch (property.Name) {
      case 'SessionId':
        activity.session = lower(property.Value) ?? activity.session
        break
      case 'OS':
        system = text(property.Value)
        activity.tellsDevice = true
        break
      case 'BrowserType':
        browser = text(property.Value)
        activity.tellsDevice = true
        break
      case 'Id':
        activity.deviceId = lower(property.Value)
        activity.tellsDevice = true
        break
      case 'IsCompliantAndManaged':
        activity.isDeviceKnown = flag(property.Value)
        break
      case 'IsCompliant':
        activity.isDeviceKnown ||= flag(property.Value)
        break
      case 'TrustType':
        // 0 and 1 are joined to a directory, 2 merely registered.
        if (property.Value === '0' || property.Value === '1') activity.isDeviceKnown = true
        break
    }
  }
  whoSignedIn(activity, record)
  outcome(activity, record, status)
  if (activity.client === null && activity.userAgent === null)
    activity.client = clientOfDevice(browser, system)
  activity.isInteractive = interactiveBy(requestType)
  activity.flow = flowBy(requestType, method, activity)
  activity.mfa = secondFactorOf({
    errorCode: activity.errorCode,
    outcome: activity.outcome,
    additionalDetails: null,
    steps: null,
    requirement: null,
    isInteractive: activity.isInteractive,
  })
  if (
    activity.mfa === null &&
    activity.outcome === 'success' &&
    requestType !== null &&
    takesSecondFactor(requestType)
  ) {
    // The endpoint that takes the answer to the second factor.
    activity.mfa = 'passed'
  }
  const resource = targetApp(record) ?? lower(record.ObjectId)
  activity.resource = resource === 'unknown' ? null : (appNamed(resource) ?? resource)
  activity.target = activity.resource
  activity.targetId = resource !== null && isGuid(resource) ? resource : null
  activity.detail = text(record.LogonError) ?? requestType
  activity.twin = text(record.IntraSystemId) ?? (activity.id === '' ? null : activity.id)
}

function whoSignedIn(activity: Activity, record: Fields): void {
  for (const actor of list(record.Actor)) {
    const person = personOf(actor.ID)
    activity.user ??= actor.Type === 5 ? person.user : null
    activity.userId ??= person.userId
    activity.isGuest ||= person.isGuest
  }
  if (activity.user !== null) activity.actorApp = null
}

function outcome(activity: Activity, record: Fields, status: string | null): void {
  const isFailed = activity.operation.toLowerCase() === 'userloginfailed'
  const code =
    number(record.ErrorNumber) ?? number(record.ErrorCode) ?? errorCodeNamed(text(record.LogonError))
  activity.errorCode = code ?? (isFailed ? null : 0)
  if (code !== null && code !== 0) activity.outcome = outcomeOf(code)
  else if (isFailed)
    activity.outcome =
      status === 'Redirect' || status === 'UserInteractionRequired' ? 'interrupted' : 'failure'
  else activity.outcome = activity.outcome === 'failure' ? 'failure' : 'success'
  if (isFailed && code === 0) activity.errorCode = null
}

function targetApp(record: Fields): string | null {
  for (const target of list(record.Target))
    if (target.Type === 0 || target.Type === '0') return lower(target.ID)
  return null
}

const takesSecondFactor = saying(/^sas:/i)
const isTokenRequest = saying(/^oauth2:token$/i)
const isByHand = saying(/^(login|oauth2:(authorize|login)|kmsi|cmsi|sas|saml2|wsfed|consent|proofup)/i)
// The page that asks 'is this the app you meant?', which device-code sign-ins end with.
const isDeviceCode = saying(/^cmsi:cmsi$|devicecode|deviceauth/i)
const isLegacyAgent = saying(/bav2ropc|cbainprod|cbaintar/i, { atMost: 20_000, longest: 1000 })

const isPowerShell = saying(/powershell/i, { atMost: 20_000, longest: 1000 })
const isProgram = (activity: Activity): boolean =>
  isScripted(activity) || (activity.userAgent !== null && isPowerShell(activity.userAgent))

function interactiveBy(requestType: string | null): boolean | null {
  if (requestType === null) return null
  if (isTokenRequest(requestType)) return false
  return isByHand(requestType) ? true : null
}

function flowBy(requestType: string | null, method: string | null, activity: Activity): Activity['flow'] {
  // Exchange hands the passwords of old protocols on to the token endpoint, under a name of its own.
  if (activity.userAgent !== null && isLegacyAgent(activity.userAgent)) return 'legacy'
  if (requestType === null) return null
  if (isDeviceCode(requestType)) return 'deviceCode'
  // Method 1 is a password; handed straight to the token endpoint by a program it is the password grant. Apps that renew
  // what they were once given look the same.
  return method === '1' && isTokenRequest(requestType) && activity.deviceId === null && isProgram(activity)
    ? 'ropc'
    : null
}
