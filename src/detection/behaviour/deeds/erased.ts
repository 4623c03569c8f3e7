// Mail that is sent and at once taken out of the folder of what was sent: its owner is not to find it.

import type { Acquaintance } from '../memory/habits.ts'
import { MINUTE, type Visit } from '../memory/visits.ts'
import { ERASED, USUAL_DEED } from '../weights.ts'
import { type DeedSignal, deedSignal } from './deed-signal.ts'

export function judgeErased({ traces, manners }: Visit, knows: Acquaintance): DeedSignal[] {
  if (!manners.some(({ action, outcome }) => action === 'mail-sent-delete' && outcome === 'success'))
    return []
  const erased = traces.filter(
    ({ manner, at, until }) =>
      manner.action === 'mail-sent-delete' &&
      manner.outcome === 'success' &&
      traces.some(
        sent =>
          sent.manner.action === 'mail-send' &&
          sent.manner.outcome === 'success' &&
          sent.at <= until &&
          at <= sent.until + ERASED.minutes * MINUTE,
      ),
  )
  const count = erased.reduce((sum, { items }) => sum + items, 0)
  if (count === 0 || count > ERASED.most) return []
  const what = count === 1 ? 'a message' : `${count} messages`
  return [
    deedSignal(
      'sent-mail-erased',
      erased[0]!,
      `Sent mail, and deleted ${what} from the folder of sent mail soon after`,
      knows.knows('deed mail-sent-delete', ERASED.usualDays) ? USUAL_DEED.factor : 1,
    ),
  ]
}
