// Which kind of act it is, of those that an incident's timeline has.
import type { ActivityKind } from '../database/types.ts'
import type { Action } from '../events/activity.ts'

const KINDS: Partial<Record<Action, ActivityKind>> = {
  'sign-in': 'sign-in',
  'sign-out': 'sign-in',
  alert: 'other',
  other: 'other',
  'message-send': 'other',
  'team-member-added': 'other',
}

export function kindOf(action: Action): ActivityKind {
  const kind = KINDS[action]
  if (kind) return kind
  if (/^(mail|inbox)/.test(action)) return 'mail'
  return action.startsWith('file-') ? 'file' : 'directory'
}
