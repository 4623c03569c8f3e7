// The index: from a record to the few rules that could match it, at a cost that does not grow with the rules.
import { canMatchJson, jsonText, matchesAny } from './compile.ts'
import { type FieldReader, isPlainObject, type Place } from './fields.ts'
import { collect, parseEmbedded } from './paths.ts'
import { canSatisfy, interpret } from './readings.ts'
import type { ValueTest } from './rule.ts'
import { type Shape, shapeOf } from './shapes.ts'
import { foldCase, plainText } from './text-pattern.ts'
import { compileValueTest, type ScalarTest } from './value-test.ts'

/** Something a rule needs of a field; `rule` is its number in the rule set. */
export interface IndexedNeed {
  reader: FieldReader
  value: ValueTest
  rule: number
}

/** All needs that read one place in the same way. */
interface Probe {
  id: number
  place: Place
  /** Rules by the exact text they ask for, folded. */
  exact: Map<string, number[]>
  tests: Array<{ test: ScalarTest; rule: number; seesJson: boolean }>
}

/** The probes that meet at one key of an object, and what is known of the values seen there. */
interface Junction {
  key: string
  probes: Probe[]
  seen: Map<unknown, readonly number[]>
  /** Bit n is set when a text of n characters (31: or more) could satisfy; all bits when lengths tell nothing. */
  lengths: number
  /** Whether the JSON text of a list or an object could satisfy. */
  wantsJson: boolean
}

interface Plan {
  junctions: Junction[]
  /** Keys that have to be gone into, with the probes that go there. */
  below: Below[]
}

interface Below {
  key: string
  probes: Array<{ probe: Probe; from: number }>
  plans: Map<Shape, Plan>
  /** For JSON kept as text. */
  seen: Map<unknown, readonly number[]>
}

const none: readonly number[] = []
/** Values kept per junction: operations and result codes repeat, free text does not. */
const mostSeen = 20_000
const longestSeen = 300

export interface CandidateIndex {
  /** Calls back once or more for every rule that could match. */
  forEach(record: object, shape: Shape, each: (rule: number) => void): void
}

export function createCandidateIndex(needs: IndexedNeed[]): CandidateIndex {
  const probes = collectProbes(needs)
  const junctions = new Map<string, Junction>()
  let plans = new Map<Shape, Plan>()

  function junctionAt(key: string, met: Probe[]): Junction {
    const id = met.map(probe => probe.id).join(',')
    let junction = junctions.get(id)
    if (junction === undefined) {
      junction = {
        key,
        probes: met,
        seen: new Map(),
        lengths: lengthsOf(met),
        wantsJson: met.some(wantsJson),
      }
      junctions.set(id, junction)
    }
    return junction.key === key ? junction : { ...junction, key }
  }

  function makePlan(shape: Shape, wanted: Array<{ probe: Probe; from: number }>): Plan {
    const here = new Map<string, Probe[]>()
    const below = new Map<string, Array<{ probe: Probe; from: number }>>()
    for (const { probe, from } of wanted) {
      // Every way of splitting the rest into keys is followed: the index may offer too much, never too little.
      probe.place.path.joined[from]!.forEach((name, n, all) => {
        const keys = new Set([shape.has(name) ? name : undefined, shape.spelling(name)])
        for (const key of keys) {
          if (key === undefined) continue
          if (n === all.length - 1) here.set(key, [...(here.get(key) ?? []), probe])
          else below.set(key, [...(below.get(key) ?? []), { probe, from: from + n + 1 }])
        }
      })
    }
    return {
      junctions: [...here].map(([key, met]) => junctionAt(key, met)),
      below: [...below].map(([key, inside]) => ({ key, probes: inside, plans: new Map(), seen: new Map() })),
    }
  }

  const everything = probes.map(probe => ({ probe, from: 0 }))

  function follow(object: object, plan: Plan, each: (rule: number) => void): void {
    const record = object as Record<string, unknown>
    for (const junction of plan.junctions) {
      const value = record[junction.key]
      let rules = none
      if (typeof value === 'string') {
        if ((junction.lengths & (1 << Math.min(value.length, 31))) === 0) continue
        rules = junction.seen.get(value) ?? ofNew(value, junction)
      } else if (typeof value === 'object') {
        if (value !== null && (junction.wantsJson || Array.isArray(value))) rules = ofNested(value, junction)
      } else rules = junction.seen.get(value) ?? ofNew(value, junction)
      for (let i = 0; i < rules.length; i++) each(rules[i]!)
    }
    for (const branch of plan.below) {
      const value = record[branch.key]
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        const shape = shapeOf(value)
        let inner = branch.plans.get(shape)
        if (inner === undefined) {
          if (branch.plans.size > 5000) branch.plans.clear()
          inner = makePlan(shape, branch.probes)
          branch.plans.set(shape, inner)
        }
        follow(value, inner, each)
      } else if (typeof value === 'string') {
        const first = value.charCodeAt(0)
        if (first !== 123 && first !== 91) continue
        const rules =
          branch.seen.get(value) ?? keep(branch.seen, value, rulesInside(parseEmbedded(value), branch))
        for (let i = 0; i < rules.length; i++) each(rules[i]!)
      } else if (Array.isArray(value) && value.length > 0) {
        const rules = rulesInside(value, branch)
        for (let i = 0; i < rules.length; i++) each(rules[i]!)
      }
    }
  }

  return {
    forEach(record, shape, each) {
      let plan = plans.get(shape)
      if (plan === undefined) {
        if (plans.size > 5000) plans = new Map()
        plan = makePlan(shape, everything)
        plans.set(shape, plan)
      }
      follow(record, plan, each)
    },
  }
}

