// A rule made ready for matching: its tree as functions over a record.

import { type FieldReader, readerFor } from './fields.ts'
import { compileKeyword } from './keywords.ts'
import { canSatisfy } from './readings.ts'
import type { Condition, FieldTest, LogSource, Selection, SigmaRule, ValueTest } from './rule.ts'
import { foldCase, plainText } from './text-pattern.ts'
import { compileValueTest, type ScalarTest } from './value-test.ts'

export interface CompiledRule {
  rule: SigmaRule
  matches(record: object): boolean
}

type Test = (record: object) => boolean

export function compileRule(rule: SigmaRule): CompiledRule {
  return { rule, matches: compileCondition(rule.detection.condition, rule.logsource) }
}

export function compileCondition(condition: Condition, logsource: LogSource | undefined): Test {
  switch (condition.kind) {
    case 'and':
      return every(condition.parts.map(part => compileCondition(part, logsource)))
    case 'or':
      return some(condition.parts.map(part => compileCondition(part, logsource)))
    case 'not': {
      const test = compileCondition(condition.part, logsource)
      return record => !test(record)
    }
    case 'selection':
      return compileSelection(condition.selection, logsource)
    case 'of': {
      const tests = condition.parts.map(part => compileSelection(part.selection, logsource))
      if (condition.quantity === 'all') return every(tests)
      if (condition.quantity === 1) return some(tests)
      const quantity = condition.quantity
      return record => tests.filter(test => test(record)).length >= quantity
    }
  }
}

export function compileSelection(selection: Selection, logsource: LogSource | undefined): Test {
  if (selection.kind === 'all') return every(selection.parts.map(part => compileSelection(part, logsource)))
  if (selection.kind === 'any') return some(selection.parts.map(part => compileSelection(part, logsource)))
  return compileFieldTest(selection, logsource)
}

function compileFieldTest(test: FieldTest, logsource: LogSource | undefined): Test {
  const positive = compilePositive(test, logsource)
  return test.negated ? record => !positive(record) : positive
}

function compilePositive(test: FieldTest, logsource: LogSource | undefined): Test {
  if (test.field === null) {
    const tests = test.values.map(value => compileKeyword(value, test.modifiers))
    return test.linked === 'all' ? every(tests) : some(tests)
  }
  const reader = readerFor(test.field, logsource)
  if (test.linked === 'all') return every(test.values.map(value => compileValues([value], reader, logsource)))
  return compileValues(test.values, reader, logsource)
}

function compileValues(values: ValueTest[], reader: FieldReader, logsource: LogSource | undefined): Test {
  const [first] = values
  if (first?.kind === 'exists') return record => reader.read(record).length > 0 === first.expected
  // A field that is not there counts as null, as it does wherever Sigma rules become queries.
  if (first?.kind === 'null') return record => reader.read(record).every(found => found === null)
  const matches = anyOf(values, logsource)
  const restricted = reader.restrict(reading => canSatisfy(reading, found => matches(found, {})))
  const seesJson = values.some(canMatchJson)
  const satisfies = (found: unknown, record: object) =>
    typeof found !== 'object' ? matches(found, record) : matchesAny(found, matches, record, seesJson)
  return record => restricted.some(record, satisfies)
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

/** Of a list any element may match; lists and objects also have their JSON text. */
export function matchesAny(found: unknown, matches: ScalarTest, record: object, seesJson = true): boolean {
  if (typeof found !== 'object' || found === null) return matches(found, record)
  if (Array.isArray(found)) {
    for (const item of found)
      if ((typeof item !== 'object' || item === null) && matches(item, record)) return true
  }
  return seesJson && matches(jsonText(found), record)
}

/** Writing a whole object as JSON is worth it only for values that such a text could satisfy. */
export function canMatchJson(value: ValueTest): boolean {
  if (value.kind === 'text') {
    const first = value.pattern[0]
    return typeof first === 'symbol' || first?.startsWith('[') === true || first?.startsWith('{') === true
  }
  return (
    value.kind === 'regex' ||
    value.kind === 'fieldref' ||
    (value.kind === 'alternatives' && value.tests.some(canMatchJson))
  )
}

export function jsonText(value: object): string {
  if (Array.isArray(value) && value.length === 0) return '[]'
  try {
    return JSON.stringify(value)
  } catch {
    // Nested deeper than the stack allows: no rule's text describes such a thing.
    return ''
  }
}

function every(tests: Test[]): Test {
  if (tests.length === 1) return tests[0]!
  return record => {
    for (const test of tests) if (!test(record)) return false
    return true
  }
}

function some(tests: Test[]): Test {
  if (tests.length === 1) return tests[0]!
  return record => {
    for (const test of tests) if (test(record)) return true
    return false
  }
}
