// The owner at their own machine with a password that is not theirs any more: it was changed from elsewhere, and not by them.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAtHome, isSpokenFor } from '../entry/access.ts'
import { isOwnRenewal } from '../entry/renewals.ts'
import type { Trace } from '../memory/trace.ts'
import { HOUR, MINUTE } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import { isWrongPassword, type Reset } from '../tenant-facts.ts'
import { ACCESS, LOCKED_OUT, LOWERED } from '../weights.ts'

interface Around {
  user: string
  traces: Trace[]
  /** When others reset the person's password or second factor. */
  resets: Reset[]
  /** Visits to a line where a machine of the person's is at work as well. */
  beside: ReadonlySet<Access>
}

/** Signals by visit. */
export function judgeLockedOut(
  accesses: Access[],
  { user, traces, resets, beside }: Around,
): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  if (resets.length === 0) return found
  const changes = traces.filter(trace => isOwnRenewal(user, trace) && trace.origin !== null)
  if (changes.length === 0) return found
  const refused = accesses
    .filter(access => access.hasOwnDevice && isAtHome(access))
    .flatMap(({ visit }) => visit.traces.filter(isTypedInVain))
  for (const change of changes) {
    const times = timesAfter(change, refused)
    if (times.length < LOCKED_OUT.times || !isHelped(change, Math.min(...times), resets)) continue
    for (const access of accesses) {
      const { visit, isTrusted } = access
      if (!couldBeAnothers(access) || beside.has(access) || !isWith(access, change)) continue
      found.set(
        access,
        accessSignal(
          'owner-locked-out',
          'T1531',
          ACCESS.lockedOut * (isTrusted ? LOWERED.trustedNetwork : 1),
          visit.success!,
          `The password was changed from ${sayOrigin(change.origin!)}; afterwards its owner's own machine was refused ${times.length} times for a wrong one, until another reset it`,
        ),
      )
    }
  }
  return found
}

const isTypedInVain = (trace: Trace): boolean =>
  isWrongPassword(trace) && trace.manner.isInteractive === true && trace.manner.deviceId !== null

/** Two logs may tell of one attempt. */
const timesAfter = ({ at: changed }: Trace, refused: Trace[]): number[] => [
  ...new Set(
    refused
      .filter(({ at }) => at > changed && at - changed <= LOCKED_OUT.hours * HOUR)
      .map(({ at }) => Math.floor(at / MINUTE) * MINUTE),
  ),
]

const isHelped = (change: Trace, since: number, resets: Reset[]): boolean =>
  resets.some(({ at }) => at >= since && at - change.at <= LOCKED_OUT.hours * HOUR)

const couldBeAnothers = (access: Access): boolean => {
  const { visit, isOwnNetwork, isNewAddress } = access
  if (visit.origin === null || visit.success === null || isSpokenFor(access)) return false
  return isOwnNetwork === false || isNewAddress
}

const isWith = ({ visit }: Access, { origin, at }: Trace): boolean =>
  visit.origin!.site === origin!.site && Math.abs(visit.first - at) <= LOCKED_OUT.hours * HOUR
