// Passwords and second factors that were renewed: of one person, or of so many at once that their company did it.
import type { Trace } from '../memory/trace.ts'
import { ROLL_OUT } from '../weights.ts'

const RESETTING = new Set(['password-reset', 'mfa-method-removed', 'mfa-turned-off'])

/** Whose password or second factor this resets, if it is somebody else's. */
export function resetBy(user: string, { manner, particulars }: Trace): string | null {
  if (particulars === null || manner.outcome !== 'success' || !RESETTING.has(manner.action)) return null
  const { targetUser } = particulars
  return targetUser === user ? null : targetUser
}

/** Whether the person's own password was renewed by it, with their account. */
export const isOwnRenewal = (user: string, { manner, particulars }: Trace): boolean =>
  (manner.action === 'password-changed' || manner.action === 'password-reset') &&
  manner.outcome === 'success' &&
  (particulars?.targetUser ?? user) === user

/** Whose second factor is another now, or whose password by somebody else's hand. Passwords are changed all the time. */
export function renewedBy(user: string, trace: Trace): string | null {
  const { action, outcome } = trace.manner
  if (action === 'mfa-method-added') return outcome === 'success' ? user : null
  return resetBy(user, trace) ?? (action.startsWith('mfa-') && outcome === 'success' ? user : null)
}

/**
 * Whether there was a roll-out around a day: new phones for all, a second factor for everybody. `renewed` are the people
 * whose second factor or password was renewed, by day.
 */
export function rollOuts(
  renewed: ReadonlyMap<number, ReadonlySet<string>>,
  people: number,
): (day: number) => boolean {
  const least = Math.max(ROLL_OUT.people, people * ROLL_OUT.share)
  const known = new Map<number, boolean>()
  return day => {
    let isOne = known.get(day)
    if (isOne === undefined) {
      const users = new Set<string>()
      for (let near = day - ROLL_OUT.days; near <= day + ROLL_OUT.days; near++)
        for (const user of renewed.get(near) ?? []) users.add(user)
      isOne = users.size >= least
      known.set(day, isOne)
    }
    return isOne
  }
}
