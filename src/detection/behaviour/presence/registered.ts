// Machines that were registered lately. Who sets up a new one of their own works with it where they do: one that was registered at
// one strange place is not at work only at another, and none is in data centres alone.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal } from '../entry/access.ts'
import type { Manner } from '../memory/manner.ts'
import { isHostingLike, isLine } from '../memory/origin.ts'
import type { Trace } from '../memory/trace.ts'
import { DAY, HOUR, MINUTE, type Visit } from '../memory/visits.ts'
import { sayMinutes, sayOrigin } from '../say.ts'
import { ACCESS, LOWERED, REGISTERED } from '../weights.ts'
import { withOwnMachine } from './machines.ts'

interface Registration {
  access: Access
  trace: Trace
}

/** Signals by the visit: of the machine at work, and of where it was registered. */
export function judgeRegistered(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const strange = accesses.flatMap(access => {
    const trace = isStrange(access) ? registrationIn(access.visit) : undefined
    return trace ? [{ access, trace }] : []
  })
  if (strange.length === 0) return found
  // Where a machine of the person's is, they set up the next one.
  const isWithOwn = withOwnMachine(accesses)
  const registrations = strange.filter(({ access }) => !isWithOwn(access.visit))
  for (const access of accesses) {
    const { visit } = access
    if (!isStrange(access) || access.hasOwnDevice || !visit.hasKnownDevice || visit.success === null) continue
    const registration = registrations.find(each => isOfIt(visit, each))
    if (!registration || hasWorkedThere(accesses, visit, registration)) continue
    const { trace } = registration
    const says = `A machine that was registered at ${sayOrigin(trace.origin!)} is at work at ${sayOrigin(visit.origin!)}, ${sayMinutes((visit.success.at - trace.at) / MINUTE)} later`
    const signal = (of: Access, at: Trace) =>
      accessSignal(
        'registered-machine-elsewhere',
        'T1098.005',
        ACCESS.registeredElsewhere * (of.isTrusted ? LOWERED.trustedNetwork : 1),
        at,
        says,
      )
    found.set(access, signal(access, visit.success))
    found.set(registration.access, signal(registration.access, trace))
  }
  return found
}

const isStrange = ({ isOwnNetwork, isVouched, knowledge, visit }: Access): boolean =>
  isOwnNetwork === false && !isVouched && knowledge !== 'none' && visit.origin !== null

const registrationIn = ({ traces }: Visit): Trace | undefined =>
  traces.find(trace => isRegistration(trace) && trace.origin !== null)

const hasWorkedThere = (accesses: Access[], { devices }: Visit, { trace }: Registration): boolean =>
  accesses.some(
    ({ visit }) =>
      visit.origin?.network === trace.origin!.network &&
      visit.devices.some(device => devices.includes(device)),
  )

/** VPNs are switched on and off, and phones change their network: only where people sit is a place. */
function isOfIt({ origin, first }: Visit, { access, trace }: Registration): boolean {
  const hours = (first - trace.at) / HOUR
  if (hours < 0 || hours > REGISTERED.hours || origin!.network === trace.origin!.network) return false
  return [origin!, access.visit.origin!].every(({ kind }) => kind !== 'mobile') && !isHostingLike(origin)
}

/**
 * The directory knows a machine because somebody registered it, and that may have been the attacker: where it was never seen but
 * in data centres, not at a place that the person had been at before, it says nothing for them.
 */
export function disownRegistered(visits: Visit[]): void {
  const registered = visits.flatMap(({ notable }) => notable.filter(isRegistration).map(({ at }) => at))
  if (registered.length === 0) return
  const networks = new Set<string>()
  const first = new Map<string, Visit>()
  const own = new Set<string>()
  for (const visit of visits) {
    const { origin, devices, success } = visit
    for (const device of devices) {
      if (!first.has(device)) first.set(device, visit)
      if (origin !== null && networks.has(origin.network)) own.add(device)
    }
    if (success !== null && origin !== null && isLine(origin)) networks.add(origin.network)
  }
  const isNew = (device: string): boolean => {
    const { last } = first.get(device)!
    return !own.has(device) && registered.some(at => at <= last && last - at <= REGISTERED.unseenDays * DAY)
  }
  for (const visit of visits)
    if (
      visit.hasKnownDevice &&
      isHostingLike(visit.origin) &&
      visit.devices.every(isNew) &&
      isOpenedWithout(visit, visits)
    )
      visit.hasKnownDevice = false
}

const isRegistration = ({ manner }: Trace): boolean =>
  manner.action === 'device-registered' && manner.outcome === 'success'

/** A machine that the company rents for somebody names itself from the first; at Microsoft's, many have theirs. */
const isOpenedWithout = ({ origin, session }: Visit, visits: Visit[]): boolean =>
  origin!.kind !== 'microsoft' ||
  visits.some(
    other => other.session !== null && other.session === session && other.manners.some(isBareSignIn),
  )

const isBareSignIn = ({ action, isBare, isInteractive }: Manner): boolean =>
  action === 'sign-in' && isBare && isInteractive === true
