// The story's calendar, hung on the day it is told.
import { addDays, type Day, dayOf } from '../days.ts'

export interface Calendar {
  /** The moment the story is told; nothing in it happens later. */
  now: Date
  today: Day
  /** The first tenants were taken under watch on this day or soon after: more than 13 months ago. */
  start: Day
  daysAgo(days: number): Day
  /** A day, from the 1st to the 28th, of the month so many months before this one. */
  monthsAgo(months: number, day: number): Day
}

const MONTHS_TOLD = 13
const WEEKS_TO_SETTLE_IN = 3

export function calendarOf(now: Date): Calendar {
  const today = dayOf(now)
  const monthsAgo = (months: number, day: number) =>
    dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day)))
  return {
    now,
    today,
    start: addDays(monthsAgo(MONTHS_TOLD, 1), -7 * WEEKS_TO_SETTLE_IN),
    daysAgo: days => addDays(today, -days),
    monthsAgo,
  }
}
