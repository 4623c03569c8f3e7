// What a vendor's operation name means: one action for each, whichever log it stands in.
import type { Action } from '../activity.ts'
import table from '../operations.json' with { type: 'json' }
import { remembering } from '../remember.ts'

// Some of these mean what they say only with certain parameters: see directory-change.ts and mailbox.ts.
const OPERATIONS: Record<Exclude<Action, 'other' | 'mail-sent-delete'>, string[]> = table

const ACTIONS = new Map<string, Action>()
for (const [action, names] of Object.entries(OPERATIONS)) {
  for (const name of names) ACTIONS.set(name, action as Action)
}

interface Meaning {
  plain: string
  action: Action
}

/** Case, a full stop at the end, dashes of any length and doubled spaces make no difference. */
export function actionOf(operation: string): Action {
  return meaningOf(operation).action
}

/** The operation's name as it is compared: 'Add member to role.' → 'add member to role'. */
export function plainOperation(operation: string): string {
  return meaningOf(operation).plain
}

const meaningOf = remembering(readOperation, { atMost: 20_000, longest: 300 })

function readOperation(operation: string): Meaning {
  const plain = operation
    .toLowerCase()
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trim()
  return { plain, action: ACTIONS.get(plain) ?? 'other' }
}
