// A rule made ready for matching: its tree as functions over a record.

import { shapeOfRecord } from '../fields/current-record.ts'
import { type FieldReader, isKnownLog, readerFor } from '../fields/fields.ts'
import { canSatisfy } from '../fields/readings.ts'
import type { Shape } from '../fields/shapes.ts'
import type {
  Condition,
  FieldTest,
  LogSource,
  Selection,
  SigmaRule,
  TextPattern,
  ValueTest,
} from '../rule.ts'
import { compilePatterns, foldCase, plainText } from '../values/text-pattern.ts'
import { compileValueTest } from '../values/value-test.ts'
import { canMatchJson, type ScalarTest, type Wanted } from '../values/wanted.ts'
import { compileKeyword } from './keywords.ts'
import { requirementOf } from './requirement.ts'

export type Test = (record: object) => boolean

/** Made ready for records of one shape; true or false where the shape alone tells. */
export type Shaped = (shape: Shape) => Test | boolean

/** What is left to ask of a record once the index has offered the rule for it. */
export const compileOffered = (rule: SigmaRule): Shaped =>
  compileCondition(rule.detection.condition, rule.logsource, provenFor(rule))

/** Whether a test is known to be true of records of a shape. */
type Proven = (test: FieldTest, shape: Shape) => boolean

const never: Proven = () => false

/** What the index has found out when it offers the rule: the one test of those it asks for that the shape has a field for. */
function provenFor({ detection, logsource }: SigmaRule): Proven {
  const readerOf = (test: FieldTest) =>
    restrict(readerFor(test.field!, logsource), anyOf(test.values, logsource))
  // Of many rules few are ever offered.
  let asked: Map<FieldTest, FieldReader> | null = null
  return (test, shape) => {
    asked ??= new Map(requirementOf(detection.condition)?.tests?.map(each => [each, readerOf(each)]))
    const ways = asked.get(test)?.waysIn(shape) ?? 0
    if (ways === 0) return false
    for (const [other, reader] of asked) if (other !== test && reader.waysIn(shape) !== 0) return false
    return true
  }
}

/** For whatever record comes; to be kept for a shape where many do. */
export function forAll(shaped: Shaped): Test {
  return record => {
    const test = shaped(shapeOfRecord(record))
    return typeof test === 'boolean' ? test : test(record)
  }
}

export function compileCondition(
  condition: Condition,
  logsource: LogSource | undefined,
  isProven: Proven = never,
): Shaped {
  const part = (each: Condition) => compileCondition(each, logsource, isProven)
  const selection = (each: Selection) => compileSelection(each, logsource, isProven)
  switch (condition.kind) {
    case 'and':
      return every(condition.parts.map(part))
    case 'or':
      return some(condition.parts.map(part))
    case 'not':
      return not(part(condition.part))
    case 'selection':
      return selection(condition.selection)
    case 'of': {
      const parts = condition.parts.map(named => selection(named.selection))
      if (condition.quantity === 'all') return every(parts)
      if (condition.quantity === 1) return some(parts)
      const quantity = condition.quantity
      return shape => {
        const tests = parts.map(part => part(shape))
        return record =>
          tests.filter(test => (typeof test === 'boolean' ? test : test(record))).length >= quantity
      }
    }
  }
}

export function compileSelection(
  selection: Selection,
  logsource: LogSource | undefined,
  isProven: Proven = never,
): Shaped {
  const part = (each: Selection) => compileSelection(each, logsource, isProven)
  if (selection.kind === 'all') return every(selection.parts.map(part))
  if (selection.kind === 'any') return some(selection.parts.map(part))
  const positive = compilePositive(selection, logsource)
  if (selection.negated) return not(positive)
  return shape => isProven(selection, shape) || positive(shape)
}

function compilePositive(test: FieldTest, logsource: LogSource | undefined): Shaped {
  if (test.field === null) {
    const tests = test.values.map(value => {
      const keyword = compileKeyword(value, test.modifiers)
      return () => keyword
    })
    return test.linked === 'all' ? every(tests) : some(tests)
  }
  const reader = readerFor(test.field, logsource)
  if (test.linked === 'all') return every(test.values.map(value => compileValues([value], reader, logsource)))
  return compileValues(test.values, reader, logsource)
}

function compileValues(values: ValueTest[], reader: FieldReader, logsource: LogSource | undefined): Shaped {
  const [first] = values
  if (first?.kind === 'exists') return () => record => reader.read(record).length > 0 === first.expected
  if (first?.kind === 'null') return () => record => isNull(reader.read(record), logsource)
  const matches = anyOf(values, logsource)
  const restricted = restrict(reader, matches)
  const wanted: Wanted = { matches, seesJson: values.some(canMatchJson) }
  return shape => restricted.someIn(shape, wanted) ?? false
}

/** In logs that we know, what is null in one form is left out in another; elsewhere a field that is not there is not null. */
const isNull = (found: readonly unknown[], logsource: LogSource | undefined) =>
  found.every(value => value === null) && (found.length > 0 || isKnownLog(logsource))

/** Asks only where the log's words can mean what is wanted. */
function restrict(reader: FieldReader, matches: ScalarTest): FieldReader {
  return reader.restrict(reading => canSatisfy(reading, found => matches(found, {})))
}

/** Many plain texts are one look-up, and of many patterns all are tried on one text made ready for it. */
function anyOf(values: ValueTest[], logsource: LogSource | undefined): ScalarTest {
  const plain = new Set<string>()
  const patterns: TextPattern[] = []
  const tests: ScalarTest[] = []
  for (const value of values) {
    const isText = value.kind === 'text' && !value.cased
    const text = isText ? plainText(value.pattern) : null
    if (isText && text === null) patterns.push(value.pattern)
    else if (text !== null && values.length > 3) plain.add(foldCase(text))
    else tests.push(compileValueTest(value, logsource))
  }
  if (plain.size > 0 || patterns.length > 0) {
    const matches = compilePatterns(patterns)
    tests.unshift(found => {
      if (found === null) return false
      const folded = foldCase(String(found))
      return plain.has(folded) || matches(folded)
    })
  }
  if (tests.length === 1) return tests[0]!
  return (found, record) => {
    for (const test of tests) if (test(found, record)) return true
    return false
  }
}

const every = (parts: Shaped[]): Shaped => joined(parts, false)
const some = (parts: Shaped[]): Shaped => joined(parts, true)

/** One part that comes out as the decisive outcome decides for all. */
function joined(parts: Shaped[], decisive: boolean): Shaped {
  return shape => {
    const tests: Test[] = []
    for (const part of parts) {
      const test = part(shape)
      if (test === decisive) return decisive
      if (typeof test !== 'boolean') tests.push(test)
    }
    const [first, second] = tests
    if (second === undefined) return first ?? !decisive
    if (tests.length === 2) return record => (first!(record) === decisive ? decisive : second(record))
    return record => {
      for (let i = 0; i < tests.length; i++) if (tests[i]!(record) === decisive) return decisive
      return !decisive
    }
  }
}

function not(part: Shaped): Shaped {
  return shape => {
    const test = part(shape)
    return typeof test === 'boolean' ? !test : record => !test(record)
  }
}
