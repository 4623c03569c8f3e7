// When a feed is next due. Pure: chance is an argument.
import type { FaultKind } from './source.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Somebody has to act, and startFeeds is called when they have: asking often only fills logs.
const WAITS_FOR_PEOPLE: FaultKind[] = ['permission', 'consent', 'secret', 'auditing-off', 'not-connected']

export interface Failure {
  kind: FaultKind
  /** Turns in a row that failed, this one included. */
  failures: number
  retryAfterSeconds: number | undefined
  everySeconds: number
  /** From 0 to 1. */
  chance: number
}

export function secondsAfterFailure({ kind, failures, retryAfterSeconds, everySeconds, chance }: Failure) {
  if (kind === 'left-out') return HOUR * (0.9 + 0.1 * chance)
  if (kind === 'licence') return DAY * (0.9 + 0.1 * chance)
  const longest = Math.max(everySeconds, WAITS_FOR_PEOPLE.includes(kind) ? HOUR : 15 * MINUTE)
  // Of the whole, between half and all: those that failed together do not come back together.
  const doubled = Math.min(longest, everySeconds * 2 ** Math.min(failures - 1, 20)) * (0.5 + 0.5 * chance)
  if (kind !== 'throttled' || retryAfterSeconds === undefined) return doubled
  // Never sooner than asked; a vendor that names a week is asked again tomorrow.
  return Math.min(DAY, Math.max(retryAfterSeconds, 1) * (1 + 0.1 * chance))
}

/** Never later than the interval, and not all at the same moment. */
export const secondsAfterSuccess = (everySeconds: number, chance: number) =>
  everySeconds * (0.9 + 0.1 * chance)
