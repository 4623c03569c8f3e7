// Acts by hand too far apart for one person.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal } from '../entry/access.ts'
import { isPhone, systemOf } from '../memory/manner.ts'
import { isByHand, type Trace } from '../memory/trace.ts'
import { HOUR } from '../memory/visits.ts'
import { sayMinutes, sayOrigin } from '../say.ts'
import { ACCESS, LEARNING, LOWERED } from '../weights.ts'
import { judgeFarCountries, judgeManyCountries, judgeManyLines } from './countries.ts'
import { distance, isMisplaced, isPlace, isTooFast } from './distance.ts'
import { judgeLeftBehind } from './left-behind.ts'
import { isOwnMachine } from './machines.ts'
import { judgeReturnTrips } from './return-trips.ts'

interface Stop {
  trace: Trace
  access: Access
}

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
    ...judgeLeftBehind(accesses),
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
          // Their laptop is where they are; what else seems to be at home comes through their company's gateway, and what
          // their phone does abroad through its network at home.
          (isOwnMachine(strange.access) || (isOwnComputer(strange) && isPhones(strange === from ? to : from))
            ? LOWERED.ownDevice
            : 1) *
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

const isOwnComputer = ({ access, trace }: Stop): boolean =>
  access.hasOwnDevice && access.knowsClients && trace.manner.deviceId !== null

function isPhones({ trace }: Stop): boolean {
  const system = systemOf(trace.manner.client ?? '')
  return system !== null && isPhone(system)
}

/** Lists of addresses seldom mistake the country, and often the town. */
const isWithinCountry = (from: Stop, to: Stop): boolean =>
  from.trace.origin!.country !== null && from.trace.origin!.country === to.trace.origin!.country

/** The same device, or the same session with the same client, is at both ends: the address misleads. */
const isSamePerson = (from: Stop, to: Stop): boolean => {
  const device = from.trace.manner.deviceId
  if (device !== null && device === to.trace.manner.deviceId) return true
  const session = from.trace.session
  return (
    session !== null && session === to.trace.session && from.trace.manner.client === to.trace.manner.client
  )
}
