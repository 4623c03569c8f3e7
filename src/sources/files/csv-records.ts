// Which export a CSV file is, told by its column titles, and the record in each of its rows.

import { cellsOf } from './csv.ts'
import type { RawRecord } from './record.ts'
import { columnName, fromRow } from './table.ts'
import { auditFault, completed, parseAudit } from './unwrap.ts'

interface Taker {
  record(record: RawRecord): void
  bad(reason: string): void
}

export type RowReader = (cells: string[], taker: Taker) => void

/** Columns by which a table of records is known, whichever product exported it. */
const MOMENTS = new Set([
  'timegenerated',
  'creationtime',
  'createddatetime',
  'activitydatetime',
  'creationdate',
  'time',
  'timestamp',
  '@timestamp',
  'detecteddatetime',
])

const PORTAL = new Set(['date (utc)', 'date', 'request id'])
/** Of these at least one: the portal's table of the steps of each sign-in, which names nobody, has none. */
const PORTAL_COLUMNS = new Set(['username', 'user id', 'service principal id', 'activity'])

/** Titles differ between versions in capitals and spaces ('Application ID ', 'Autonomous system  number'). */
const plainTitle = (title: string) => title.replace(/\s+/g, ' ').trim().toLowerCase()

/** Null when the titles are those of no export that holds records. */
export function rowReaderFor(titles: string[], separator: string): RowReader | null {
  const guarded = (read: RowReader) => guard(read, titles, separator)
  const plain = titles.map(plainTitle)
  const columns = titles.map(title => columnName(title.trim()))
  const auditData = plain.indexOf('auditdata')
  if (auditData !== -1) return guarded(auditRow(columns, auditData))
  // The Entra portal's own titles, for people, are left to whoever normalises: the record stays as it came.
  const isPortal = PORTAL.has(plain[0] ?? '') && plain.some(title => PORTAL_COLUMNS.has(title))
  if (isPortal) return guarded((cells, taker) => taker.record(titledRow(titles, cells)))
  const raw = plain.indexOf('_raw')
  if (raw !== -1) return guarded(jsonCell(raw))
  if (!columns.some(name => MOMENTS.has(name.toLowerCase()))) return null
  return guarded((cells, taker) => taker.record(fromRow(columns, cells)))
}

/** Rows with more or fewer cells than there are titles are broken, unless it is only empty ones at the end. */
function guard(read: RowReader, titles: string[], separator: string): RowReader {
  return (given, taker) => {
    // A spreadsheet program that divides by another sign has made one cell of the row, and quoted it.
    const isOneCell = given.length === 1 && titles.length > 1
    const cells = (isOneCell && cellsOf(given[0]!, separator)) || given
    if (cells.length < titles.length)
      return taker.bad(`the row has ${cells.length} of ${titles.length} columns`)
    if (cells.slice(titles.length).some(cell => cell.trim()))
      return taker.bad(`the row has ${cells.length} columns, the first line names ${titles.length}`)
    read(cells, taker)
  }
}

function auditRow(columns: string[], at: number): RowReader {
  const rest = columns.map((name, index) => (index === at ? '' : name))
  return (cells, taker) => {
    const text = cells[at]!
    const record = parseAudit(text)
    if (record === undefined) return taker.bad(auditFault(text))
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      return taker.bad('AuditData is not a record')
    taker.record(completed(record as RawRecord, fromRow(rest, cells)))
  }
}

/** Some titles stand twice; the first cell that says something counts. */
function titledRow(titles: string[], cells: string[]): RawRecord {
  const record: RawRecord = {}
  for (let at = 0; at < titles.length; at++)
    if (cells[at] && record[titles[at]!] === undefined) record[titles[at]!] = cells[at]
  return record
}

function jsonCell(at: number): RowReader {
  return (cells, taker) => {
    try {
      taker.record(JSON.parse(cells[at]!))
    } catch {
      taker.bad('_raw is not valid JSON')
    }
  }
}
