// Somebody who comes back to the account day after day from a rented machine or from abroad, beside its owner.
import type { Signal } from '../../signal.ts'
import { isPhone } from '../memory/manner.ts'
import type { Origin } from '../memory/origin.ts'
import { isByHand } from '../memory/trace.ts'
import { HOUR, type Visit } from '../memory/visits.ts'
import { distance, isPlace } from '../presence/distance.ts'
import { ofMachine, withOwnMachine } from '../presence/machines.ts'
import { sayClients, sayKind, sayOrigin } from '../say.ts'
import type { TenantFacts } from '../tenant-facts.ts'
import { ACCESS, LEARNING, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isComputers, loweredAbroad } from './access.ts'

export const judgeReturns = (accesses: Access[], facts: TenantFacts): Map<Access, Signal> =>
  new Map([...judgeTrips(accesses), ...judgeRented(accesses, facts)])

/**
 * Signals by the visit that was one too many. People who work through a data centre bring their own machine along, or
 * others work there too: this is for one that is nobody else's, with a client that the person uses nowhere else.
 */
function judgeRented(accesses: Access[], facts: TenantFacts): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const rentedOnes = accesses.filter(access => isRented(access, facts))
  if (rentedOnes.length < ACCESS.comesBack.days) return found
  const isWithOwn = withOwnMachine(accesses)
  const strange = rentedOnes.filter(({ visit }) => !isWithOwn(visit))
  // Who comes often enough would make the network the person's own: what is done there tells nothing of the owner.
  const rented = new Set(strange.map(({ visit }) => visit.origin!.network))
  const own = new Set<string>()
  const ownDays = new Set<number>()
  let hasPhone = false
  for (const { visit, isOwnNetwork, isVouched } of accesses) {
    if (visit.success === null) continue
    if (isVouched) for (const client of visit.clients) own.add(client)
    if (isOwnNetwork !== true || rented.has(visit.origin!.network)) continue
    ownDays.add(visit.day)
    hasPhone ||= visit.systems.some(isPhone)
    for (const client of visit.clients) own.add(client)
  }
  // A phone may be behind its VPN always, if it is the only one.
  const isOnlyPhone = ({ systems }: Visit): boolean => !hasPhone && systems.every(isPhone)
  const days = new Map<string, Set<number>>()
  for (const access of strange) {
    const { visit } = access
    const clients = ofMachine(visit.clients)
    if (clients.length === 0 || clients.some(client => own.has(client))) continue
    const network = visit.origin!.network
    const on = (days.get(network) ?? new Set()).add(visit.day)
    days.set(network, on)
    if (on.size < ACCESS.comesBack.days || ![...on].some(day => ownDays.has(day))) continue
    found.set(
      access,
      accessSignal(
        'comes-back',
        'T1078.004',
        ACCESS.comesBack[isOnlyPhone(visit) ? 'onlyPhone' : 'points'] *
          (access.isTrusted ? LOWERED.trustedNetwork : 1) *
          (access.knowledge === 'none' ? LEARNING.oddFactor : 1),
        visit.success!,
        `Came on ${on.size} days from ${sayOrigin(visit.origin!)}, ${sayKind(visit.origin!.kind)}, with ${sayClients(visit)}, which this account uses nowhere else, while its owner worked elsewhere`,
      ),
    )
  }
  return found
}

const isRented = ({ visit, isOwnNetwork, hasOwnDevice, isVpnUser }: Access, facts: TenantFacts): boolean =>
  isOwnNetwork === false &&
  visit.success !== null &&
  visit.origin?.kind === 'hosting' &&
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  !isVpnUser &&
  facts.peopleAt(visit.origin) < 2

interface Moment {
  at: number
  origin: Origin
}

/**
 * Signals by the visits from the second trip on: far abroad between two acts by hand at home, again and again, as only two
 * people can be, though a single such trip could be made. With a client that the person has never used at home.
 */
function judgeTrips(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const away = accesses.filter(isAway)
  if (away.length < ACCESS.toAndFro.trips) return found
  const own = new Set<string>()
  const home: Moment[] = []
  for (const { visit, isOwnNetwork, isVouched } of accesses) {
    if (isOwnNetwork !== true && !isVouched) continue
    for (const client of visit.clients) own.add(client)
    for (const trace of visit.traces)
      if (isOwnNetwork && trace.origin !== null && isPlace(trace.origin) && isByHand(trace))
        home.push({ at: trace.at, origin: trace.origin }, { at: trace.until, origin: trace.origin })
  }
  home.sort((a, b) => a.at - b.at)
  const trips = new Set<number>()
  const within = ACCESS.toAndFro.hours * HOUR
  for (const access of away) {
    const { visit } = access
    const clients = ofMachine(visit.clients)
    if (!clients.some(isComputers) || clients.some(client => own.has(client))) continue
    const before = home.findLast(({ at }) => at <= visit.first)
    const after = home.find(({ at }) => at >= visit.first)
    if (!after || after.at - visit.first > within || !isFarAbroad(after.origin, visit.origin!)) continue
    trips.add(after.at)
    if (trips.size < ACCESS.toAndFro.trips) continue
    if (!before || after.at - before.at > within || !isFarAbroad(before.origin, visit.origin!)) continue
    found.set(
      access,
      accessSignal(
        'to-and-fro',
        'T1078.004',
        ACCESS.toAndFro.points * loweredAbroad(access),
        visit.success!,
        `Came ${trips.size} times from ${sayOrigin(visit.origin!, after.origin)} with ${sayClients(visit)}, which this account uses nowhere else, and worked at ${sayOrigin(after.origin, visit.origin!)} in between and after`,
      ),
    )
  }
  return found
}

const isFarAbroad = (home: Origin, abroad: Origin): boolean =>
  home.country !== abroad.country && distance(home, abroad) >= ACCESS.toAndFro.kilometres

const isAway = ({ visit, isOwnNetwork, hasOwnDevice, isVouched }: Access): boolean =>
  isOwnNetwork === false &&
  visit.success !== null &&
  visit.origin !== null &&
  isPlace(visit.origin) &&
  visit.origin.country !== null &&
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  !isVouched
