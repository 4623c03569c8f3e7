// Where on earth an address is, and how fast somebody must have been to be at two.
import { saying } from '../../../events/remember.ts'
import { isLine, type Origin } from '../memory/origin.ts'
import { HOUR } from '../memory/visits.ts'
import { TRAVEL } from '../weights.ts'

/** VPNs, gateways, relays and mobile networks put people where they are not: only where people sit is a place. */
export const isPlace = (origin: Origin): boolean =>
  isLine(origin) && origin.latitude !== null && origin.longitude !== null && !isAloft(origin)

/** Aeroplanes and ships are wherever their ground station is. */
export const isAloft = ({ name }: Origin): boolean => name !== null && saysAloft(name)

const saysAloft = saying(
  /panasonic avionics|viasat|gogo|inmarsat|in-?flight|satellite|starlink|space exploration|onair|anuvu|intelsat|global eagle|speedcast|marlink|mtnsat|kvh industries|oneweb|iridium/i,
)

/** One provider's addresses far apart: some of them are not where the lists have them. */
export const isMisplaced = (one: Origin, other: Origin): boolean => one.asn !== null && one.asn === other.asn

export const isTooFast = (kilometres: number, hours: number): boolean =>
  kilometres >= TRAVEL.leastKilometres && kilometres / hours >= TRAVEL.kilometresPerHour

/** From door to door hardly anybody is that fast. */
export const isRushed = (kilometres: number, hours: number): boolean =>
  kilometres >= TRAVEL.leastKilometres && kilometres / hours >= TRAVEL.kilometresPerHourEachWay

/** Whether nobody gets from the one to the other in so many milliseconds. */
export const isOutOfReach = (one: Origin, other: Origin, apart: number): boolean =>
  isTooFast(distance(one, other), Math.max(Math.abs(apart) / HOUR, 1 / 60))

/** Nor do the lists of addresses mistake the one for the other: they are in two countries, and two providers'. */
export const isSurelyOutOfReach = (one: Origin, other: Origin, apart: number): boolean =>
  one.country !== other.country && !isMisplaced(one, other) && isOutOfReach(one, other, apart)

/** Along the great circle, in kilometres. */
export function distance(one: Origin, other: Origin): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [lat1, lat2] = [radians(one.latitude!), radians(other.latitude!)]
  const half =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(other.longitude! - one.longitude!) / 2) ** 2
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(half)))
}
