// Another computer on a line that is not the person's, in between what its owner did by hand at their own place: one person
// is in one place.
import type { Signal } from '../../signal.ts'
import {
  type Access,
  accessSignal,
  isAtHome,
  isComputers,
  isSpokenFor,
  ownSessions,
} from '../entry/access.ts'
import { isLine, type Origin } from '../memory/origin.ts'
import { isByHand, type Trace } from '../memory/trace.ts'
import { dayOf, MINUTE, type Visit } from '../memory/visits.ts'
import { sayMinutes, sayOrigin } from '../say.ts'
import { ACCESS, LOWERED } from '../weights.ts'

interface Moment {
  at: number
  origin: Origin
}

/** An act elsewhere, or at home, and how far apart the two around it are. */
interface Between {
  minutes: number
  home: Origin
}

export function judgeAtWork(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const sessions = ownSessions(accesses)
  const away = accesses.filter(access => couldBeAnothers(access, sessions))
  if (away.length === 0) return found
  const home = accesses.filter(isAtHome).flatMap(({ visit }) => momentsOf(visit, isByHand))
  home.sort(byTime)
  if (isSeveralPeoples(home)) return found
  const loose = withoutSession(accesses)
  const days = new Set<number>()
  for (const access of away) {
    const between = tightest(doneIn(access.visit, loose), home)
    if (between === null) continue
    days.add(access.visit.day)
    found.set(access, signalOf(access, between, days.size))
  }
  return found
}

function signalOf(access: Access, { minutes, home }: Between, days: number): Signal {
  const { visit, isTrusted } = access
  const { soon, later, newMachine, eachDay } = ACCESS.atWorkElsewhere
  const points =
    (minutes <= soon.minutes ? soon : later).points +
    (isNewMachine(access) ? newMachine : 0) +
    eachDay.points * Math.min(days - 1, eachDay.most)
  return accessSignal(
    'owner-at-work-elsewhere',
    'T1078.004',
    points * (isTrusted ? LOWERED.trustedNetwork : 1),
    visit.success!,
    `Was used from ${sayOrigin(visit.origin!, home)} while its owner worked at ${sayOrigin(home, visit.origin!)}: within ${sayMinutes(minutes)} here, there, and here again`,
  )
}

const isNewMachine = ({ knowsClients, signals }: Access): boolean =>
  !knowsClients || signals.some(({ name }) => name === 'device-missing')

function couldBeAnothers(access: Access, sessions: ReadonlySet<string | null>): boolean {
  const { visit, knowledge, isOwnNetwork, knowsClients } = access
  // Of who is still being learnt nobody knows which places are theirs.
  if (visit.success === null || knowledge === 'none') return false
  if (isOwnNetwork !== false || !isLine(visit.origin!)) return false
  if (isSpokenFor(access) || !visit.clients.some(isComputers)) return false
  // The owner's session goes from line to line with its machine; sessions.ts says when it was stolen.
  return visit.session === null ? !knowsClients : !sessions.has(visit.session)
}

/** Machines sign in by themselves; what else they do, somebody is there for. */
const isSomebodys = (trace: Trace): boolean =>
  isByHand(trace) || (trace.manner.outcome === 'success' && trace.manner.action !== 'sign-in')

const momentsOf = ({ traces }: Visit, isTaken: (trace: Trace) => boolean): Moment[] =>
  traces.filter(isTaken).flatMap(({ at, until, origin }) =>
    origin === null
      ? []
      : [
          { at, origin },
          { at: until, origin },
        ],
  )

const byTime = (one: Moment, other: Moment): number => one.at - other.at

/** By day: what logs tell of no session. */
function withoutSession(accesses: Access[]): Map<number, Visit[]> {
  const visits = new Map<number, Visit[]>()
  for (const { visit, hasOwnDevice } of accesses) {
    if (visit.session !== null || hasOwnDevice) continue
    const known = visits.get(visit.day)
    if (known) known.push(visit)
    else visits.set(visit.day, [visit])
  }
  return visits
}

/** What somebody did in a visit, and from its address on that day where the log tells no session. */
function doneIn(visit: Visit, loose: ReadonlyMap<number, Visit[]>): Moment[] {
  const beside = (loose.get(visit.day) ?? []).filter(
    other => other !== visit && [...other.addresses].some(address => visit.addresses.has(address)),
  )
  return [visit, ...beside].flatMap(each => momentsOf(each, isSomebodys)).sort(byTime)
}

/** Of all the times when one place was in use between two acts at the other, the shortest, if it is short at all. */
function tightest(away: Moment[], home: Moment[]): Between | null {
  let best: Between | null = null
  const consider = (minutes: number, origin: Origin): void => {
    if (
      minutes <= ACCESS.atWorkElsewhere.later.minutes &&
      minutes < (best?.minutes ?? Number.POSITIVE_INFINITY)
    )
      best = { minutes, home: origin }
  }
  eachBetween(away, home, (before, after) => {
    // Whoever goes from one place of theirs to another comes through others.
    if (before.origin.network === after.origin.network)
      consider((after.at - before.at) / MINUTE, before.origin)
  })
  eachBetween(home, away, (before, after, { origin }) => consider((after.at - before.at) / MINUTE, origin))
  return best
}

/** Each of some moments with the last of the others before it and the first after it. Both are in order. */
function eachBetween(
  some: Moment[],
  others: Moment[],
  visit: (before: Moment, after: Moment, one: Moment) => void,
): void {
  let next = 0
  for (const one of some) {
    while (next < others.length && others[next]!.at <= one.at) next++
    const before = others[next - 1]
    const after = others[next]
    if (before && after && before.at < one.at) visit(before, after, one)
  }
}

/** An account that is at work at two of its own places by turns, on several days, is not one person's. */
function isSeveralPeoples(home: Moment[]): boolean {
  const { soon, several } = ACCESS.atWorkElsewhere
  const days = new Set<number>()
  const last = new Map<string, number>()
  let before: string | null = null
  for (const { at, origin } of home) {
    const { network } = origin
    const since = last.get(network)
    if (since !== undefined && before !== network && at - since <= soon.minutes * MINUTE) days.add(dayOf(at))
    last.set(network, at)
    before = network
  }
  return days.size >= several.days
}
