// A phone and a computer abroad that the person never had, while their own phone and computer are at home: who travels takes
// one of their own along, or leaves one of them behind, not both.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAbroad, isSpokenFor, loweredAbroad } from '../entry/access.ts'
import { isPhone } from '../memory/manner.ts'
import { hidesCountry, isHostingLike, type Origin } from '../memory/origin.ts'
import { inCommon } from '../memory/spans.ts'
import { isByHand, type Trace } from '../memory/trace.ts'
import { dayOf } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import { ACCESS } from '../weights.ts'
import { isAloft, isPlace, isSurelyOutOfReach } from './distance.ts'

/** Signals by visit. The two strange ones are at one place on one day, and somebody signed in there by hand. */
export function judgeLeftBehind(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const strange = accesses.filter(couldBeAnothers)
  if (strange.length === 0) return found
  const own = Map.groupBy(
    accesses.filter(({ isOwnNetwork, visit }) => isOwnNetwork === true && visit.success !== null),
    ({ visit }) => visit.day,
  )
  const places = Map.groupBy(strange, ({ visit }) => `${visit.origin!.network} ${visit.day}`)
  for (const together of places.values()) {
    const systems = together.flatMap(({ visit }) => visit.systems)
    if (!systems.some(isPhone) || systems.every(isPhone)) continue
    if (!together.some(({ visit }) => visit.traces.some(isByHand))) continue
    const { day } = together[0]!.visit
    const near = [day - 1, day, day + 1].flatMap(each => own.get(each) ?? [])
    const computer = farFrom(together, near, isComputer)
    if (!computer || !farFrom(together, near, isOnPhone)) continue
    for (const access of together) found.set(access, signalOf(access, computer))
  }
  return found
}

const signalOf = (access: Access, home: Origin): Signal =>
  accessSignal(
    'two-places-at-once',
    'T1078.004',
    ACCESS.bothLeftAtHome * loweredAbroad(access),
    access.visit.success!,
    `Was used on a phone and on a computer at ${sayOrigin(access.visit.origin!, home)} that its owner never had, while the owner’s phone and computer were at ${sayOrigin(home, access.visit.origin!)}`,
  )

function couldBeAnothers(access: Access): boolean {
  const { visit, isOwnNetwork, knowsClients, lacksDevice } = access
  const { origin } = visit
  if (isOwnNetwork !== false || visit.success === null || origin === null || origin.latitude === null)
    return false
  if (isHostingLike(origin) || hidesCountry(origin) || isAloft(origin)) return false
  return (!knowsClients || lacksDevice) && !isSpokenFor(access) && isAbroad(access)
}

const isOnPhone = ({ manner }: Trace): boolean => isPhone(manner.system!)

/** On a line: a roaming phone comes out at its provider, with the laptop behind it. */
const isComputer = (trace: Trace): boolean => !isOnPhone(trace) && isPlace(trace.origin!)

/** Where a machine of the owner's of that kind was, so that nobody gets from there to the strange place in time. */
function farFrom(
  together: Access[],
  own: Access[],
  isMeant: (trace: Trace) => boolean,
): Origin | null | undefined {
  const there = together.flatMap(({ visit }) => visit.traces.filter(isPlaced))
  return own
    .flatMap(({ visit }) => visit.traces.filter(isPlaced))
    .find(
      home =>
        isMeant(home) &&
        there.some(other => isSurelyOutOfReach(home.origin!, other.origin!, apart(home, other))),
    )?.origin
}

const isPlaced = ({ origin, manner }: Trace): boolean =>
  origin !== null && origin.latitude !== null && manner.outcome === 'success' && manner.system !== null

/** How long after the one the other was, as far as firsts, lasts and the spans of the day tell. */
function apart(home: Trace, there: Trace): number {
  if (dayOf(home.at) === dayOf(there.at) && inCommon(home.spans, there.spans) > 0) return 0
  return Math.min(
    ...[home.at, home.until].flatMap(at => [Math.abs(at - there.at), Math.abs(at - there.until)]),
  )
}
