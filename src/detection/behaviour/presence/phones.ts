// A phone far abroad that never comes home, at work day after day in between what its owner does there. Cards of travellers come
// out in odd countries too, but with the session that the phone has at home.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAbroad, isAtHome, loweredAbroad } from '../entry/access.ts'
import { isPhone, isSignInByHand } from '../memory/manner.ts'
import { hidesCountry, isHostingLike, type Origin } from '../memory/origin.ts'
import { isByHand } from '../memory/trace.ts'
import { HOUR } from '../memory/visits.ts'
import { sayClients, sayOrigin } from '../say.ts'
import { ACCESS } from '../weights.ts'
import { distance, isAloft, isRushed } from './distance.ts'

interface Moment {
  at: number
  origin: Origin
}

/** Signals by visit, from the day on that was one too many. */
export function judgePhones(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const placed = accesses.filter(isPlaced)
  const sessions = Map.groupBy(placed, ({ visit }) => visit.session)
  sessions.delete(null)
  const phones = [...sessions.values()].filter(isStrangersPhone)
  if (phones.length === 0) return found
  const home = placed.filter(isAtHome)
  const atHome = new Set(home.map(({ visit }) => visit.session))
  for (const visits of phones) {
    const { country } = visits[0]!.visit.origin!
    // Where another session of the person's has come to, they are themselves.
    const isTheirs = placed.some(
      ({ visit }) => visit.origin!.country === country && visit.session !== null && atHome.has(visit.session),
    )
    if (isTheirs) continue
    const moments = home.filter(({ visit }) => visit.origin!.country !== country).flatMap(momentsOf)
    moments.sort((a, b) => a.at - b.at)
    const days = new Set<number>()
    for (const access of visits) {
      const worker = betweenWhom(access, moments)
      if (!worker) continue
      days.add(access.visit.day)
      if (days.size >= ACCESS.phoneAbroad.days) found.set(access, signalOf(access, worker, days.size))
    }
  }
  return found
}

function signalOf(access: Access, at: Origin, days: number): Signal {
  const { visit } = access
  return accessSignal(
    'phone-abroad',
    'T1078.004',
    ACCESS.phoneAbroad.points * loweredAbroad(access),
    visit.success!,
    `Was used on ${days} days on a phone at ${sayOrigin(visit.origin!)}${sayClients(visit) ? ` with ${sayClients(visit)}` : ''} that has never been home, in between what its owner did at ${sayOrigin(at)}, ${Math.round(distance(visit.origin!, at))} km away`,
  )
}

/** On a line or a mobile network that shows where somebody is. */
const isPlaced = ({ visit: { success, origin } }: Access): boolean =>
  success !== null &&
  origin !== null &&
  origin.country !== null &&
  origin.latitude !== null &&
  !isHostingLike(origin) &&
  !hidesCountry(origin) &&
  !isAloft(origin)

/** Signed in by hand in a country where the person has never been, and never anywhere else. */
function isStrangersPhone(visits: Access[]): boolean {
  const [first] = visits
  return (
    isAbroad(first!) &&
    first!.visit.manners.some(isSignInByHand) &&
    visits.every(
      ({ visit, hasOwnDevice, isVouched }) =>
        visit.origin!.country === first!.visit.origin!.country &&
        visit.systems.every(isPhone) &&
        !hasOwnDevice &&
        !visit.hasKnownDevice &&
        !isVouched,
    ) &&
    visits.some(({ visit }) => visit.systems.length > 0)
  )
}

const momentsOf = ({ visit }: Access): Moment[] =>
  visit.traces.filter(isByHand).flatMap(({ at, until, origin }) =>
    origin === null || origin.latitude === null
      ? []
      : [
          { at, origin },
          { at: until, origin },
        ],
  )

/** Where its owner was before and after something done on the phone, too soon for anybody to have gone there and come back. */
function betweenWhom({ visit: { traces, origin } }: Access, home: Moment[]): Origin | null {
  for (const { at, manner } of traces) {
    if (manner.outcome !== 'success') continue
    const before = home.findLast(moment => moment.at <= at)
    const after = home.find(moment => moment.at > at)
    if (before && after && isFar(before, origin!, at - before.at) && isFar(after, origin!, after.at - at))
      return before.origin
  }
  return null
}

function isFar(home: Moment, abroad: Origin, milliseconds: number): boolean {
  const kilometres = distance(home.origin, abroad)
  return (
    kilometres >= ACCESS.phoneAbroad.kilometres && isRushed(kilometres, Math.max(milliseconds / HOUR, 1 / 60))
  )
}
