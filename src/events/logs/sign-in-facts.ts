// What every kind of sign-in record says in its own words, read once: who, which device, which flow, where, how risky.
import type { Activity, Place } from '../activity.ts'
import { remembering, saying } from '../remember.ts'
import { appNamed } from '../words/app-name.ts'
import { type Fields, fields, flag, lower, number, text } from '../words/field.ts'
import { isGuid, personOf } from '../words/person.ts'
import { outcomeOf } from '../words/sign-in-error.ts'

export function who(activity: Activity, name: unknown, id: unknown, displayName: unknown): void {
  const person = personOf(name)
  activity.user = person.user
  activity.userId = lower(id) ?? person.userId
  if (activity.userId === '00000000-0000-0000-0000-000000000000') activity.userId = null
  activity.isGuest = person.isGuest
  activity.userName = text(displayName)
  if (activity.user === null && activity.userName !== null && isGuid(activity.userName))
    activity.userName = null
}

/** True when a person signed in; otherwise says which application did. */
export function asMachine(activity: Activity, name: unknown, id: unknown, kind: unknown): boolean {
  if (activity.user !== null) return true
  const isMachine = (text(id) ?? '') !== '' || /serviceprincipal|managedidentity/i.test(String(kind ?? ''))
  if (!isMachine) return true
  activity.actorApp = text(name) ?? activity.appName ?? text(id)
  activity.isInteractive = false
  return false
}

export function interactiveByKind(kind: unknown, category: unknown): boolean | null {
  const told = typeof kind === 'string' && kind !== '' ? kind : typeof category === 'string' ? category : ''
  if (told === '') return null
  if (/noninteractive/i.test(told)) return false
  if (/serviceprincipal|managedidentity/i.test(told)) return false
  return /^interactive|^signinlogs$|^sign-?in/i.test(told) ? true : null
}

const isJoined = saying(/join|serverad|azuread/i)

export function deviceFacts(activity: Activity, device: Fields | null): void {
  if (device === null) return
  const { deviceId, operatingSystem, browser, isCompliant, isManaged, trustType: trust } = device
  activity.deviceId = lower(deviceId)
  activity.tellsDevice = [deviceId, operatingSystem, browser].some(each => typeof each === 'string')
  if (activity.deviceId === '00000000-0000-0000-0000-000000000000') activity.deviceId = null
  const compliant = flag(isCompliant)
  const managed = flag(isManaged)
  const joined = typeof trust === 'string' && trust !== '' && isJoined(trust)
  if (compliant === true || managed === true || joined) activity.isDeviceKnown = true
  else if (compliant === false || managed === false || activity.deviceId !== null)
    activity.isDeviceKnown = false
  else activity.isDeviceKnown = null
}

const LEGACY = new Set([
  'authenticated smtp',
  'smtp',
  'imap',
  'imap4',
  'pop',
  'pop3',
  'mapi over http',
  'mapi',
  'exchange activesync',
  'exchange online powershell',
  'exchange web services',
  'autodiscover',
  'offline address book',
  'outlook anywhere (rpc over http)',
  'outlook service',
  'reporting web services',
  'other clients',
  'other clients; imap',
  'other clients; pop',
  'other clients; smtp',
  'other clients; mapi',
  'universal outlook',
])

export function flowOf(protocol: unknown, transfer: unknown, clientApp: unknown): Activity['flow'] {
  // The protection stays with the session: a token refreshed later still says how the session began.
  return named(flowOfProtocol, protocol) ?? named(flowOfTransfer, transfer) ?? named(flowOfClient, clientApp)
}

type NameFlow = (name: string) => Activity['flow']
const NAMES = { atMost: 1000, longest: 100 }

const named = (nameFlow: NameFlow, name: unknown) => (typeof name === 'string' ? nameFlow(name) : null)
const squeeze = (name: string) => name.toLowerCase().replace(/[\s-]/g, '')

const flowOfProtocol = remembering<Activity['flow']>(name => {
  switch (squeeze(name)) {
    case 'devicecode':
      return 'deviceCode'
    case 'ropc':
      return 'ropc'
    case 'authenticationtransfer':
      return 'authenticationTransfer'
    default:
      return null
  }
}, NAMES)

const flowOfTransfer = remembering<Activity['flow']>(name => {
  const squeezed = squeeze(name)
  if (squeezed.startsWith('devicecode')) return 'deviceCode'
  return squeezed === 'authenticationtransfer' ? 'authenticationTransfer' : null
}, NAMES)

const flowOfClient = remembering<Activity['flow']>(
  name => (LEGACY.has(name.toLowerCase()) ? 'legacy' : null),
  NAMES,
)

/** By the first of these that is a code; else by what the last says in a word. A table may have left the code out. */
export function tellOutcome(activity: Activity, code: unknown, other: unknown, word: unknown): void {
  const errorCode = number(code) ?? number(other) ?? number(word)
  activity.errorCode = errorCode
  if (errorCode !== null) activity.outcome = outcomeOf(errorCode)
  else {
    const told = lower(code) ?? lower(other) ?? lower(word)
    if (told === 'failure' || told === 'failed' || told === 'fail' || told === 'error' || told === 'blocked')
      activity.outcome = 'failure'
    else if (told === 'interrupted') activity.outcome = 'interrupted'
    else if (told === 'success' || told === 'succeeded') activity.errorCode = 0
  }
}

/** A place whose parts are columns of their own. */
export function flatLocation(city: unknown, country: unknown): Fields | null {
  return text(country) === null ? null : { city, countryOrRegion: country }
}

export function riskOf(during: unknown, aggregated: unknown): Activity['risk'] {
  return risk(during) ?? risk(aggregated)
}

function risk(value: unknown): Activity['risk'] {
  switch (typeof value === 'string' ? value.toLowerCase() : value) {
    case 'none':
      return 'none'
    case 'low':
    case 1:
      return 'low'
    case 'medium':
    case 10:
      return 'medium'
    case 'high':
    case 100:
      return 'high'
    default:
      return null
  }
}

const countryOf = remembering(
  (code): string | null => (/^[a-z]{2}$/i.test(code) ? code.toUpperCase() : null),
  {
    atMost: 1000,
    longest: 100,
  },
)

/** Where the vendor places it; the address says better, see normalise.ts. */
export function placeOf(location: Fields | null, country: string | null, network: unknown): Place | null {
  const code = text(location?.countryOrRegion) ?? country
  const asn = number(network)
  if (code === null && (asn === null || asn === 0)) return null
  const coordinates = fields(location?.geoCoordinates)
  return {
    country: code === null ? null : countryOf(code),
    city: text(location?.city),
    latitude: number(coordinates?.latitude),
    longitude: number(coordinates?.longitude),
    asn: asn === 0 ? null : asn,
    network: null,
    networkKind: null,
  }
}

/** The password typed where Windows is unlocked goes straight to the token endpoint; the machine is named with it. */
const isWindowsLogon = ({ userAgent, deviceId }: Activity): boolean =>
  deviceId !== null && userAgent !== null && isWindows(userAgent)

const isWindows = saying(/^windows-azuread-authentication-provider/i, { atMost: 20_000, longest: 1000 })

export function finish(activity: Activity): void {
  if (activity.flow === 'ropc' && isWindowsLogon(activity)) activity.flow = null
  // Phones' own mail programs speak it too, after signing in as everything else does.
  if (activity.flow === 'legacy' && (activity.mfa === 'passed' || activity.mfa === 'earlier'))
    activity.flow = null
  activity.action = 'sign-in'
  activity.operation = 'Sign-in activity'
  activity.appName ??= appNamed(activity.appId)
  activity.target = activity.resource
}
