// What a correlation sees of a record: the groups it belongs to and the values it counts.

import { recordTurn } from '../fields/current-record.ts'
import { readerFor } from '../fields/fields.ts'
import type { LogSource, SigmaRule } from '../rule.ts'
import { type Correlation, isCorrelation } from './correlation.ts'

export interface GroupName {
  key: string
  /** By field of `group-by`, as first seen. */
  values: Record<string, string>
}

export interface View {
  /** Usually one; several when a field holds a list. */
  groups: GroupName[]
  labels: string[]
  numbers: number[]
}

export interface Reading {
  correlation: Correlation
  /** The rule's place among its own; null for a rule of another correlation that it refers to. */
  member: number | null
  /** Of the record begun last (see current-record.ts). Null when it has no group, or not what is counted. */
  read(record: object): View | null
}

/** More than these come from no honest record, and all that are beyond are left out: mail has at most 1,000 recipients. */
const MOST_GROUPS = 1_000
const MOST_VALUES = 10_000

/** For a rule: every correlation it is part of, directly or through others, and how that reads the rule's records. */
export function createReadings(correlations: Correlation[]): (rule: SigmaRule) => Reading[] {
  const groupings = createGroupings()
  return rule =>
    correlations.flatMap(correlation => {
      const path = pathTo(rule, correlation)
      if (!path) return []
      const member = path.length === 1 ? correlation.members.indexOf(rule) : null
      return [{ correlation, member, read: createReading({ rule, correlation, path }, groupings) }]
    })
}

/** The members on the way from the correlation down to the rule, the rule last. */
function pathTo(rule: SigmaRule, correlation: Correlation): Array<SigmaRule | Correlation> | null {
  if (correlation.members.includes(rule)) return [rule]
  for (const member of correlation.members) {
    const below = isCorrelation(member) ? pathTo(rule, member) : null
    if (below) return [member, ...below]
  }
  return null
}

interface Part {
  rule: SigmaRule
  correlation: Correlation
  path: Array<SigmaRule | Correlation>
}

function createReading({ rule, correlation, path }: Part, groupings: Groupings) {
  const nearestFirst = path.toReversed()
  const fieldOf = (name: string) => {
    const fields = correlation.aliases.get(name)
    if (!fields) return name
    for (const { ruleId, name: ruleName } of nearestFirst)
      for (const [reference, field] of fields)
        if (reference === ruleId || reference === ruleName) return field
    return name
  }
  const { condition, groupBy, type } = correlation
  const groupsOf = groupings(groupBy, groupBy.map(fieldOf), rule.logsource)
  const isShare = type === 'value_percentile' && condition.kind === 'bounds' && condition.percentile === null
  const isNumeric = type.startsWith('value_') && type !== 'value_count' && !isShare
  const finder = (name: string) => createFinder(fieldOf(name), rule.logsource, { isEachCounted: isNumeric })
  const valueFinders = condition.kind === 'bounds' ? condition.fields.map(finder) : []
  const labelOf = remembered(values => [keyOf(values)])

  return (record: object): View | null => {
    const groups = groupsOf(record)
    if (!groups.length) return null
    const view: View = { groups, labels: NONE, numbers: NONE }
    if (!valueFinders.length) return view
    const lists = valueFinders.map(find => find(record))
    const counted = combine(lists, MOST_VALUES)
    if (isNumeric) view.numbers = counted.map(([text]) => Number(text)).filter(Number.isFinite)
    else view.labels = counted.length === 1 ? labelOf(counted[0]!) : [...new Set(counted.map(keyOf))]
    return view.numbers.length || view.labels.length ? view : null
  }
}

const NONE: never[] = []
const MOST_NAMES_KEPT = 10_000

type Groupings = (names: string[], fields: string[], logsource: LogSource) => (record: object) => GroupName[]

