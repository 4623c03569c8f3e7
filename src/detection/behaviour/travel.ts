// Two sign-ins by hand too far apart for one person.
import type { Signal } from '../signal.ts'
import { type Access, accessSignal } from './access.ts'
import type { Origin } from './origin.ts'
import { sayOrigin } from './say.ts'
import type { Trace } from './trace.ts'
import { HOUR } from './visits.ts'
import { ACCESS, LEARNING, LOWERED, TRAVEL } from './weights.ts'

interface Stop {
  trace: Trace
  access: Access
}

/** VPNs, gateways, relays and mobile networks put people where they are not: only where people sit is a place. */
const isPlace = (origin: Origin): boolean =>
  (origin.kind === 'access' || origin.kind === 'unknown') &&
  origin.latitude !== null &&
  origin.longitude !== null &&
  !isAloft(origin)

/** Aeroplanes and ships are wherever their ground station is. */
export const isAloft = ({ name }: Origin): boolean =>
  name !== null &&
  /panasonic avionics|viasat|gogo|inmarsat|in-?flight|satellite|starlink|space exploration|onair|anuvu|intelsat|global eagle|speedcast|marlink/i.test(
    name,
  )

/** One provider's addresses far apart: some of them are not where the lists have them. */
export const isMisplaced = (one: Origin, other: Origin): boolean => one.asn !== null && one.asn === other.asn

/** Signals by the visit they belong to: the one that is not on the person's own network. */
export function judgeTravel(accesses: Access[]): Map<Access, Signal> {
  const stops: Stop[] = []
  for (const access of accesses)
    for (const trace of access.visit.traces) {
      const { manner, origin } = trace
      const isByHand =
        manner.action === 'sign-in' && manner.outcome === 'success' && manner.isInteractive === true
      if (isByHand && origin !== null && isPlace(origin)) stops.push({ trace, access })
    }
  stops.sort((a, b) => a.trace.at - b.trace.at || (a.trace.id < b.trace.id ? -1 : 1))
  const found = new Map<Access, Signal>()
  for (let index = 1; index < stops.length; index++) {
    const from = stops[index - 1]!
    const to = stops[index]!
    const strange = to.access.isOwnNetwork === false ? to : from
    if (strange.access.isOwnNetwork !== false) continue
    if (found.has(strange.access) || isSamePerson(from, to)) continue
    if (isMisplaced(from.trace.origin!, to.trace.origin!)) continue
    const kilometres = distance(from.trace.origin!, to.trace.origin!)
    const hours = Math.max((to.trace.at - from.trace.at) / HOUR, 1 / 60)
    if (kilometres < TRAVEL.leastKilometres || kilometres / hours < TRAVEL.kilometresPerHour) continue
    found.set(
      strange.access,
      accessSignal(
        'impossible-travel',
        'T1078.004',
        ACCESS.impossibleTravel *
          (strange.access.isTrusted ? LOWERED.trustedNetwork : 1) *
          (strange.access.knowledge === 'none' ? LEARNING.oddFactor : 1),
        strange.trace,
        `Signed in at ${sayOrigin(from.trace.origin!)} and ${sayMinutes(hours * 60)} later at ${sayOrigin(to.trace.origin!)}, ${Math.round(kilometres)} km away`,
      ),
    )
  }
  return found
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

const sayMinutes = (minutes: number): string =>
  minutes < 90 ? `${Math.max(1, Math.round(minutes))} minutes` : `${Math.round(minutes / 60)} hours`

/** Along the great circle, in kilometres. */
export function distance(one: Origin, other: Origin): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [lat1, lat2] = [radians(one.latitude!), radians(other.latitude!)]
  const half =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(other.longitude! - one.longitude!) / 2) ** 2
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(half)))
}
