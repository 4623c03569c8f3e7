// Reads dates and moments as callers write them (ISO 8601). Pure.
import type { Day } from '../days.ts'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
// A '+' in a query string arrives as a space when the caller forgot to write it as %2B.
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,18}))?)?(?:([Zz])|([+\- ])(\d{2})(?::?(\d{2}))?)?$/

// PostgreSQL and the calendar begin with the year 1; nothing recorded here is near either end.
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** 'YYYY-MM-DD' when it is a day that exists. */
export function readDay(text: string): Day | undefined {
  const parts = DAY.exec(text)
  if (!parts) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? text : undefined
}

/** A date is its first moment; a date-time without an offset is UTC. Finer than a millisecond is rounded up. */
export function readMoment(text: string): Date | undefined {
  if (readDay(text)) return bounded(Date.parse(`${text}T00:00:00.000Z`))
  const parts = MOMENT.exec(text)
  if (!parts) return undefined
  const [
    ,
    day = '',
    hour,
    minute,
    second = '00',
    fraction = '',
    ,
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = parts
  if (!readDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  // In digits, because 0.057 * 1000 is more than 57.
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0)
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1)
  return bounded(Date.parse(`${day}T${hour}:${minute}:${second}.000Z`) + milliseconds - offset * 60_000)
}

const bounded = (time: number) => new Date(Math.min(Math.max(time, EARLIEST), LATEST))