/** Most correlations group by the same few fields: of each record they are read once. */
function createGroupings(): Groupings {
  const made = new Map<string, (record: object) => GroupName[]>()
  return (names, fields, logsource) => {
    const key = JSON.stringify([names, fields, logsource])
    const known = made.get(key)
    if (known) return known
    const finders = fields.map(field => createFinder(field, logsource))
    const named = createNames(names)
    let readAt = 0
    let found: GroupName[] = NONE
    const read = (record: object): GroupName[] => {
      if (readAt === recordTurn()) return found
      const lists = finders.map(find => find(record))
      found = combine(lists, MOST_GROUPS).map(named)
      readAt = recordTurn()
      return found
    }
    made.set(key, read)
    return read
  }
}

/** The same object for the same group, however it is written: a correlator keeps one for each record. */
function createNames(groupBy: string[]) {
  const known = new Map<string, GroupName>()
  return remembered((values): GroupName => {
    const key = keyOf(values)
    const kept = known.get(key)
    if (kept) return kept
    const name = { key, values: Object.fromEntries(groupBy.map((field, place) => [field, values[place]!])) }
    if (known.size >= MOST_NAMES_KEPT) known.clear()
    known.set(key, name)
    return name
  })
}

interface Branch<T> {
  made: T | null
  next: Map<string, Branch<T>>
}

const newBranch = <T>(): Branch<T> => ({ made: null, next: new Map() })

/** What was made of values, found again by each of them as written: to make one key of them takes longer. */
function remembered<T>(make: (values: string[]) => T): (values: string[]) => T {
  let root = newBranch<T>()
  let count = 0
  return values => {
    let branch = root
    for (const value of values) {
      let next = branch.next.get(value)
      if (!next) {
        next = newBranch()
        branch.next.set(value, next)
      }
      branch = next
    }
    if (branch.made === null) {
      if (count++ >= MOST_NAMES_KEPT) {
        root = newBranch()
        count = 0
      }
      branch.made = make(values)
    }
    return branch.made
  }
}

const keyOf = (values: string[]) => JSON.stringify(values).toLowerCase()

/**
 * What stands under the field's own name, all of it when that is a list. A record that does not know the name has it
 * under another, and there the first counts: a log's map offers several readings of one and the same thing.
 */
function createFinder(
  field: string,
  logsource: LogSource,
  /** Of equal values each one, as in a sum; otherwise one stands for all. */
  { isEachCounted = false } = {},
): (record: object) => string[] {
  const own = readerFor(field)
  const mapped = readerFor(field, logsource)
  let first: unknown
  let count = 0
  const look = (value: unknown) => {
    if (count++ === 0) first = value
    return false
  }
  return record => {
    count = 0
    own.some(record, look)
    // Nearly always it is as simple as that.
    if (count === 1 && isPlain(first)) return [String(first)]
    const all = count === 0 ? NONE : own.read(record)
    const found = all.length === 0 ? all : all.flat()
    const plain = found.filter(isPlain)
    if (plain.length === 1) return [String(plain[0])]
    if (plain.length) return isEachCounted ? plain.map(String) : [...new Set(plain.map(String))]
    let other: unknown
    mapped.some(record, value => {
      other = Array.isArray(value) ? value.find(isPlain) : value
      return isPlain(other)
    })
    if (isPlain(other)) return [String(other)]
    return found
      .filter(value => typeof value === 'object' && value !== null)
      .map(value => JSON.stringify(value))
  }
}

const isPlain = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && typeof value !== 'object'

/** One of each list, in all ways there are; none when a list is empty. */
function combine(lists: string[][], most: number): string[][] {
  if (lists.every(list => list.length === 1)) return [lists.map(([only]) => only!)]
  let combinations: string[][] = [[]]
  for (const list of lists) {
    const longer: string[][] = []
    for (const before of combinations)
      for (const each of list) if (longer.length < most) longer.push([...before, each])
    combinations = longer
  }
  return combinations
}