function ofNew(value: unknown, junction: Junction): readonly number[] {
  return value === undefined ? none : keep(junction.seen, value, rulesFor(value, junction.probes))
}

function keep(
  seen: Map<unknown, readonly number[]>,
  value: unknown,
  rules: readonly number[],
): readonly number[] {
  if (typeof value === 'string' && value.length > longestSeen) return rules
  if (seen.size >= mostSeen) seen.clear()
  seen.set(value, rules)
  return rules
}

/** For lists and JSON text: what each probe finds in them. */
function rulesInside(value: unknown, branch: Below): readonly number[] {
  let rules: readonly number[] = none
  for (const { probe, from } of branch.probes) {
    const found: unknown[] = []
    collect(value, probe.place.path, found, false, from)
    for (const item of found) {
      const more = rulesFor(item, [probe])
      if (more.length > 0) rules = [...rules, ...more]
    }
  }
  return rules
}

function ofNested(value: object, junction: Junction): readonly number[] {
  if (junction.wantsJson) return rulesFor(value, junction.probes)
  let rules: readonly number[] = none
  for (const item of value as unknown[]) {
    if (typeof item === 'object') continue
    const more = junction.seen.get(item) ?? ofNew(item, junction)
    if (more.length > 0) rules = [...rules, ...more]
  }
  return rules
}

function lengthsOf(probes: Probe[]): number {
  let lengths = 0
  for (const { place, exact, tests } of probes) {
    if (place.reading !== null || tests.length > 0) return -1
    for (const text of exact.keys()) {
      // The one letter that becomes longer when its case is folded (U+0130) leaves this behind.
      if (text.includes('\u0307')) return -1
      lengths |= 1 << Math.min(text.length, 31)
    }
  }
  return lengths
}

function wantsJson({ place, exact, tests }: Probe): boolean {
  if (place.isInsideOnly) return false
  return (
    tests.some(({ seesJson }) => seesJson) ||
    [...exact.keys()].some(text => text.startsWith('[') || text.startsWith('{'))
  )
}

/** The rules whose need this value satisfies, by whichever probe. */
function rulesFor(value: unknown, probes: Probe[]): readonly number[] {
  const rules = new Set<number>()
  for (const probe of probes) {
    const { reading, isInsideOnly } = probe.place
    if (isInsideOnly && isPlainObject(value)) continue
    const meant: unknown[] = []
    if (reading === null) meant.push(value)
    else interpret(value, reading, meant)
    for (const each of meant) {
      for (const text of textsOf(each)) for (const rule of probe.exact.get(text) ?? none) rules.add(rule)
      for (const { test, rule, seesJson } of probe.tests) {
        if (!rules.has(rule) && matchesAny(each, test, {}, seesJson)) rules.add(rule)
      }
    }
  }
  return rules.size === 0 ? none : [...rules]
}

function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [foldCase(String(value))]
  const items = Array.isArray(value)
    ? value.filter(item => typeof item !== 'object').map(item => foldCase(String(item)))
    : []
  return [...items, foldCase(jsonText(value))]
}

function collectProbes(needs: IndexedNeed[]): Probe[] {
  const probes = new Map<string, Probe>()
  const readingIds = new Map<object, number>()
  for (const { reader, value, rule } of needs) {
    const test = compileValueTest(value, undefined)
    for (const place of reader.places) {
      const { reading } = place
      if (reading !== null && !canSatisfy(reading, found => test(found, {}))) continue
      let readingId = 0
      if (reading !== null && typeof reading === 'object') {
        readingId = readingIds.get(reading) ?? readingIds.size + 1
        readingIds.set(reading, readingId)
      }
      const key = `${readingId} ${place.isInsideOnly} ${place.path.name}`
      let probe = probes.get(key)
      if (probe === undefined) {
        probe = { id: probes.size, place, exact: new Map(), tests: [] }
        probes.set(key, probe)
      }
      register(probe, value, rule)
    }
  }
  return [...probes.values()]
}

function register(probe: Probe, value: ValueTest, rule: number): void {
  const texts = exactTexts(value)
  if (texts === null) {
    probe.tests.push({ test: compileValueTest(value, undefined), rule, seesJson: canMatchJson(value) })
    return
  }
  for (const text of texts) {
    const rules = probe.exact.get(text)
    if (rules === undefined) probe.exact.set(text, [rule])
    else if (!rules.includes(rule)) rules.push(rule)
  }
}

/** The folded texts that satisfy a value exactly; null when only a test can tell. */
function exactTexts(value: ValueTest): string[] | null {
  if (value.kind === 'number') return [String(value.value), value.text]
  if (value.kind === 'boolean') return [String(value.value)]
  if (value.kind !== 'text') return null
  const plain = plainText(value.pattern)
  return plain === null ? null : [foldCase(plain)]
}
