// When a record says it happened: milliseconds since 1970 from the ways Microsoft's logs write a time.

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** From the first of March of the year 0. */
const DAYS_UNTIL_1970 = 719_468
const TICKS_UNTIL_1970 = 62_135_596_800_000

/** A time without a zone is UTC. Null when it is no time. */
export function momentOf(value: unknown): number | null {
  if (typeof value === 'string') return isoMoment(value) ?? otherMoment(value)
  if (typeof value === 'number' && Number.isFinite(value)) return numericMoment(value)
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.getTime() : null
}

// Read by hand: Date.parse takes a time without a zone for local time, and this runs on every record.
function isoMoment(text: string): number | null {
  if (text.length < 19 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null
  const separator = text.charCodeAt(10)
  if (separator !== 84 && separator !== 32 && separator !== 116) return null
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return null
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const second = digits(text, 17, 2)
  if (year < 0 || hour < 0 || minute < 0 || second < 0) return null
  if (!isDay(year, month, day) || hour > 24 || minute > 59 || second > 60) return null
  let at = 19
  let milliseconds = 0
  if (text.charCodeAt(19) === 46) {
    at = 20
    let scale = 100
    for (; at < text.length; at++) {
      const digit = text.charCodeAt(at) - 48
      if (digit < 0 || digit > 9) break
      milliseconds += digit * scale
      scale /= 10
    }
    if (at === 20) return null
  }
  const offset = offsetMinutes(text, at)
  if (offset === null) return null
  const minutes = (daysUntil(year, month, day) * 24 + hour) * 60 + minute - offset
  return (minutes * 60 + second) * 1000 + Math.floor(milliseconds + 1e-6)
}

/** Minutes east of UTC; null when what follows the time is no zone. */
function offsetMinutes(text: string, at: number): number | null {
  if (at === text.length) return 0
  const sign = text.charCodeAt(at)
  if ((sign === 90 || sign === 122) && at + 1 === text.length) return 0
  if (sign !== 43 && sign !== 45) {
    const rest = text.slice(at).trim()
    return rest === '' || rest === 'UTC' || rest === 'GMT' || rest === 'Z' ? 0 : null
  }
  const hours = digits(text, at + 1, 2)
  const minutes = digits(text, text.charCodeAt(at + 3) === 58 ? at + 4 : at + 3, 2)
  if (hours < 0 || hours > 18 || minutes > 59) return null
  const total = hours * 60 + Math.max(0, minutes)
  return sign === 43 ? total : -total
}

const SLASHED =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?\s*([AaPp])?\.?(?:[Mm]\.?)?\s*(?:UTC|GMT|Z)?$/
const JSON_DATE = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/

// Exports made in a browser write times as the United States do; PowerShell writes /Date(…)/.
function otherMoment(value: string): number | null {
  const text = value.trim()
  if (text !== value) {
    const plain = isoMoment(text)
    if (plain !== null) return plain
  }
  const slashed = SLASHED.exec(text)
  if (slashed) {
    const [, month, day, year, hour, minute, second, fraction, half] = slashed
    let hours = Number(hour)
    if (half) {
      if (hours < 1 || hours > 12) return null
      hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
    }
    if (!isDay(Number(year), Number(month), Number(day)) || hours > 24 || Number(minute) > 59) return null
    const milliseconds = fraction ? Math.floor(Number(`0.${fraction}`) * 1000) : 0
    return (
      Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second ?? 0)) +
      milliseconds
    )
  }
  const json = JSON_DATE.exec(text)
  if (json) return Number(json[1])
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return isoMoment(`${text}T00:00:00Z`)
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}Z?$/.test(text)) return isoMoment(`${text.slice(0, 16)}:00Z`)
  if (/^\d{10}(\.\d+)?$|^\d{13}$/.test(text)) return numericMoment(Number(text))
  return null
}

/** Seconds, milliseconds or .NET ticks, told apart by their size. */
function numericMoment(value: number): number | null {
  if (value > 1e17) return Math.floor(value / 10_000) - TICKS_UNTIL_1970
  return Math.floor(value > 1e11 ? value : value * 1000)
}

/** Days from 1970 until the first moment of a day: by hand because Date.UTC takes ten times as long. */
function daysUntil(year: number, month: number, day: number): number {
  // Years that begin with March have their odd day last.
  const from = month > 2 ? year : year - 1
  const months = month > 2 ? month - 3 : month + 9
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  return from * 365 + leaps + Math.floor((months * 153 + 2) / 5) + day - 1 - DAYS_UNTIL_1970
}

function isDay(year: number, month: number, day: number): boolean {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= DAYS_IN_MONTH[month - 1]!)) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}

/** The number in so many digits, -1 when they are none. */
function digits(text: string, from: number, count: number): number {
  let number = 0
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return -1
    number = number * 10 + digit
  }
  return number
}
