// Days as people choose them, and when they begin by the clock that the reader has chosen.
import type { Clock } from './clock.tsx'

/** What fields for days take; the server's dates reach no further. */
export const FIRST_DAY = '1970-01-01'
export const LAST_DAY = '9999-12-30'

/** 'YYYY-MM-DD', and a day that there is. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export function startOfDay(
  day: string,
  { plusDays = 0, clock }: { plusDays?: number; clock: Clock },
): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const at =
    clock === 'UTC'
      ? new Date(Date.UTC(year, month - 1, date + plusDays))
      : new Date(year, month - 1, date + plusDays)
  return at.toISOString()
}
