// Somebody abroad between two acts of the owner at home, or the owner at home between two of somebody abroad.
import type { Signal } from '../../signal.ts'
import {
  type Access,
  accessSignal,
  isAbroad,
  isBrowser,
  isComputers,
  loweredAbroad,
} from '../entry/access.ts'
import { isPhone, systemOf } from '../memory/manner.ts'
import { hidesCountry, isHostingLike, type Origin } from '../memory/origin.ts'
import { isByHand } from '../memory/trace.ts'
import { HOUR, MINUTE, type Visit } from '../memory/visits.ts'
import { sayMinutes, sayOrigin } from '../say.ts'
import { ACCESS } from '../weights.ts'
import { distance, isAloft, isOutOfReach, isRushed, isSurelyOutOfReach, isTooFast } from './distance.ts'
import { isPhonesApp, isServers } from './machines.ts'
import { firstFrom, type Presence, type Whereabouts, whereaboutsOf } from './whereabouts.ts'

/**
 * A wrong entry in the lists of addresses, or a provider's odd way out, shows itself with the owner's own machine or session;
 * this is another's.
 */
export function judgeReturnTrips(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const strange = accesses.filter(couldBeAnother)
  if (strange.length === 0) return found
  const whereabouts = whereaboutsOf(accesses)
  for (const access of strange) {
    const trip = tripWithoutDevice(access, strange, whereabouts) ?? tripOfAnother(access, whereabouts)
    if (trip === null) continue
    const { visit } = access
    // Whose device it is needs no habits.
    const lowered = loweredAbroad(trip.by === 'withoutDevice' ? { ...access, knowledge: 'whole' } : access)
    found.set(
      access,
      accessSignal(
        'two-places-at-once',
        'T1078.004',
        ACCESS.thereAndBack[trip.by] * lowered,
        visit.success!,
        `Came from ${sayOrigin(visit.origin!, trip.from)}, ${trip.when} the owner worked at ${sayOrigin(trip.from, visit.origin!)}, ${Math.round(trip.kilometres)} km away`,
      ),
    )
  }
  return found
}

/** Where no session is told, the device tells: the owner's is named at home, and none is here. */
function tripWithoutDevice({ visit }: Access, strange: Access[], { atDevice }: Whereabouts): Trip | null {
  if (!isMute(visit) || !namesNoDevice(visit)) return null
  const trip = returnTrip(visit, atDevice) ?? ownersReturnTrip(visit, strange, atDevice)
  return trip && { ...trip, by: 'withoutDevice' }
}

/**
 * The owner's session in a client that they never used is no longer theirs; where none is told, the client has to tell, but for
 * old protocols, which anybody's program speaks alike.
 */
function tripOfAnother(access: Access, whereabouts: Whereabouts): Trip | null {
  const { visit, knowsClients } = access
  const { home, byHand, sessions, providers } = whereabouts
  const atHome = visit.session === null ? undefined : sessions.get(visit.session)
  if (knowsClients && isMute(visit)) return isAbroad(access) ? tripWithoutPhone(visit, whereabouts) : null
  if (knowsClients && atHome) return null
  if (isOwnKindOfPhone(access, providers)) return null
  if (atHome && !couldBeStolen(visit, atHome)) return null
  // What a phone does by itself shows where its owner is, unless they left it at home and went with what they always use.
  const moments = isUnheardOf(access) ? home : byHand
  return (
    returnTrip(visit, byHand) ??
    (moments === byHand ? null : returnTrip(visit, moments)) ??
    (couldOnlyTravel(access) && !atHome ? (goesOn(visit, byHand) ?? oneWay(visit, moments)) : null)
  )
}

/**
 * With the kind of client that everybody has: the phone was at home before and after, and so were its owner's hands, before or
 * after. Who is away with their company's VPN, through which they seem to be at home, has the phone with them.
 */
function tripWithoutPhone(visit: Visit, { byHand, ofPhone }: Whereabouts): Trip | null {
  const trip = returnTrip(visit, ofPhone)
  return trip !== null && byHand.some(moment => isTooFarFrom(visit, moment))
    ? { ...trip, by: 'phoneAndHand' }
    : null
}

const isTooFarFrom = ({ traces, origin }: Visit, { at, origin: from }: Presence): boolean =>
  traces.some(trace => trace.manner.outcome === 'success' && isOutOfReach(from, origin!, trace.at - at))

const isMute = (visit: Visit): boolean => visit.session === null && !isByPassword(visit)

const namesNoDevice = ({ manners }: Visit): boolean => manners.every(({ deviceId }) => deviceId === null)

/** Roaming phones come out where their card is from, or wherever its provider likes, on whatever browser their owner opens. */
const isOwnKindOfPhone = (access: Access, providers: Whereabouts['providers']): boolean =>
  access.visit.systems.length > 0 &&
  access.visit.systems.every(isPhone) &&
  (!isAbroad(access) || providers.has(access.visit.origin!.asn)) &&
  !isUnheardOf(access)

/** On a system that the person never used. */
const isUnheardOf = ({ signals }: Access): boolean => signals.some(({ name }) => name === 'unfamiliar-system')

interface Trip {
  from: Origin
  by: keyof typeof ACCESS.thereAndBack
  kilometres: number
  /** How long after and before, in words. */
  when: string
}

const sayBoth = (goneHours: number, backHours: number): string =>
  `${sayMinutes(goneHours * 60)} after and ${sayMinutes(backHours * 60)} before`

