// A rule made ready for matching: its tree as functions over a record.

import { shapeOfRecord } from './current-record.ts'
import { type FieldReader, readerFor } from './fields.ts'
import { compileKeyword } from './keywords.ts'
import { canSatisfy } from './readings.ts'
import { soleTest } from './requirement.ts'
import type { Condition, FieldTest, LogSource, Selection, SigmaRule, ValueTest } from './rule.ts'
import type { Shape } from './shapes.ts'
import { foldCase, plainText } from './text-pattern.ts'
import { compileValueTest } from './value-test.ts'
import { canMatchJson, type ScalarTest, type Wanted } from './wanted.ts'

export interface CompiledRule {
  /** By itself, whatever the index says. */
  matches(record: object): boolean
  /** What is left to ask of a record of this shape once the index has offered the rule for it. */
  offered(shape: Shape): Test | boolean
}

export type Test = (record: object) => boolean

/** Made ready for records of one shape; true or false where the shape alone tells. */
type Shaped = (shape: Shape) => Test | boolean

export function compileRule(rule: SigmaRule): CompiledRule {
  const sole = soleTest(rule.detection.condition)
  const reader = sole && restrict(readerFor(sole.field!, rule.logsource), anyOf(sole.values, rule.logsource))
  const shaped = compileCondition(rule.detection.condition, rule.logsource)
  return {
    matches: forAll(shaped),
    offered: shape => reader?.isSimpleIn(shape) || shaped(shape),
  }
}

/** For whatever record comes; to be kept for a shape where many do. */
export function forAll(shaped: Shaped): Test {
  return record => {
    const test = shaped(shapeOfRecord(record))
    return typeof test === 'boolean' ? test : test(record)
  }
}

export function compileCondition(condition: Condition, logsource: LogSource | undefined): Shaped {
  switch (condition.kind) {
    case 'and':
      return every(condition.parts.map(part => compileCondition(part, logsource)))
    case 'or':
      return some(condition.parts.map(part => compileCondition(part, logsource)))
    case 'not':
      return not(compileCondition(condition.part, logsource))
    case 'selection':
      return compileSelection(condition.selection, logsource)
    case 'of': {
      const parts = condition.parts.map(part => compileSelection(part.selection, logsource))
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

export function compileSelection(selection: Selection, logsource: LogSource | undefined): Shaped {
  if (selection.kind === 'all') return every(selection.parts.map(part => compileSelection(part, logsource)))
  if (selection.kind === 'any') return some(selection.parts.map(part => compileSelection(part, logsource)))
  return compileFieldTest(selection, logsource)
}

function compileFieldTest(test: FieldTest, logsource: LogSource | undefined): Shaped {
  const positive = compilePositive(test, logsource)
  return test.negated ? not(positive) : positive
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
  // A field that is not there counts as null, as it does wherever Sigma rules become queries.
  if (first?.kind === 'null') return () => record => reader.read(record).every(found => found === null)
  const matches = anyOf(values, logsource)
  const restricted = restrict(reader, matches)
  const wanted: Wanted = { matches, seesJson: values.some(canMatchJson) }
  return shape => restricted.someIn(shape, wanted) ?? false
}

/** Asks only where the log's words can mean what is wanted. */
function restrict(reader: FieldReader, matches: ScalarTest): FieldReader {
  return reader.restrict(reading => canSatisfy(reading, found => matches(found, {})))
}

/** Many plain texts are one look-up. */
function anyOf(values: ValueTest[], logsource: LogSource | undefined): ScalarTest {
  const plain = new Set<string>()
  const tests: ScalarTest[] = []
  for (const value of values) {
    const text = value.kind === 'text' && !value.cased && values.length > 3 ? plainText(value.pattern) : null
    if (text !== null) plain.add(foldCase(text))
    else tests.push(compileValueTest(value, logsource))
  }
  if (plain.size > 0) tests.unshift(found => found !== null && plain.has(foldCase(String(found))))
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
