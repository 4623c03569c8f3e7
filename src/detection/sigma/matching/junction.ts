// Where probes meet: the values at one key of a record, and the rules that each of them could be for.
import { couldEndSo, type Ends, endsOf, newRecent, type Recent, recentPlace } from '../values/glance.ts'
import { foldCase } from '../values/text-pattern.ts'
import { exactOf, lengthsOf, longest, none, type Probe, rulesFor, wantsJson } from './probes.ts'

/** The probes that meet at one key of an object, and what is known of the values seen there. */
export interface Junction {
  key: string
  probes: Probe[]
  seen: Map<unknown, readonly number[]>
  lengths: Uint8Array | null
  exact: Map<string, readonly number[]> | null
  /** How the texts of `exact` begin and end. */
  ends: Ends | null
  recent: Recent<readonly number[]>
  /** For false and for true. */
  booleans: [readonly number[] | null, readonly number[] | null]
  /** The number met last, and what it is for. */
  number: number
  numberRules: readonly number[]
  /** Whether the JSON text of a list or an object could satisfy. */
  wantsJson: boolean
}

/** Values kept per junction: operations and result codes repeat, free text does not. */
const mostSeen = 20_000
const longestSeen = 300

export function newJunction(key: string, probes: Probe[]): Junction {
  const exact = exactOf(probes)
  return {
    key,
    probes,
    seen: new Map(),
    lengths: lengthsOf(probes),
    exact,
    ends: exact && endsOf(exact.keys()),
    recent: newRecent(),
    booleans: [null, null],
    number: Number.NaN,
    numberRules: none,
    wantsJson: probes.some(wantsJson),
  }
}

/** Adds the number of every rule that the value could be for. */
export function judge(value: unknown, junction: Junction, into: number[]): void {
  if (typeof value === 'string') judgeText(value, junction, into)
  else judgeOther(value, junction, into)
}

export function judgeText(value: string, junction: Junction, into: number[]): void {
  const { lengths, exact } = junction
  if (lengths !== null && lengths[Math.min(value.length, longest)] === 0) return
  let rules = none
  // Ids are new in every record: to remember each of them would cost more than it saves.
  if (exact !== null) {
    if (!couldEndSo(junction.ends!, value)) return
    rules = exact.get(foldCase(value)) ?? none
  } else rules = ofText(value, junction)
  for (let i = 0; i < rules.length; i++) into.push(rules[i]!)
}

export function judgeOther(value: unknown, junction: Junction, into: number[]): void {
  let rules = none
  if (typeof value === 'boolean')
    rules = junction.booleans[value ? 1 : 0] ??= rulesFor(value, junction.probes)
  else if (typeof value === 'number') {
    if (value !== junction.number) {
      junction.numberRules = junction.seen.get(value) ?? ofNew(value, junction)
      junction.number = value
    }
    rules = junction.numberRules
  } else if (typeof value === 'object') {
    if (value !== null && (junction.wantsJson || Array.isArray(value))) rules = ofNested(value, junction)
  } else if (value !== undefined) rules = rulesFor(value, junction.probes)
  for (let i = 0; i < rules.length; i++) into.push(rules[i]!)
}

function ofText(value: string, junction: Junction): readonly number[] {
  const { recent } = junction
  const place = recentPlace(value)
  const known = recent[place + 1] as readonly number[] | null
  if (known !== null && recent[place] === value) return known
  const rules = junction.seen.get(value) ?? ofNew(value, junction)
  if (value.length <= longestSeen) {
    recent[place] = value
    recent[place + 1] = rules
  }
  return rules
}

function ofNew(value: unknown, junction: Junction): readonly number[] {
  return keep(junction.seen, value, rulesFor(value, junction.probes))
}

export function keep(
  seen: Map<unknown, readonly number[]>,
  value: unknown,
  rules: readonly number[],
): readonly number[] {
  if (typeof value === 'string' && value.length > longestSeen) return rules
  if (seen.size >= mostSeen) seen.clear()
  seen.set(value, rules)
  return rules
}

function ofNested(value: object, junction: Junction): readonly number[] {
  if (junction.wantsJson) return rulesFor(value, junction.probes)
  // Each once: a list may hold the same a hundred thousand times.
  const rules = new Set<number>()
  for (const item of value as unknown[])
    if (typeof item !== 'object') for (const rule of rulesFor(item, junction.probes)) rules.add(rule)
  return [...rules]
}
