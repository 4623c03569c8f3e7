// A stored record read again, for judging.
import type { Activity } from '../events/activity.ts'
import { isRejection, normalise } from '../events/normalise.ts'
import type { Locate } from '../events/places/places.ts'

/** Where addresses are; see events/places/places.ts. */
export interface Reading {
  locate: Locate
}

/** Null for one that can no longer be read: it was understood when it was stored, by another version. */
export function asActivity(
  { id, raw }: { id: string; raw: Record<string, unknown> },
  { directoryTenantId, reading }: { directoryTenantId: string; reading: Reading },
): Activity | null {
  const activity = normalise(raw, { tenant: directoryTenantId, locate: reading.locate })
  if (isRejection(activity)) return null
  // Under the name it was stored by: a very long one has been shortened.
  activity.id = id
  return activity
}
