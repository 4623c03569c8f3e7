// Acts by hand too far apart for one person.
import type { Action } from '../../events/activity.ts'
import type { Signal } from '../signal.ts'
import { type Access, accessSignal, isBrowser, isComputers, loweredAbroad } from './access.ts'
import { judgeFarCountries, judgeManyCountries, judgeManyLines } from './countries.ts'
import { distance, isAloft, isMisplaced, isPlace, isTooFast } from './distance.ts'
import { isOwnMachine, isServers } from './machines.ts'
import { isPhone, systemOf } from './manner.ts'
import { hidesCountry, isHostingLike, type Origin } from './origin.ts'
import { sayMinutes, sayOrigin } from './say.ts'
import type { Trace } from './trace.ts'
import { HOUR, type Visit } from './visits.ts'
import { ACCESS, LEARNING, LOWERED, TRAVEL } from './weights.ts'

interface Stop {
  trace: Trace
  access: Access
}

/** What machines do not do while nobody sits at them. */
const BY_HAND = new Set<Action>(['mail-send', 'message-send', 'file-read', 'file-download', 'file-upload'])

export const isByHand = ({ manner: { action, outcome, isInteractive, operation } }: Trace): boolean =>
  outcome === 'success' &&
  (action === 'sign-in' ? isInteractive === true : BY_HAND.has(action) && !operation.startsWith('FileSync'))

/** Signals by the visit they belong to: the one that is not on the person's own network. */
export function judgeTravel(accesses: Access[]): Map<Access, Signal> {
  const stops: Stop[] = []
  for (const access of accesses)
    for (const trace of access.visit.traces) {
      const { manner, origin } = trace
      if (manner.action === 'sign-in' && isByHand(trace) && origin !== null && isPlace(origin))
        stops.push({ trace, access })
    }
  stops.sort((a, b) => a.trace.at - b.trace.at || (a.trace.id < b.trace.id ? -1 : 1))
  const found = new Map([
    ...judgeFarCountries(accesses),
    ...judgeReturnTrips(accesses),
    ...judgeManyCountries(accesses),
  ])
  const abroad: Access[] = []
  for (let index = 1; index < stops.length; index++) {
    const from = stops[index - 1]!
    const to = stops[index]!
    const strange = strangerOf(from, to)
    if (strange.access.isOwnNetwork !== false) continue
    if (found.has(strange.access) || isSamePerson(from, to)) continue
    if (isMisplaced(from.trace.origin!, to.trace.origin!)) continue
    const kilometres = distance(from.trace.origin!, to.trace.origin!)
    const hours = Math.max((to.trace.at - from.trace.at) / HOUR, 1 / 60)
    if (!isTooFast(kilometres, hours)) continue
    const where = isWithinCountry(from, to) ? 'withinCountry' : 'abroad'
    if (where === 'abroad' && !strange.access.hasOwnDevice) abroad.push(strange.access)
    found.set(
      strange.access,
      accessSignal(
        'impossible-travel',
        'T1078.004',
        ACCESS.impossibleTravel[where] *
          (strange.access.isTrusted ? LOWERED.trustedNetwork : 1) *
          // Their laptop is where they are; what else seems to be at home comes through their company's gateway.
          (isOwnMachine(strange.access) ? LOWERED.ownDevice : 1) *
          (strange.access.knowledge === 'none' ? LEARNING.oddFactor : 1),
        strange.trace,
        `Signed in at ${sayOrigin(from.trace.origin!, to.trace.origin!)} and ${sayMinutes(hours * 60)} later at ${sayOrigin(to.trace.origin!, from.trace.origin!)}, ${Math.round(kilometres)} km away`,
      ),
    )
  }
  return new Map([...found, ...judgeManyLines(accesses, abroad)])
}

/** Who is not at home; of two of them, who has no device of the person's. */
function strangerOf(from: Stop, to: Stop): Stop {
  if (to.access.isOwnNetwork !== false) return from
  return from.access.isOwnNetwork === false && to.access.hasOwnDevice && !from.access.hasOwnDevice ? from : to
}

/** Lists of addresses seldom mistake the country, and often the town. */
const isWithinCountry = (from: Stop, to: Stop): boolean =>
  from.trace.origin!.country !== null && from.trace.origin!.country === to.trace.origin!.country

/**
 * Somebody abroad between two acts of the owner at home: a wrong entry in the lists of addresses, or a provider's odd way
 * out, shows itself with the owner's own machine or session; this is another's.
 */
