// Records out of what carried them: envelopes of Graph, Azure Monitor, Log Analytics, PowerShell, Elastic and Splunk.
import { columnNames } from './json-envelope.ts'
import { fromPowerShell } from './powershell.ts'
import type { RawRecord } from './record.ts'
import { fromRow } from './table.ts'

interface Taker {
  record(record: RawRecord): void
  bad(reason: string): void
}

/** How deep envelopes may stand in each other. */
const DEEPEST = 6

const isObject = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function unwrap(value: unknown, taker: Taker, depth = 0): void {
  if (depth > DEEPEST) taker.bad('too many envelopes within each other')
  else if (Array.isArray(value)) for (const each of value) unwrap(each, taker, depth + 1)
  else if (!isObject(value)) taker.bad('not a record: it is no object')
  else if (isPlainRecord(value)) taker.record(value)
  else {
    const audit = value.AuditData ?? value.auditData
    const tables = value.tables ?? value.Tables
    if (audit !== undefined && audit !== null) unwrapAudit(value, audit, taker, depth)
    else if (Array.isArray(tables) && !hasMoment(value)) unwrapTables(tables, taker)
    else {
      const inner = insideOf(value)
      if (inner === undefined) taker.record(fromPowerShell(value))
      else if (typeof inner === 'string') unwrapText(inner, taker, depth)
      else unwrap(inner, taker, depth + 1)
    }
  }
}

/** Most are, and for a million of them it matters that two looks are enough. */
function isPlainRecord(value: RawRecord): boolean {
  if (value.CreationTime !== undefined) return value.Operation !== undefined && value.AuditData === undefined
  if (value.createdDateTime !== undefined) return value.auditData === undefined && value.status !== undefined
  if (value.TimeGenerated !== undefined) return value.AuditData === undefined
  return value.activityDateTime !== undefined || (value.time !== undefined && value.category !== undefined)
}

/** What an envelope carries, as text when it is still to be parsed; undefined when the value is the record itself. */
function insideOf(value: RawRecord): RawRecord | unknown[] | string | undefined {
  const inner = value.record ?? value._source ?? value.result
  if (isObject(inner)) return inner
  const list = value.value ?? value.records ?? value.Records ?? value.results ?? value.events
  // A list beside a moment is the record's own.
  if (Array.isArray(list) && list.every(isObject) && !hasMoment(value)) return list
  const { hits } = value
  if (Array.isArray(hits) && !hasMoment(value)) return hits
  if (isObject(hits) && Array.isArray(hits.hits)) return hits.hits
  return textOf(value)
}

/** PowerShell's and Purview's rows, and Graph's auditLogQuery: the record itself is inside. */
function unwrapAudit(row: RawRecord, audit: unknown, taker: Taker, depth: number): void {
  const record = typeof audit === 'string' ? parseAudit(audit) : audit
  if (record === undefined) {
    taker.bad(auditFault(audit as string))
    return
  }
  if (!isObject(record)) taker.bad('AuditData is not a record')
  else if (record.AuditData !== undefined) unwrap(record, taker, depth + 1)
  else taker.record(completed(record, row))
}

/** Programs that pass a CSV on may quote what is quoted already. Undefined when it is no JSON even so. */
export function parseAudit(text: string): unknown {
  let quoted = text.trim()
  for (let layers = 0; layers < QUOTED_AGAIN; layers++) {
    try {
      const value: unknown = JSON.parse(quoted)
      if (typeof value !== 'string') return value
      quoted = value
    } catch {
      const isEnclosed = quoted.length > 1 && quoted.startsWith('"') && quoted.endsWith('"')
      quoted = (isEnclosed ? quoted.slice(1, -1) : quoted).replaceAll('""', '"')
    }
  }
  return undefined
}
const QUOTED_AGAIN = 4

/** What spreadsheets cut a cell to; an export that went through one has lost the rest of the record. */
const LONGEST_CELL = 32_767

export function auditFault(text: string): string {
  if (!text.trim()) return 'AuditData is empty'
  return text.length >= LONGEST_CELL && text.length <= LONGEST_CELL + 1
    ? 'AuditData is cut off at 32,767 characters, as spreadsheet programs do: export it again, and do not save it from one'
    : 'AuditData is not valid JSON'
}

/** The few facts that stand in the row as well, should the record lack them. */
export function completed(record: RawRecord, row: RawRecord): RawRecord {
  const fill = (name: string, ...columns: string[]) => {
    if (record[name] !== undefined) return
    const column = columns.find(each => row[each] !== undefined && row[each] !== null && row[each] !== '')
    if (column) record[name] = row[column]
  }
  fill('Id', 'RecordId', 'Identity', 'Id', 'id')
  fill('CreationTime', 'CreationDate', 'CreationTime', 'createdDateTime')
  fill('Operation', 'Operation', 'Operations', 'operation')
  fill('UserId', 'UserId', 'UserIds', 'userId', 'userPrincipalName')
  fill('RecordType', 'RecordType', 'auditLogRecordType')
  return record
}

/** Log Analytics' answer: each table its columns, each row a list of values. */
function unwrapTables(tables: unknown[], taker: Taker): void {
  for (const table of tables) {
    if (!isObject(table)) {
      taker.bad('not a table')
      continue
    }
    const columns = columnNames(table.columns ?? table.Columns)
    const rows = table.rows ?? table.Rows
    if (!Array.isArray(rows)) taker.bad('a table without rows')
    else for (const row of rows) unwrapRow(row, columns, taker)
  }
}

export function unwrapRow(row: unknown, columns: string[], taker: Taker): void {
  if (!Array.isArray(row)) taker.bad('a row that is no list of values')
  else if (!columns.length) taker.bad('a row of a table whose columns are not named before it')
  else unwrap(fromRow(columns, row), taker, DEEPEST - 1)
}

/** Splunk's _raw, Elastic's event.original, and shippers that put the whole record into `message`. */
function textOf(value: RawRecord): string | undefined {
  const { event } = value
  for (const text of [value._raw, isObject(event) ? event.original : undefined, value.message])
    if (typeof text === 'string' && text.length > 1 && text[0] === '{') return text
  return undefined
}

function unwrapText(text: string, taker: Taker, depth: number): void {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    taker.bad('the record inside is not valid JSON')
    return
  }
  unwrap(value, taker, depth + 1)
}

function hasMoment(value: RawRecord): boolean {
  return (
    value.CreationTime !== undefined ||
    value.createdDateTime !== undefined ||
    value.TimeGenerated !== undefined ||
    value.time !== undefined ||
    value.activityDateTime !== undefined
  )
}
