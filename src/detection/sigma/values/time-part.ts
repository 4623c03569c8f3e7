// The minute, hour, day, week, month or year that a record's date shows, as it is written: no time zones are converted.
import type { TimeUnit } from '../rule.ts'

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?/
/** As portals and spreadsheets of the United States write it: 5/31/2024 11:10:00 PM. */
const american =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? +(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([AP])M)?)?/i

interface Written {
  year: number
  month: number
  day: number
  hour: number | null
  minute: number | null
}

export const timeRanges: Record<TimeUnit, [number, number]> = {
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  week: [1, 53],
  month: [1, 12],
  year: [0, 9999],
}

/** Null when the value shows no date, or shows a date alone where the hour is asked for. */
export function timePart(value: unknown, unit: TimeUnit): number | null {
  const written = readWritten(value)
  if (written === null) return null
  return unit === 'week' ? isoWeek(written) : written[unit]
}

function readWritten(value: unknown): Written | null {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  const match = iso.exec(text)
  if (match) {
    const [, year, month, day, hour, minute] = match
    return valid({
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: toNumber(hour),
      minute: toNumber(minute),
    })
  }
  const us = american.exec(text)
  if (us) {
    const [, month, day, year, hour, minute, half] = us
    const clock = toNumber(hour)
    const hour24 =
      clock === null || half === undefined ? clock : (clock % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
    return valid({
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: hour24,
      minute: toNumber(minute),
    })
  }
  return /^\d{9,13}(\.\d+)?$/.test(text) ? fromEpoch(Number(text)) : null
}

function toNumber(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

function valid(written: Written): Written | null {
  const { year, month, day, hour, minute } = written
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return (hour ?? 0) > 23 || (minute ?? 0) > 59 ? null : written
}

/** Seconds until the year 5138, milliseconds beyond. */
function fromEpoch(value: number): Written | null {
  const date = new Date(Math.abs(value) < 1e11 ? value * 1000 : value)
  if (Number.isNaN(date.getTime())) return null
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  }
}

/** ISO 8601: weeks begin on Monday, and the first is the one with the year's first Thursday. */
function isoWeek({ year, month, day }: Written): number {
  const date = new Date(Date.UTC(year, month - 1, day))
  const thursday = date.getUTCDate() + 4 - (date.getUTCDay() || 7)
  date.setUTCDate(thursday)
  const firstDay = Date.UTC(date.getUTCFullYear(), 0, 1)
  return Math.ceil(((date.getTime() - firstDay) / 86_400_000 + 1) / 7)
}
