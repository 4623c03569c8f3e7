// What a correlation sees of a record: the groups it belongs to and the values it counts.
import { type Correlation, isCorrelation } from './correlation.ts'
import { recordTurn } from './current-record.ts'
import { readerFor } from './fields.ts'
import type { LogSource, SigmaRule } from './rule.ts'

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

/** More combinations than this come from no honest record. */
const MOST_GROUPS = 100

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
  const finder = (name: string) => createFinder(fieldOf(name), rule.logsource)
  const groupsOf = groupings(groupBy, groupBy.map(fieldOf), rule.logsource)
  const valueFinders = condition.kind === 'bounds' ? condition.fields.map(finder) : []
  const isShare = type === 'value_percentile' && condition.kind === 'bounds' && condition.percentile === null
  const alone = createLists()
  const isNumeric = valueFinders.length > 0 && type !== 'value_count' && !isShare

  return (record: object): View | null => {
    const groups = groupsOf(record)
    if (!groups.length) return null
    const view: View = { groups, labels: NONE, numbers: NONE }
    if (!valueFinders.length) return view
    const counted = combine(valueFinders.map(find => find(record)))
    if (isNumeric) view.numbers = counted.map(([text]) => Number(text)).filter(Number.isFinite)
    else view.labels = counted.length === 1 ? alone(keyOf(counted[0]!)) : [...new Set(counted.map(keyOf))]
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
      found = combine(finders.map(find => find(record))).map(named)
      readAt = recordTurn()
      return found
    }
    made.set(key, read)
    return read
  }
}

/** The same object for the same group: a correlator keeps one for each record. */
function createNames(groupBy: string[]) {
  const known = new Map<string, GroupName>()
  const nameOf = (values: string[]): GroupName => {
    const key = keyOf(values)
    const kept = known.get(key)
    if (kept) return kept
    const name = { key, values: Object.fromEntries(groupBy.map((field, place) => [field, values[place]!])) }
    if (known.size >= MOST_NAMES_KEPT) known.clear()
    known.set(key, name)
    return name
  }
  if (groupBy.length !== 1) return nameOf
  // Whoever is grouped by alone is found as written.
  const written = new Map<string, GroupName>()
  return (values: string[]): GroupName => {
    const kept = written.get(values[0]!)
    if (kept) return kept
    const name = nameOf(values)
    if (written.size >= MOST_NAMES_KEPT) written.clear()
    written.set(values[0]!, name)
    return name
  }
}

/** The same list for the same label: a correlator keeps one for each record. */
function createLists() {
  const known = new Map<string, string[]>()
  return (label: string): string[] => {
    const kept = known.get(label)
    if (kept) return kept
    const list = [label]
    if (known.size >= MOST_NAMES_KEPT) known.clear()
    known.set(label, list)
    return list
  }
}

const keyOf = (values: string[]) => JSON.stringify(values).toLowerCase()

/**
 * What stands under the field's own name, all of it when that is a list. A record that does not know the name has it
 * under another, and there the first counts: a log's map offers several readings of one and the same thing.
 */
function createFinder(field: string, logsource: LogSource): (record: object) => string[] {
  const own = readerFor(field)
  const mapped = readerFor(field, logsource)
  return record => {
    const all = own.read(record)
    // Nearly always it is as simple as that.
    if (all.length === 1 && isPlain(all[0])) return [String(all[0])]
    const found = all.length === 0 ? all : all.flat()
    const plain = found.filter(isPlain)
    if (plain.length === 1) return [String(plain[0])]
    if (plain.length) return [...new Set(plain.map(String))]
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
function combine(lists: string[][]): string[][] {
  if (lists.every(list => list.length === 1)) return [lists.map(([only]) => only!)]
  let combinations: string[][] = [[]]
  for (const list of lists)
    combinations = combinations.flatMap(before => list.map(each => [...before, each])).slice(0, MOST_GROUPS)
  return combinations
}