/** The first act of a visit that nobody could have come to, and have come back from, between two acts at home. */
function returnTrip({ traces, origin }: Visit, home: Presence[]): Trip | null {
  let next = 0
  for (const { at, manner } of traces) {
    while (next < home.length && home[next]!.at < at) next++
    if (manner.outcome !== 'success') continue
    const before = home[next - 1]
    const after = home[next]
    if (!before || !after || before.origin.country === origin!.country) continue
    const kilometres = distance(before.origin, origin!)
    const backKilometres = distance(after.origin, origin!)
    const goneHours = Math.max((at - before.at) / HOUR, 1 / 60)
    const backHours = Math.max((after.at - at) / HOUR, 1 / 60)
    const isByHand = before.byHand && after.byHand
    // A phone may be in the air while a machine that was left at home does something.
    const isUnlikely = isByHand ? isRushed : isTooFast
    if (
      isUnlikely(kilometres, goneHours) &&
      isUnlikely(backKilometres, backHours) &&
      isTooFast(kilometres + backKilometres, goneHours + backHours)
    )
      return {
        from: before.origin,
        by: isByHand ? 'byHand' : 'byPhone',
        kilometres,
        when: sayBoth(goneHours, backHours),
      }
  }
  return null
}

/** Somebody sat there before the owner sat at home, too soon to be the same, and their machine went on after it. */
function goesOn({ traces, origin, first, last }: Visit, byHand: Presence[]): Trip | null {
  const there = traces.filter(trace => isByHand(trace) && trace.manner.outcome === 'success')
  if (there.length === 0) return null
  for (let index = firstFrom(byHand, first); index < byHand.length; index++) {
    const { at, origin: from } = byHand[index]!
    if (at >= last) break
    const before = there.findLast(trace => trace.at <= at)
    if (before && isSurelyOutOfReach(from, origin!, at - before.at))
      return oneWayTrip('goesOn', before.at, { at, origin: from }, origin!)
  }
  return null
}

/** An act of a visit to which nobody could have come from the one at home before it, or from which to the one after. */
function oneWay({ traces, origin, first }: Visit, home: Presence[]): Trip | null {
  let next = firstFrom(home, first)
  for (const { at, manner } of traces) {
    while (next < home.length && home[next]!.at < at) next++
    if (manner.outcome !== 'success') continue
    const moment = [home[next - 1], home[next]].find(
      each => each && isSurelyOutOfReach(each.origin, origin!, at - each.at),
    )
    if (moment) return oneWayTrip('oneWay', at, moment, origin!)
  }
  return null
}

function oneWayTrip(
  by: 'goesOn' | 'oneWay',
  at: number,
  home: Pick<Presence, 'at' | 'origin'>,
  there: Origin,
): Trip {
  const minutes = Math.max(Math.abs(at - home.at) / MINUTE, 1)
  return {
    from: home.origin,
    by,
    kilometres: distance(home.origin, there),
    when: `${sayMinutes(minutes)} ${home.at < at ? 'after' : 'before'}`,
  }
}

/** The other way round: the owner at a machine of theirs between two acts at the strange place. */
function ownersReturnTrip({ origin, first, last }: Visit, strange: Access[], home: Presence[]): Trip | null {
  const there = strange
    .filter(({ visit }) => visit.origin!.network === origin!.network && namesNoDevice(visit))
    .flatMap(({ visit }) => visit.traces.filter(isByHand).map(({ at }) => at))
    .sort((a, b) => a - b)
  for (const { at, origin: from } of home) {
    const gone = there.findLast(moment => moment <= at)
    const back = there.find(moment => moment > at)
    if (gone === undefined || back === undefined || from.country === origin!.country) continue
    // Of two visits at the strange place either may be the one.
    if (last < gone || first > back) continue
    const kilometres = distance(from, origin!)
    const goneHours = Math.max((at - gone) / HOUR, 1 / 60)
    const backHours = Math.max((back - at) / HOUR, 1 / 60)
    if (isRushed(kilometres, goneHours) && isRushed(kilometres, backHours))
      return { from, by: 'withoutDevice', kilometres, when: sayBoth(backHours, goneHours) }
  }
  return null
}

/** The password alone, sent by a program of an old protocol. */
const isByPassword = ({ manners }: Visit): boolean =>
  manners.some(({ flow }) => flow === 'legacy' || flow === 'ropc') &&
  manners.every(({ client }) => client === null || systemOf(client) === null)

/**
 * Programs and VPNs come and go in the owner's session; another browser where people sit does not, unless it is on the phone
 * whose app is there too.
 */
const couldBeStolen = ({ clients, origin }: Visit, atHome: ReadonlySet<string>): boolean =>
  clients.some(isBrowser) &&
  !isHostingLike(origin) &&
  !clients.some(client => isPhonesApp(client) && atHome.has(client))

/** Whoever is in a data centre abroad may be so from home. */
const couldOnlyTravel = (access: Access): boolean => isAbroad(access) && !isHostingLike(access.visit.origin)

/** Phones have their ways out wherever their provider likes, with the browser on them; a computer's browser has not. */
function couldBeAnother(access: Access): boolean {
  const { visit, isOwnNetwork, hasOwnDevice, knowsClients, isVpnUser, isVouched } = access
  const { origin } = visit
  if (isOwnNetwork !== false || visit.success === null || origin === null) return false
  if (hasOwnDevice || isVpnUser || isVouched) return false
  if (visit.hasKnownDevice || origin.latitude === null || isAloft(origin) || hidesCountry(origin))
    return false
  if (isHostingLike(origin) && isServers(visit)) return false
  // Through a data centre the person may come themselves, with what they always use.
  return !knowsClients || (!isHostingLike(origin) && (visit.clients.some(isComputers) || isByPassword(visit)))
}
