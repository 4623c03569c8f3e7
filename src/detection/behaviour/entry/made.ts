// An account that an attacker has made with a misused one: whoever uses it is the attacker.
import type { Signal } from '../../signal.ts'
import { accountMade } from '../memory/ledger.ts'
import type { Trace } from '../memory/trace.ts'
import { sayOrigin } from '../say.ts'
import { ACCESS } from '../weights.ts'
import { type Access, accessSignal } from './access.ts'

/** Accounts that were made by these acts. */
export const accountsMade = (traces: Trace[]): string[] =>
  [
    ...new Set(
      traces.flatMap(
        ({ manner, particulars }) =>
          accountMade({ ...manner, targetUser: particulars?.targetUser ?? null }) ?? [],
      ),
    ),
  ].sort()

export function judgeMade({ visit }: Access, by: string): Signal | null {
  if (visit.success === null) return null
  const from = visit.origin === null ? '' : ` from ${sayOrigin(visit.origin)}`
  const signal = accessSignal(
    'made-by-attacker',
    'T1136.003',
    ACCESS.madeByAttacker,
    visit.success,
    `This account was made with the misused account of ${by}, and is used${from}`,
  )
  return { ...signal, ledBy: by }
}
