// Keyword search: text without a field, looked for in every value of the record.
import { anyDash, anyOne, type ValueTest } from './rule.ts'
import { withRuns } from './text-pattern.ts'
import { compileValueTest, type ScalarTest } from './value-test.ts'

/** A keyword may stand anywhere in a value, unless a modifier ties it to the value's beginning or end. */
export function compileKeyword(value: ValueTest, modifiers: string[]): (record: object) => boolean {
  const isTied = modifiers.includes('startswith') || modifiers.includes('endswith')
  const matches = keywordTest(value, isTied)
  return record => someValue(record, found => matches(found, record))
}

function keywordTest(value: ValueTest, isTied: boolean): ScalarTest {
  if (value.kind === 'alternatives') {
    const tests = value.tests.map(each => keywordTest(each, isTied))
    return (found, record) => tests.some(test => test(found, record))
  }
  if (value.kind === 'text' && !isTied) {
    return compileValueTest({ ...value, pattern: withRuns(value.pattern, true, true) }, undefined)
  }
  if (value.kind === 'number') {
    // 4625 is found in "event 4625", but not in 46250.
    const source = `(^|[^0-9.])${String(value.value).replace(/[.+]/g, '\\$&')}($|[^0-9])`
    return compileValueTest({ kind: 'regex', source, flags: '', written: value.written }, undefined)
  }
  return compileValueTest(value, undefined)
}

/** Every value in objects and lists, however deep: a record nested without end must not exhaust the stack. */
export function someValue(record: object, satisfies: (found: unknown) => boolean): boolean {
  const waiting: unknown[] = [record]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) {
      if (satisfies(value)) return true
    } else if (Array.isArray(value)) {
      for (const item of value) waiting.push(item)
    } else {
      for (const key in value) waiting.push((value as Record<string, unknown>)[key])
    }
  }
  return false
}

export interface KeywordNeed {
  value: ValueTest
  modifiers: string[]
  rule: number
}

/** Values kept with what is known of them: long ones that repeat, such as user agents. */
const mostSeen = 5000
const longestSeen = 500

/** Finds the rules whose keyword is somewhere in the record, in one walk for all of them. */
export function createKeywordIndex(
  needs: KeywordNeed[],
): (record: object, each: (rule: number) => void) => void {
  if (needs.length === 0) return () => {}
  const tests = needs.map(({ value, modifiers, rule }) => ({
    rule,
    test: keywordTest(value, modifiers.includes('startswith') || modifiers.includes('endswith')),
  }))
  const shortest = Math.min(...needs.map(need => shortestText(need.value)))
  const seen = new Map<string, readonly number[]>()
  const none: readonly number[] = []

  function rulesFor(value: unknown): readonly number[] {
    const rules = [...new Set(tests.filter(({ test }) => test(value, none)).map(({ rule }) => rule))]
    return rules.length === 0 ? none : rules
  }

  return (record, each) => {
    someValue(record, value => {
      let rules = none
      if (typeof value === 'string') {
        if (value.length < shortest) return false
        rules = seen.get(value) ?? rulesFor(value)
        if (value.length <= longestSeen) {
          if (seen.size >= mostSeen) seen.clear()
          seen.set(value, rules)
        }
      } else if (shortest <= 5 || (typeof value === 'number' && shortest < 25)) rules = rulesFor(value)
      for (const rule of rules) each(rule)
      return false
    })
  }
}

/** No text shorter than this can hold the keyword. Folding case may shorten text, but never to less than a third. */
function shortestText(value: ValueTest): number {
  if (value.kind === 'alternatives') return Math.min(...value.tests.map(shortestText))
  if (value.kind === 'number') return 1
  if (value.kind !== 'text') return 0
  const length = value.pattern.reduce(
    (sum, part) =>
      sum + (typeof part === 'string' ? part.length : part === anyOne || part === anyDash ? 1 : 0),
    0,
  )
  const isPlain = value.pattern.every(part => typeof part !== 'string' || /^[\0-\x7f]*$/.test(part))
  return isPlain ? length : Math.floor(length / 3)
}
