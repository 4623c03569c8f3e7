// An account that is kept for emergencies: hardly ever used, and only on machines of the company's. Whoever comes to it from a
// strange line, on a machine that nobody knows, and makes an administrator, has found its password.
import type { Signal } from '../../signal.ts'
import type { Trace } from '../memory/trace.ts'
import { HOUR } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import type { TenantFacts } from '../tenant-facts.ts'
import { ACCESS, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isSpokenFor } from './access.ts'

/** Signals by the visit that was the first of its kind. */
export function judgeEmergencyAccount(
  accesses: Access[],
  { traces, facts }: { traces: Trace[]; facts: TenantFacts },
): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const { days: mostDays, quietHours, hours, points } = ACCESS.emergencyAccount
  const made = administratorsMade(traces)
  if (made.length === 0) return found
  const days = new Set<number>()
  let last: number | null = null
  for (const access of accesses) {
    const { visit, isOwnNetwork, isTrusted } = access
    const { success, origin } = visit
    if (success === null || origin === null) continue
    if (visit.hasKnownDevice) {
      days.add(visit.day)
      last = visit.last
      continue
    }
    if (last === null || days.size > mostDays || isOwnNetwork !== false || isSpokenFor(access)) break
    const isAlone = facts.peopleAt(origin) < 2
    const makesOne = made.some(at => at >= success.at && at <= success.at + hours * HOUR)
    if (success.at - last >= quietHours * HOUR && isAlone && makesOne)
      found.set(
        access,
        accessSignal(
          'emergency-account',
          'T1078.004',
          points * (isTrusted ? LOWERED.trustedNetwork : 1),
          success,
          `Came from ${sayOrigin(origin)} on a machine that nobody knows and made an administrator, with an account that has hardly been used, and only on machines of the company's`,
        ),
      )
    break
  }
  return found
}

/** When an account that had just been made with this one was given a role. */
function administratorsMade(traces: Trace[]): number[] {
  const accounts = new Map<string, number>()
  const moments: number[] = []
  for (const { at, manner, particulars } of traces) {
    const target = particulars?.targetUser ?? null
    if (target === null || manner.outcome !== 'success') continue
    if (manner.action === 'user-created') accounts.set(target, at)
    else if (
      manner.action === 'role-assigned' &&
      at - (accounts.get(target) ?? Number.NEGATIVE_INFINITY) <= HOUR
    )
      moments.push(at)
  }
  return moments
}
