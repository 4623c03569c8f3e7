// What rules ask of one place in a record, gathered: which rules does a value found there satisfy?
import type { FieldReader } from '../fields/fields.ts'
import { canSatisfy, interpret, lengthsFor, textsMeaning } from '../fields/readings.ts'
import { isPlainObject, type Place } from '../fields/steps.ts'
import type { ValueTest } from '../rule.ts'
import { foldCase, plainText } from '../values/text-pattern.ts'
import { compileValueTest, isRounded } from '../values/value-test.ts'
import { canMatchJson, jsonText, matchesAny, type ScalarTest } from '../values/wanted.ts'

/** Something a rule needs of a field; `rule` is its number in the rule set. */
export interface IndexedNeed {
  reader: FieldReader
  value: ValueTest
  rule: number
}

/** All needs that read one place in the same way. */
export interface Probe {
  id: number
  place: Place
  /** Rules by the exact text they ask for, folded. */
  exact: Map<string, number[]>
  tests: Array<{ test: ScalarTest; rule: number; seesJson: boolean }>
}

export const none: readonly number[] = []
export const longest = 255

/** The rules whose need this value satisfies, by whichever probe. */
export function rulesFor(value: unknown, probes: Probe[]): readonly number[] {
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

export function collectProbes(needs: IndexedNeed[]): Probe[] {
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
  // Of a number too large to be kept exactly its text says more than it does: see value-test.ts.
  if (value.kind === 'number') return isRounded(value.value) ? null : [String(value.value), value.text]
  if (value.kind === 'boolean') return [String(value.value)]
  if (value.kind !== 'text') return null
  const plain = plainText(value.pattern)
  return plain === null ? null : [foldCase(plain)]
}

/** 1 at every length (255: or more) that a satisfying text can have; null when any length could satisfy. */
export function lengthsOf(probes: Probe[]): Uint8Array | null {
  const lengths = new Uint8Array(longest + 1)
  for (const { place, exact, tests } of probes) {
    const possible = tests.length > 0 ? null : lengthsFor(place.reading, exact.keys())
    if (possible === null) return null
    for (const length of possible) lengths[Math.min(length, longest)] = 1
  }
  return lengths
}

/** Where a text satisfies by being one of a few, one look-up answers: rules by those texts, folded. */
export function exactOf(probes: Probe[]): Map<string, readonly number[]> | null {
  const merged = new Map<string, readonly number[]>()
  for (const { place, exact, tests } of probes) {
    if (tests.length > 0) return null
    for (const [text, rules] of exact) {
      const written = place.reading === null ? [text] : textsMeaning(text, place.reading)
      if (written === null) return null
      for (const each of written) merged.set(each, [...new Set([...(merged.get(each) ?? none), ...rules])])
    }
  }
  return merged
}

export function wantsJson({ place, exact, tests }: Probe): boolean {
  if (place.isInsideOnly) return false
  return (
    tests.some(({ seesJson }) => seesJson) ||
    [...exact.keys()].some(text => text.startsWith('[') || text.startsWith('{'))
  )
}
