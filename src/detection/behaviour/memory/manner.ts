// How something was done: what many activities have in common, in one object for all of them.
import { randomInt } from 'node:crypto'
import type { Action, Activity } from '../../../events/activity.ts'
import { type MailAccess, othersMailbox, syncedFolder } from '../../../events/logs/mail-access.ts'
import { remembering } from '../../../events/remember.ts'
import { isScripted } from '../../../events/words/client.ts'
import type { HabitWords } from './habit-words.ts'

export interface Manner extends MailAccess {
  log: Activity['log']
  action: Action
  operation: string
  outcome: Activity['outcome']
  errorCode: number | null
  client: string | null
  /** Operating system, as far as the client's name tells. */
  system: string | null
  isScripted: boolean
  /** All that a browser or an app says of itself, where somebody signs in or fails to, unless a machine does so by itself. */
  agent: string | null
  deviceId: string | null
  /** The record speaks of the device, and that named none. */
  isBare: boolean
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

/** Acts that are everyday when nothing about them is special. */
const EVERYDAY = new Set<Action>([
  'sign-in',
  'mail-read',
  'mail-send',
  'mail-delete',
  'mail-sent-delete',
  'mail-move',
  'file-read',
  'file-download',
  'file-upload',
  'file-delete',
  'message-send',
  'sign-out',
  'other',
])

export const isEverydayAction = (action: Action): boolean => EVERYDAY.has(action)

const isEverydayAct = ({ action, outcome, flow, mfa, isInteractive }: Activity): boolean =>
  EVERYDAY.has(action) &&
  outcome === 'success' &&
  flow === null &&
  mfa !== 'passed' &&
  (action !== 'sign-in' || isInteractive !== true)

/** What an activity tells of its manner between the lines. */
type Told = Pick<Manner, 'isScripted' | 'agent' | 'mailbox' | 'synced'>

const LONGEST_AGENT = 200

/** As a database can keep it. */
const cleaned = remembering(agent => agent.slice(0, LONGEST_AGENT).toWellFormed().replaceAll('\0', ''), {
  atMost: 20_000,
  longest: 1000,
})

/** The unified audit log does not always tell what was done by hand. */
const agentOf = ({ action, outcome, log, isInteractive, userAgent }: Activity): string | null =>
  action === 'sign-in' &&
  userAgent !== null &&
  (outcome !== 'success' || isInteractive !== false || log === 'unified')
    ? cleaned(userAgent)
    : null

const toldBy = (activity: Activity): Told => ({
  isScripted: isScripted(activity),
  agent: agentOf(activity),
  mailbox: othersMailbox(activity),
  synced: syncedFolder(activity),
})

const RECENT_MANNERS = 4096

/** The manner of an activity: the same object for all that were done alike. */
export function createManners(word: HabitWords): (activity: Activity) => Manner {
  // Those met last, each at a place that its more telling parts give it.
  const recent = new Array<Manner | null>(RECENT_MANNERS).fill(null)
  // All of them, and one of each kin, by a number for operation, client, device (and application).
  const manners = new Map<number, Manner[]>()
  const machines = new Map<number, Manner[]>()
  let kinCount = 0

  function kinOf(manner: Manner, activity: Activity): number {
    if (manner.action !== 'sign-in' || manner.isInteractive === true) return kinCount++
    const near = listAt(machines, numberOf(activity))
    for (const other of near)
      if (isSameMachine(other, activity) && isAlike(other, activity, manner)) return other.kin
    near.push(manner)
    return kinCount++
  }

  function knownManner(activity: Activity, told: Told): Manner {
    let number = mixedWithAll(numberOf(activity), activity.appId)
    number = mixedWithAll(mixedWithAll(number, told.mailbox), told.synced)
    const near = listAt(manners, number)
    for (const manner of near) if (isOf(manner, activity, told)) return manner
    const manner = newManner(activity, told, word)
    manner.kin = kinOf(manner, activity)
    near.push(manner)
    return manner
  }

  return activity => {
    const told = toldBy(activity)
    const place = recentPlace(activity, told)
    const last = recent[place]!
    if (last !== null && isOf(last, activity, told)) return last
    const manner = knownManner(activity, told)
    recent[place] = manner
    return manner
  }
}

function listAt<V>(lists: Map<number, V[]>, key: number): V[] {
  let found = lists.get(key)
  if (found === undefined) {
    found = []
    lists.set(key, found)
  }
  return found
}

function recentPlace(activity: Activity, { mailbox, synced }: Told): number {
  const { operation, client, deviceId, appId, outcome, errorCode, isInteractive, mfa, flow } = activity
  let mixed = outcome.length + (isInteractive === true ? 16 : 0) + (errorCode ?? 1) * 32
  if (mfa !== null) mixed += mfa.length << 24
  if (flow !== null) mixed += flow.length << 28
  mixed = mixedWith(mixed, operation)
  if (client !== null) mixed = mixedWith(mixed, client)
  if (deviceId !== null) mixed = mixedWith(mixed, deviceId)
  if (appId !== null) mixed = mixedWith(mixed, appId)
  if (mailbox !== null) mixed = mixedWith(mixed, mailbox)
  if (synced !== null) mixed = mixedWith(mixed, synced)
  return (mixed ^ (mixed >>> 15)) & (RECENT_MANNERS - 1)
}

/** By its length and four of its characters; in an id the eighth digit, in which the applications of Microsoft differ. */
function mixedWith(mixed: number, text: string): number {
  const { length } = text
  if (length === 0) return mixed
  const first = (text.charCodeAt(0) << 8) ^ text.charCodeAt((length * 13) >> 6)
  const last = (text.charCodeAt(length >> 1) << 8) ^ text.charCodeAt(length - 1)
  return Math.imul(Math.imul(mixed ^ first, 0x9e3779b1) ^ last ^ (length << 16), 0x85ebca6b)
}

/** Another one in each process, so that nobody can prepare records that all get the same number. */
const SEED = randomInt(2 ** 31)

const numberOf = ({ operation, client, deviceId }: Activity): number =>
  mixedWithAll(mixedWithAll(mixedWithAll(SEED, operation), client), deviceId)

/** By all of its characters. */
function mixedWithAll(mixed: number, text: string | null): number {
  if (text === null) return ~mixed
  for (let at = 0; at < text.length; at++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x9e3779b1)
    mixed ^= mixed >>> 15
  }
  return mixed
}

