// When a record says it happened: milliseconds since 1970, whichever way it is written.

/** Where logs usually keep it, the more telling names first. Compared without case. */
const USUAL_FIELDS = [
  'CreationTime', // unified audit log
  'CreationDate', // its search results
  'createdDateTime', // Graph: sign-ins
  'activityDateTime', // Graph: directory audits, risk detections
  'eventDateTime',
  'detectedDateTime',
  'TimeGenerated', // Log Analytics
  '@timestamp',
  'timestamp',
  'eventTimestamp',
  'time', // Azure Monitor
  '_time',
  'eventTime',
  'EventTime',
  'UtcTime',
  'TimeCreated',
  'SystemTime',
  'date',
  'datetime',
  'ts',
].map(name => name.toLowerCase())

/** What wraps a record and may hold the moment in its stead. */
const WRAPPERS = ['properties', 'event', 'record', 'auditdata']

/** `field`: looked at first, a plain name or a dotted path. Null when no moment can be read. */
export function readMoment(record: object, field?: string): number | null {
  if (field !== undefined) {
    const moment = parseMoment(valueAt(record, field))
    if (moment !== null) return moment
  }
  return usualMoment(record)
}

function usualMoment(record: object): number | null {
  const found = new Map<string, unknown>()
  for (const [key, value] of Object.entries(record)) found.set(key.toLowerCase(), value)
  for (const name of USUAL_FIELDS) {
    const moment = found.has(name) ? parseMoment(found.get(name)) : null
    if (moment !== null) return moment
  }
  for (const name of WRAPPERS) {
    const inner = found.get(name)
    const moment =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? usualMoment(inner) : null
    if (moment !== null) return moment
  }
  return null
}

function valueAt(record: object, field: string): unknown {
  const values = record as Record<string, unknown>
  if (Object.hasOwn(values, field)) return values[field]
  // The longest name first: `a.b` may be a key that itself holds `c`.
  for (let dot = field.lastIndexOf('.'); dot > 0; dot = field.lastIndexOf('.', dot - 1)) {
    const inner = Object.hasOwn(values, field.slice(0, dot)) ? values[field.slice(0, dot)] : undefined
    if (typeof inner === 'object' && inner !== null) {
      const value = valueAt(inner, field.slice(dot + 1))
      if (value !== undefined) return value
    }
  }
  return undefined
}

const LATEST_MS = 8.64e15
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?))?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i
/** Exports of Microsoft's portals: 7/23/2023 6:48:19 AM, the month first. */
const PORTAL =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4}),?(?:\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?\s*(AM|PM)?)?\s*Z?$/i
const DOTNET = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/

/** Without a zone it is UTC, as the logs of Microsoft have it. */
export function parseMoment(value: unknown): number | null {
  if (typeof value === 'number') return parseEpoch(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (/^-?\d{9,}(\.\d+)?$/.test(text)) return parseEpoch(Number(text))
  const dotnet = DOTNET.exec(text)
  if (dotnet) return parseEpoch(Number(dotnet[1]), 1)
  return parseIso(text) ?? parsePortal(text)
}

function parseIso(text: string): number | null {
  const [, day, time = '00:00', zone = 'Z'] = ISO.exec(text) ?? []
  if (!day || !isInMonth(day)) return null
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z'
  // Date keeps milliseconds; some engines refuse more digits than they know.
  const milliseconds = Date.parse(`${day}T${time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1')}${offset}`)
  return Number.isNaN(milliseconds) ? null : milliseconds
}

/** Engines take the 30th of February for the 1st of March. */
const isInMonth = (day: string): boolean =>
  Number(day.slice(8)) <= 28 || new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8))

function parsePortal(text: string): number | null {
  const found = PORTAL.exec(text)
  if (!found) return null
  const [, month, day, year, hour = '0', minute = '0', second = '0', fraction = '0', half] = found
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hour)
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(hours, Number(minute), Number(second), Math.floor(Number(`0.${fraction}`) * 1000))
  return date.getUTCMonth() === Number(month) - 1 && hours < 24 ? date.getTime() : null
}

/** Seconds, milliseconds, microseconds or nanoseconds: each is far too large or small to be taken for another. */
function parseEpoch(number: number, unit?: number): number | null {
  const size = Math.abs(number)
  const factor = unit ?? (size < 1e11 ? 1000 : size < 1e14 ? 1 : size < 1e17 ? 1e-3 : 1e-6)
  const milliseconds = Math.floor(number * factor)
  return Number.isFinite(milliseconds) && Math.abs(milliseconds) <= LATEST_MS ? milliseconds : null
}
