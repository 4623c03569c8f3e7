// Enough of an activity to be stored, for records that are no more than `{ id, time }`.
import type { Activity } from '../../src/events/activity.ts'
import type { Normalise } from '../../src/sources/judge-records.ts'

export const plain: Normalise = given => {
  const raw = given as Record<string, unknown>
  if (raw.id === undefined) return { rejected: 'has no id' }
  return {
    id: String(raw.id),
    log: (raw.log as Activity['log'] | undefined) ?? 'signinlogs',
    at: Date.parse(String(raw.time)),
    user: (raw.user as string | undefined) ?? null,
    action: 'sign-in',
    outcome: 'success',
    address: null,
    session: null,
    raw,
  } as Activity
}
