// What was done, as a signal that counts by how strange the access is.
import type { Signal } from '../../signal.ts'
import type { Trace } from '../memory/trace.ts'
import { DEEDS, type DeedName } from '../weights.ts'

/** A signal whose weight still hangs on how strange the access is: `floor` of it counts in any case. */
export interface DeedSignal extends Signal {
  floor: number
  /** How strange the access must be for all of it to count, where less is enough than usually. */
  full?: number
}

export const deedSignal = (name: DeedName, { id, at }: Trace, says: string, factor = 1): DeedSignal => {
  const { points, floor, family, technique } = DEEDS[name]
  return { name, says, technique, family, floor, weight: points * factor, eventId: id, at }
}

export const named = (what: string | null): string => (what ? `: ${what.slice(0, 120)}` : '')