function judgeReturnTrips(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const strange = accesses.filter(couldBeAnother)
  if (strange.length === 0) return found
  const home: Presence[] = []
  const atDevice: Presence[] = []
  const sessions = new Map<string | null, Set<string>>()
  const rooms = roomsOf(accesses)
  for (const { visit, isOwnNetwork, isNewAddress, hasOwnDevice } of accesses) {
    if (hasOwnDevice) atDevice.push(...signInsByDevice(visit))
    if (isOwnNetwork !== true) continue
    sessions.set(visit.session, new Set([...(sessions.get(visit.session) ?? []), ...visit.clients]))
    if (isNewAddress) continue
    for (const trace of visit.traces) {
      const { origin, manner, at, until } = trace
      if (origin === null || !isPlace(origin)) continue
      // A phone may come out elsewhere in its country from wherever it roams.
      if (!rooms.has(origin.prefix)) continue
      const byHand = isByHand(trace)
      if (byHand || (manner.outcome === 'success' && manner.system !== null && isPhone(manner.system)))
        home.push({ at, origin, byHand }, { at: until, origin, byHand })
    }
  }
  home.sort((a, b) => a.at - b.at)
  atDevice.sort((a, b) => a.at - b.at)
  const byHand = home.filter(moment => moment.byHand)
  for (const access of strange) {
    const { visit, knowsClients } = access
    // The owner's session in a client that they never used is no longer theirs; where none is told, the client has to tell, but
    // for old protocols, which anybody's program speaks alike.
    const atHome = visit.session === null ? undefined : sessions.get(visit.session)
    const isOwners = atHome !== undefined
    const isMute = visit.session === null && !isByPassword(visit)
    if (knowsClients && isOwners) continue
    if (
      isOwners &&
      (!couldBeStolen(visit) || visit.clients.some(each => isPhonesApp(each) && atHome.has(each)))
    )
      continue
    const away =
      isMute && namesNoDevice(visit)
        ? (returnTrip(visit, atDevice) ?? ownersReturnTrip(visit, strange, atDevice))
        : null
    // What a phone does by itself shows where its owner is, unless they left it at home and went with what they always use.
    const trip =
      away ??
      (knowsClients && isMute
        ? null
        : (returnTrip(visit, byHand) ?? (isUnheardOf(access) ? returnTrip(visit, home) : null)))
    if (trip === null) continue
    found.set(
      access,
      accessSignal(
        'two-places-at-once',
        'T1078.004',
        away
          ? ACCESS.thereAndBack.withoutDevice * loweredAbroad({ ...access, knowledge: 'whole' })
          : ACCESS.thereAndBack[trip.isByHand ? 'byHand' : 'byPhone'] * loweredAbroad(access),
        visit.success!,
        `Came from ${sayOrigin(visit.origin!, trip.from)}, ${sayMinutes(trip.goneHours * 60)} after and ${sayMinutes(trip.backHours * 60)} before the owner worked at ${sayOrigin(trip.from, visit.origin!)}, ${Math.round(trip.kilometres)} km away`,
      ),
    )
  }
  return found
}

/** Where a machine that the company knows was signed in on by hand: there is no doubt whose that was. */
const signInsByDevice = ({ traces }: Visit): Presence[] =>
  traces.flatMap(trace => {
    const { origin, manner, at } = trace
    const isThere = manner.action === 'sign-in' && manner.deviceId !== null && isByHand(trace)
    return isThere && origin !== null && isPlace(origin) ? [{ at, origin, byHand: true }] : []
  })

const namesNoDevice = ({ manners }: Visit): boolean => manners.every(({ deviceId }) => deviceId === null)

/** Where computers of the person's stand. */
const roomsOf = (accesses: Access[]): Set<string> =>
  new Set(
    accesses
      .filter(
        ({ visit, isOwnNetwork }) => isOwnNetwork === true && visit.systems.some(each => !isPhone(each)),
      )
      .map(({ visit }) => visit.origin!.prefix),
  )

/** The owner, or their phone, at a place of theirs. */
interface Presence {
  at: number
  origin: Origin
  byHand: boolean
}

/** On a system that the person never used. */
const isUnheardOf = ({ signals }: Access): boolean => signals.some(({ name }) => name === 'unfamiliar-system')

interface Trip {
  from: Origin
  isByHand: boolean
  kilometres: number
  goneHours: number
  backHours: number
}

/** From door to door hardly anybody is that fast. */
export const isRushed = (kilometres: number, hours: number): boolean =>
  kilometres >= TRAVEL.leastKilometres && kilometres / hours >= TRAVEL.kilometresPerHourEachWay

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
      return { from: before.origin, isByHand, kilometres, goneHours, backHours }
  }
  return null
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
      return { from, isByHand: true, kilometres, goneHours: backHours, backHours: goneHours }
  }
  return null
}

/** The password alone, sent by a program of an old protocol. */
const isByPassword = ({ manners }: Visit): boolean =>
  manners.some(({ flow }) => flow === 'legacy' || flow === 'ropc') &&
  manners.every(({ client }) => client === null || systemOf(client) === null)

/** A phone's app goes where the phone does, with whatever browser is on it. */
const isPhonesApp = (client: string): boolean => {
  const system = systemOf(client)
  return system !== null && isPhone(system) && !isBrowser(client)
}

/** Programs and VPNs come and go in the owner's session; another browser where people sit does not. */
const couldBeStolen = ({ clients, origin }: Visit): boolean =>
  clients.some(isBrowser) && !isHostingLike(origin)

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

/** The same device, or the same session with the same client, is at both ends: the address misleads. */
const isSamePerson = (from: Stop, to: Stop): boolean => {
  const device = from.trace.manner.deviceId
  if (device !== null && device === to.trace.manner.deviceId) return true
  const session = from.trace.session
  return (
    session !== null && session === to.trace.session && from.trace.manner.client === to.trace.manner.client
  )
}
