// A row of a table as a record: Log Analytics writes nested values as JSON text and moments as people read them.
import type { RawRecord } from './record.ts'

export function fromRow(columns: string[], cells: unknown[]): RawRecord {
  const record: RawRecord = {}
  for (let at = 0; at < columns.length; at++) {
    const cell = cells[at]
    // An empty cell says nothing: CSV cannot tell "" from null.
    if (cell === undefined || cell === null || cell === '') continue
    const title = columns[at]!
    const name = columnName(title)
    if (!name) continue
    const value = typeof cell === 'string' ? cellValue(cell, name !== title) : cell
    if (name.includes('.') && NESTED.test(name)) put(record, name.split('.'), value)
    else record[name] = value
  }
  return record
}

/** 'status.errorCode', as programs title what they have flattened. */
const NESTED = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/

function put(record: RawRecord, path: string[], value: unknown): void {
  let inner = record
  for (const part of path.slice(0, -1)) {
    if (!Object.hasOwn(inner, part)) inner[part] = {}
    const next = inner[part]
    // What stands there already is no object: the column says it in other words.
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return
    inner = next as RawRecord
  }
  inner[path.at(-1)!] = value
}

/** 'TimeGenerated [UTC]', as the portal's export titles it, is TimeGenerated. */
export function columnName(title: string): string {
  return title.replace(/\s*\[(UTC|Local Time)\]$/i, '').trim()
}

function cellValue(text: string, isMoment: boolean): unknown {
  if (isMoment) return momentOf(text)
  const first = text.charCodeAt(0)
  if (first !== 123 && first !== 91) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** '4/8/2020, 7:40:53.169 AM' (month first) as '2020-04-08T07:40:53.169Z'; anything else as it stands. */
function momentOf(text: string): string {
  const match =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? +(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:\s*([AP])\.?M\.?)?$/i.exec(
      text.trim(),
    )
  if (!match) return text
  const [, month, day, year, hour, minute, second = '00', fraction = '', half] = match
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour)
  const two = (part: string | number) => String(part).padStart(2, '0')
  return `${year}-${two(month!)}-${two(day!)}T${two(hours)}:${minute}:${second}${fraction}Z`
}
