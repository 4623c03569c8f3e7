// An activity as detection remembers it: small, and sharing with others whatever it has in common with them.
import type { Action, Activity, MailRule } from '../../events/activity.ts'
import { isPrivate } from '../../events/address.ts'
import { remembering } from '../../events/remember.ts'
import type { Family } from '../signal.ts'
import { isAt, newOrigin, type Origin } from './origin.ts'

/** How something was done: one object for all traces that were done alike. */
export interface Manner {
  log: Activity['log']
  action: Action
  operation: string
  outcome: Activity['outcome']
  errorCode: number | null
  client: string | null
  /** Operating system, as far as the client's name tells. */
  system: string | null
  isScripted: boolean
  deviceId: string | null
  isDeviceKnown: boolean | null
  appId: string | null
  appName: string | null
  isInteractive: boolean | null
  flow: Activity['flow']
  mfa: Activity['mfa']
  risk: Activity['risk']
  habits: string[]
  /** Whether many alike within an hour say no more than one of them and their number. */
  isEveryday: boolean
  /** Equal for manners that may be summed up: a machine's own sign-ins are alike whichever application made them. */
  kin: number
}

/** What only few traces have. */
export interface Particulars {
  rule: MailRule | null
  detail: string | null
  target: string | null
  targetId: string | null
  targetUser: string | null
  matches: RuleMatch[]
}

/** A rule that matched the record: one object for all records that it matched. */
export interface RuleMatch {
  id: string
  title: string
  level: string | null
  technique: string | null
  family: Family
  /** What it can be a habit as; see habits.ts. */
  habit: string
  /** Whether rules over several records are built on it, or it is one: then each record that it matched matters. */
  isPart: boolean
}

export interface Trace {
  id: string
  at: number
  /** Like ones within the same hour or day (see ledger.ts) are one trace: the last of them, how many records, how many items. */
  until: number
  records: number
  items: number
  session: string | null
  origin: Origin | null
  manner: Manner
  particulars: Particulars | null
}

/** Acts that are everyday when nothing about them is special. */
const EVERYDAY = new Set<Action>([
  'sign-in',
  'mail-read',
  'mail-send',
  'mail-delete',
  'mail-move',
  'file-read',
  'file-download',
  'file-upload',
  'file-delete',
  'message-send',
  'sign-out',
  'other',
])

