// An account in use through a data centre while its owner's own machine goes on working at home: a VPN takes the whole machine
// along.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAtHome, ownSessions } from '../entry/access.ts'
import { isHostingLike, type Origin } from '../memory/origin.ts'
import { inCommon, spansOf } from '../memory/spans.ts'
import type { Visit } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import { ACCESS, LEARNING, LOWERED } from '../weights.ts'

interface Work {
  system: string
  origin: Origin
}

interface Moment extends Work {
  at: number
}

/** Signals by visit. Who has their browser alone on a VPN, or behind a gateway, shows it again and again: then it tells nothing. */
export function judgeMeanwhile(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const away = accesses.filter(couldBeAnothers)
  if (away.length === 0) return found
  const atHome = accesses.filter(access => isAtHome(access) || isOnAnotherVpn(access))
  const home = atHome.flatMap(momentsOf).sort(byTime)
  const homeByDay = Map.groupBy(atHome, ({ visit }) => visit.day)
  const sessions = ownSessions(accesses)
  const days = new Set<number>()
  const since = new Map<string, number>()
  for (const { visit } of accesses)
    if (visit.success !== null && visit.origin !== null && !since.has(visit.origin.network))
      since.set(visit.origin.network, visit.day)
  for (const access of away) {
    const { visit, isOwnNetwork, isTrusted, knowledge } = access
    const own = atWorkMeanwhile(access, home) ?? atWorkInTurns(access, homeByDay.get(access.visit.day) ?? [])
    if (!own) continue
    days.add(visit.day)
    if (isOwnNetwork !== false || !isHostingLike(visit.origin)) continue
    // A browser on a VPN takes its session along.
    const isOwners = visit.session === null || sessions.has(visit.session)
    const points = isOwners ? pointsInOwn(visit, since) : ACCESS.stayedAtHome.points.inAnother
    found.set(
      access,
      accessSignal(
        'machine-at-home',
        'T1078.004',
        points * (isTrusted ? LOWERED.trustedNetwork : 1) * (knowledge === 'none' ? LEARNING.oddFactor : 1),
        visit.success!,
        `While the account was used from ${sayOrigin(visit.origin!, own.origin)}, its owner went on working on ${own.system} at ${sayOrigin(own.origin, visit.origin!)}`,
      ),
    )
  }
  return isHabit([...days]) ? new Map() : found
}

/** Of the owner's session, or of none: on a rented machine where nobody was until lately it hardly is their VPN. */
function pointsInOwn({ session, origin, day }: Visit, since: ReadonlyMap<string, number>): number {
  const { points, habit } = ACCESS.stayedAtHome
  const isRented =
    session !== null && origin!.kind === 'hosting' && day - since.get(origin!.network)! < habit.over
  return isRented ? points.inOwnSessionRented : points.inOwnSession
}

/** Attackers stay for some days, habits for longer. */
const isHabit = (days: number[]): boolean =>
  days.length >= ACCESS.stayedAtHome.habit.days &&
  Math.max(...days) - Math.min(...days) >= ACCESS.stayedAtHome.habit.over

/** A machine that is on a VPN for once is there with all that it runs. */
const isOnAnotherVpn = ({ visit, isOwnNetwork, hasOwnDevice, isVpnUser }: Access): boolean =>
  isOwnNetwork === false && hasOwnDevice && !isVpnUser && isHostingLike(visit.origin)

function couldBeAnothers({ visit, hasOwnDevice, isVouched }: Access): boolean {
  if (visit.success === null || visit.origin === null) return false
  if (!isHostingLike(visit.origin) && visit.origin.kind !== 'proxy') return false
  return !hasOwnDevice && !visit.hasKnownDevice && !isVouched && visit.systems.length > 0
}

const momentsOf = ({ visit }: Access): Moment[] =>
  visit.traces.flatMap(({ at, until, origin, manner: { system, outcome } }) =>
    system === null || origin === null || outcome !== 'success'
      ? []
      : [
          { at, system, origin },
          { at: until, system, origin },
        ],
  )

const byTime = (one: { at: number }, other: { at: number }): number => one.at - other.at

/** The owner's machine of the same system, at work between two acts of the visit that are not far apart. */
function atWorkMeanwhile({ visit }: Access, home: Moment[]): Moment | undefined {
  const acts = visit.traces.flatMap(({ at, until }) => [at, until]).sort((a, b) => a - b)
  return home.find(({ at, system, origin }) => {
    if (at <= visit.first || at >= visit.last || !visit.systems.includes(system)) return false
    if (origin.network === visit.origin!.network) return false
    const before = acts.findLast(act => act < at)
    const after = acts.find(act => act > at)
    return before !== undefined && after !== undefined && after - before <= ACCESS.stayedAtHome.within
  })
}

/** The same where the log tells of no more than the spans of a day in which each was at work. */
function atWorkInTurns({ visit }: Access, atHomeThen: Access[]): Work | undefined {
  const during = spansOf(visit.traces)
  const elsewhere = atHomeThen.filter(({ visit: own }) => own.origin!.network !== visit.origin!.network)
  for (const { visit: own } of elsewhere)
    for (const system of visit.systems) {
      const traces = own.traces.filter(
        ({ manner }) => manner.system === system && manner.outcome === 'success',
      )
      if (inCommon(during, spansOf(traces)) >= ACCESS.stayedAtHome.spans)
        return { system, origin: own.origin! }
    }
  return undefined
}
