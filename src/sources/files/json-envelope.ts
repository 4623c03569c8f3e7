// What an object of a JSON text carries: whether it is a record itself, or an envelope around a list of records.
import type { MemberHead } from './json-member.ts'
import { CLOSE_LIST, OPEN, OPEN_LIST } from './json-window.ts'

/** Envelopes that hold records in a list, by the name of the list: Graph, Azure Monitor, Splunk, Elastic and others. */
const LIST_NAMES = new Set(['value', 'records', 'results', 'hits', 'tables', 'events'])
/** A value that has one of these is a record itself, whatever lists it holds. */
const RECORD_NAMES = new Set(['id', 'creationtime', 'createddatetime', 'operation', 'time', 'timegenerated'])

export interface ObjectFrame {
  kind: 'object'
  /** Undecided: perhaps a record, perhaps an envelope. */
  isDecided: boolean
  isTable: boolean
  hasRecordNames: boolean
  columns: string[] | null
}
export interface ListFrame {
  kind: 'list'
  holds: 'records' | 'tables' | 'rows'
  columns: string[] | null
}
export type Frame = ObjectFrame | ListFrame

export const objectFrame = ({
  isDecided,
  isTable,
}: {
  isDecided: boolean
  isTable: boolean
}): ObjectFrame => ({
  kind: 'object',
  isDecided,
  isTable,
  hasRecordNames: false,
  columns: null,
})

/** What to do with a member. The names of a table's columns are read, a list of records is entered, others passed over. */
export function memberUse(object: ObjectFrame, member: MemberHead): Frame | 'columns' | 'member' {
  const { opening, first } = member
  const name = member.name.toLowerCase()
  if (RECORD_NAMES.has(name)) object.hasRecordNames = true
  if (object.isTable) {
    if (name === 'columns') return 'columns'
    if (name === 'rows' && opening === OPEN_LIST)
      return { kind: 'list', holds: 'rows', columns: object.columns }
  } else if (LIST_NAMES.has(name) && !object.hasRecordNames) {
    if (opening === OPEN_LIST && (first === OPEN || first === CLOSE_LIST))
      return { kind: 'list', holds: name === 'tables' ? 'tables' : 'records', columns: null }
    if (name === 'hits' && opening === OPEN) return objectFrame({ isDecided: true, isTable: false })
  }
  return 'member'
}

/** `columns` as Log Analytics ({ name }) and its older form ({ ColumnName }) write them, or bare names. */
export function columnNames(columns: unknown): string[] {
  if (!Array.isArray(columns)) return []
  return columns.map(column =>
    typeof column === 'string' ? column : String(column?.name ?? column?.ColumnName ?? column?.Name ?? ''),
  )
}