const SCRIPTED =
  /python|axios|node-fetch|undici|go-http|\bcurl\b|\bwget\b|aiohttp|httpx|okhttp|java\/|libwww|fasthttp|got \(|headless|phantomjs|bav2ropc/i

const ofScript = remembering(name => SCRIPTED.test(name), { atMost: 20_000, longest: 600 })

export const isScripted = ({ client, userAgent }: Pick<Activity, 'client' | 'userAgent'>): boolean =>
  (client !== null && ofScript(client)) || (userAgent !== null && ofScript(userAgent))

const isEverydayAct = ({ action, outcome, flow, mfa, isInteractive }: Activity): boolean =>
  EVERYDAY.has(action) &&
  outcome === 'success' &&
  flow === null &&
  mfa !== 'passed' &&
  (action !== 'sign-in' || isInteractive !== true)

export const isEveryday = ({ manner, particulars }: Trace): boolean =>
  particulars === null && manner.isEveryday

/** Whether one can stand for many: everyday acts, and a machine's own sign-ins with whatever rules say of all of them. */
export const isOneOfMany = ({ manner, particulars }: Trace): boolean =>
  manner.isEveryday &&
  (particulars === null || (manner.action === 'sign-in' && !particulars.matches.some(({ isPart }) => isPart)))

export function isMatchedAlike(one: Trace, other: Trace): boolean {
  if (one.particulars === null || other.particulars === null) return one.particulars === other.particulars
  const { matches } = one.particulars
  const others = other.particulars.matches
  if (matches.length !== others.length) return false
  for (let place = 0; place < matches.length; place++) if (matches[place] !== others[place]) return false
  return true
}

export interface Shared {
  trace(activity: Activity, matches: RuleMatch[]): Trace
}

/** Makes traces which share their origins and manners. */
export function createTraces(): Shared {
  const originsAt = remembering((_address): Origin[] => [], ALL)
  // By operation, client, device and application: what is left to compare is little, and no key need be built.
  const manners: Branch<Branch<Branch<Branch<Manner[]>>>> = new Map()
  // Those met last, each at a place that its more telling parts give it.
  const recent = new Array<Manner | null>(RECENT_MANNERS).fill(null)
  const sessions = remembering(session => session, ALL)
  const kins = new Map<string, number>()
  let kinCount = 0

  function originOf({ address, place }: Activity): Origin | null {
    if (address === null) return null
    const known = originsAt(address)
    for (const origin of known) if (isAt(origin, place)) return origin
    if (place === null && isPrivate(address)) return null
    const origin = newOrigin(address, place)
    known.push(origin)
    return origin
  }

  function kinOf({ habits, appId, appName, kin, ...rest }: Manner): number {
    if (rest.action !== 'sign-in' || rest.isInteractive === true) return kinCount++
    const key = JSON.stringify(rest)
    const known = kins.get(key) ?? kinCount++
    kins.set(key, known)
    return known
  }

  function mannerOf(activity: Activity): Manner {
    const script = isScripted(activity)
    const place = recentPlace(activity)
    const last = recent[place]!
    if (last !== null && isSame(last, activity) && isAlike(last, activity, script)) return last
    const manner = knownManner(activity, script)
    recent[place] = manner
    return manner
  }

  function knownManner(activity: Activity, script: boolean): Manner {
    const { operation, client, deviceId, appId } = activity
    const byApp = branch(branch(branch(manners, operation), client), deviceId)
    const alike = byApp.get(appId)
    if (alike) for (const manner of alike) if (isAlike(manner, activity, script)) return manner
    const manner = newManner(activity, script)
    manner.kin = kinOf(manner)
    if (alike) alike.push(manner)
    else byApp.set(appId, [manner])
    return manner
  }

  return {
    trace: (activity, matches) => ({
      id: activity.id,
      at: activity.at,
      until: activity.at,
      records: 1,
      items: Math.max(1, activity.itemCount),
      session: activity.session === null ? null : sessions(activity.session),
      origin: originOf(activity),
      manner: mannerOf(activity),
      particulars: particularsOf(activity, matches),
    }),
  }
}

const RECENT_MANNERS = 4096
const ALL = { atMost: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY }

function recentPlace(activity: Activity): number {
  const { operation, client, deviceId, appId, outcome, errorCode, isInteractive, mfa, flow } = activity
  let mixed = outcome.length + (isInteractive === true ? 16 : 0) + (errorCode ?? 1) * 32
  if (mfa !== null) mixed += mfa.length << 24
  if (flow !== null) mixed += flow.length << 28
  mixed = mixedWith(mixed, operation)
  if (client !== null) mixed = mixedWith(mixed, client)
  if (deviceId !== null) mixed = mixedWith(mixed, deviceId)
  if (appId !== null) mixed = mixedWith(mixed, appId)
  return (mixed ^ (mixed >>> 15)) & (RECENT_MANNERS - 1)
}

/** By its length and four of its characters. */
function mixedWith(mixed: number, text: string): number {
  const { length } = text
  if (length === 0) return mixed
  const first = (text.charCodeAt(0) << 8) ^ text.charCodeAt(length >> 2)
  const last = (text.charCodeAt(length >> 1) << 8) ^ text.charCodeAt(length - 1)
  return Math.imul(Math.imul(mixed ^ first, 0x9e3779b1) ^ last ^ (length << 16), 0x85ebca6b)
}

const isSame = (manner: Manner, { operation, client, deviceId, appId }: Activity): boolean =>
  manner.operation === operation &&
  manner.client === client &&
  manner.appId === appId &&
  manner.deviceId === deviceId

type Branch<V> = Map<string | null, V>

function branch<V extends Branch<unknown>>(from: Branch<V>, key: string | null): V {
  let found = from.get(key)
  if (found === undefined) {
    found = new Map() as unknown as V
    from.set(key, found)
  }
  return found
}

const isAlike = (manner: Manner, activity: Activity, script: boolean): boolean =>
  manner.action === activity.action &&
  manner.outcome === activity.outcome &&
  manner.log === activity.log &&
  manner.errorCode === activity.errorCode &&
  manner.isInteractive === activity.isInteractive &&
  manner.mfa === activity.mfa &&
  manner.flow === activity.flow &&
  manner.risk === activity.risk &&
  manner.isDeviceKnown === activity.isDeviceKnown &&
  manner.appName === activity.appName &&
  manner.isScripted === script

function newManner(activity: Activity, script: boolean): Manner {
  const { log, action, operation, outcome, errorCode, client, deviceId, isDeviceKnown } = activity
  const { appId, appName, isInteractive, flow, mfa, risk } = activity
  const system = systemOf(client)
  const habits: string[] = []
  if (action !== 'alert') {
    if (client !== null) habits.push(`client ${client}`)
    if (system !== null) habits.push(`system ${system}`)
    if (deviceId !== null) habits.push(`device ${deviceId}`)
    if (action === 'sign-in' && client !== null)
      habits.push(`${deviceId === null ? 'bare' : 'bound'} ${client}`)
    if (outcome === 'success') {
      habits.push(`deed ${action}`)
      if (flow !== null) habits.push(`flow ${flow}`)
      if (appId !== null) habits.push(`app ${appId}`)
      if (action === 'sign-in' && isInteractive === true && mfa !== null)
        habits.push(mfa === 'none' ? 'factors one' : 'factors two')
    }
  }
  return {
    log,
    action,
    operation,
    outcome,
    errorCode,
    client,
    system,
    isScripted: script,
    deviceId,
    isDeviceKnown,
    appId,
    appName,
    isInteractive,
    flow,
    mfa,
    risk,
    // A list that has grown keeps room to grow on.
    habits: [...habits],
    isEveryday: isEverydayAct(activity),
    kin: -1,
  }
}

function particularsOf(
  { action, rule, detail, target, targetId, targetUser }: Activity,
  matches: RuleMatch[],
): Particulars | null {
  const isPlain = EVERYDAY.has(action) && rule === null
  if (isPlain && matches.length === 0) return null
  return { rule, detail, target, targetId, targetUser, matches }
}

/** 'Chrome on Windows' runs on Windows; 'Outlook on the web' wherever. */
export function systemOf(client: string | null): string | null {
  const system = client?.match(/ on (.+)$/)?.[1] ?? null
  return system === 'the web' ? null : system
}

/** By time, and by id where that is equal: a total order that no arrival can change. */
export const byTime = (a: Trace, b: Trace): number =>
  a.at - b.at || compare(a.id, b.id) || compare(a.manner.log, b.manner.log)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
