// Somebody at a place where the person never was, on a computer that is none of theirs, who adds a way to pass MFA before anything
// else. Whoever has a new phone adds it where they always are, or on their own machine.
import type { Signal } from '../../signal.ts'
import type { Trace } from '../memory/trace.ts'
import { DAY, MINUTE } from '../memory/visits.ts'
import { withOwnMachine } from '../presence/machines.ts'
import { sayMinutes, sayOrigin } from '../say.ts'
import type { Reset } from '../tenant-facts.ts'
import { ACCESS, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isComputers, isSpokenFor } from './access.ts'

const SOON = ACCESS.addsAtOnce.minutes * MINUTE

/** Signals by the visit that came in, and by the one that added it where a log tells of it in no session. */
export function judgeAddsAtOnce(
  accesses: Access[],
  { user, traces, resets }: { user: string; traces: Trace[]; resets: Reset[] },
): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const added = traces.filter(trace => addsOwn(user, trace))
  if (added.length === 0 || !accesses.some(isNamedComputer)) return found
  const firsts = firstHere(accesses)
  const isWithOwn = withOwnMachine(accesses)
  for (const access of accesses) {
    const { visit, isTrusted } = access
    if (!isStranger(access) || isWithOwn(visit)) continue
    const first = Math.min(...[...visit.addresses].map(address => firsts.get(address) ?? visit.first))
    const add = added.find(
      ({ at, origin }) =>
        at >= first && at - first <= SOON && (origin === null || visit.addresses.has(origin.address)),
    )
    // After a reset it is no wonder that somebody adds one.
    if (!add || resets.some(({ at }) => at <= add.at && add.at - at <= DAY)) continue
    const says = `Came from ${sayOrigin(visit.origin!)} for the first time, on a computer that this account has not named, and added a way to pass MFA ${sayMinutes((add.at - first) / MINUTE)} later`
    const points = ACCESS.addsAtOnce.points * (isTrusted ? LOWERED.trustedNetwork : 1)
    found.set(access, accessSignal('adds-method-at-once', 'T1556.006', points, visit.success!, says))
  }
  return found
}

const addsOwn = (user: string, { manner, particulars }: Trace): boolean =>
  manner.action === 'mfa-method-added' &&
  manner.outcome === 'success' &&
  (particulars?.targetUser ?? user) === user

/** Whoever has one that names itself has it with them, or is at home. */
const isNamedComputer = ({ visit, isOwnNetwork, hasOwnDevice }: Access): boolean =>
  isOwnNetwork === true && hasOwnDevice && visit.clients.some(isComputers)

const isStranger = (access: Access): boolean =>
  access.isOwnNetwork === false &&
  access.knowledge !== 'none' &&
  access.visit.success !== null &&
  !isSpokenFor(access) &&
  // Behind a relay every address is new.
  !(access.visit.origin?.kind === 'relay' && access.knowsClients) &&
  access.visit.clients.some(isComputers) &&
  access.visit.devices.length === 0

/** When the account was first used at an address, failures apart. */
function firstHere(accesses: Access[]): Map<string, number> {
  const firsts = new Map<string, number>()
  for (const { visit } of accesses)
    for (const trace of visit.traces) {
      const address = trace.origin?.address
      if (address === undefined || trace.manner.outcome !== 'success') continue
      firsts.set(address, Math.min(firsts.get(address) ?? trace.at, trace.at))
    }
  return firsts
}