const isOf = (manner: Manner, activity: Activity, told: Told): boolean =>
  isSameMachine(manner, activity) &&
  manner.appId === activity.appId &&
  manner.appName === activity.appName &&
  manner.mailbox === told.mailbox &&
  manner.synced === told.synced &&
  manner.agent === told.agent &&
  isAlike(manner, activity, told)

const isSameMachine = (manner: Manner, { operation, client, deviceId }: Activity): boolean =>
  manner.operation === operation && manner.client === client && manner.deviceId === deviceId

/** In all but machine and application. */
const isAlike = (manner: Manner, activity: Activity, told: Told): boolean =>
  manner.action === activity.action &&
  manner.outcome === activity.outcome &&
  manner.log === activity.log &&
  manner.errorCode === activity.errorCode &&
  manner.isInteractive === activity.isInteractive &&
  manner.mfa === activity.mfa &&
  manner.flow === activity.flow &&
  manner.risk === activity.risk &&
  manner.isDeviceKnown === activity.isDeviceKnown &&
  manner.isBare === isBare(activity) &&
  manner.isScripted === told.isScripted

const isBare = ({ deviceId, tellsDevice }: Activity): boolean => tellsDevice && deviceId === null

function newManner(activity: Activity, told: Told, word: HabitWords): Manner {
  const { log, action, operation, outcome, errorCode, client, deviceId, isDeviceKnown } = activity
  const { appId, appName, isInteractive, flow, mfa, risk } = activity
  const system = systemOf(client)
  const habits: string[] = []
  if (action !== 'alert') {
    if (client !== null) habits.push(word('client', client))
    if (system !== null) habits.push(word('system', system))
    if (deviceId !== null) habits.push(word('device', deviceId))
    if (action === 'sign-in' && client !== null) {
      if (deviceId !== null) habits.push(word('bound', client))
      else if (isBare(activity)) habits.push(word('bare', client))
    }
    if (outcome === 'success') {
      habits.push(word('deed', action))
      if (flow !== null) habits.push(word('flow', flow))
      if (appId !== null) habits.push(word('app', appId))
      if (action === 'sign-in' && isInteractive === true && mfa !== null)
        habits.push(word('factors', mfa === 'none' ? 'one' : 'two'))
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
    isScripted: told.isScripted,
    agent: told.agent,
    deviceId,
    isBare: isBare(activity),
    isDeviceKnown,
    appId,
    appName,
    isInteractive,
    flow,
    mfa,
    risk,
    mailbox: told.mailbox,
    synced: told.synced,
    // A list that has grown keeps room to grow on.
    habits: [...habits],
    isEveryday: isEverydayAct(activity),
    kin: -1,
  }
}

/** 'Chrome on Windows' runs on Windows; 'Outlook on the web' wherever. */
export const systemOf = (client: string | null): string | null => (client === null ? null : namedIn(client))

export const isPhone = (system: string): boolean => system === 'iOS' || system === 'Android'

const namedIn = remembering(
  client => {
    const system = client.match(/ on (.+)$/)?.[1] ?? null
    return system === 'the web' ? null : system
  },
  { atMost: 20_000, longest: 600 },
)

export const isSignInByHand = ({ action, outcome, isInteractive }: Manner): boolean =>
  action === 'sign-in' && outcome === 'success' && isInteractive === true
