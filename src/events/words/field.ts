// Reading the fields of a record whose shape is only hoped for.

export type Fields = Record<string, unknown>

/** Words only: nothing, numbers as digits, the empty string as null. */
export function text(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}

export function lower(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : null
}

/** An object, also when it came as JSON in a string (Log Analytics, CSV). */
export function fields(value: unknown): Fields | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  if (typeof value !== 'string' || value.length < 2 || value.charCodeAt(0) !== 123) return null
  const parsed = parse(value)
  return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : null
}

const NOTHING: readonly Fields[] = []

/** A list of objects, also when it came as JSON in a string. */
export function list(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.length === 0 || isAllFields(value) ? value : value.filter(isFields)
  if (typeof value !== 'string' || value.length < 3 || value.charCodeAt(0) !== 91) return NOTHING
  const parsed = parse(value)
  return Array.isArray(parsed) ? parsed.filter(isFields) : NOTHING
}

export function flag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return null
  switch (value.toLowerCase()) {
    case 'true':
    case 'yes':
    case '1':
    case '$true':
      return true
    case 'false':
    case 'no':
    case '0':
    case '$false':
      return false
    default:
      return null
  }
}

export function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const read = Number(value)
  return Number.isFinite(read) ? read : null
}

/** The value of the entry of that name in a list of names and values: { Name, Value } or { key, value }. */
export function named(entries: unknown, name: string): string | null {
  for (const entry of list(entries)) {
    if ((entry.Name ?? entry.key ?? entry.Key ?? entry.name) === name) {
      return text(entry.Value ?? entry.value)
    }
  }
  return null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isAllFields(values: unknown[]): values is Fields[] {
  for (const value of values) if (typeof value !== 'object' || value === null) return false
  return true
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    // A string that only looks like JSON is a string.
    return null
  }
}
