// Keyword search: text without a field, looked for in every value of the record.
import { anyDash, anyOne, type ValueTest } from '../rule.ts'
import { withRuns } from '../values/text-pattern.ts'
import { compileValueTest } from '../values/value-test.ts'
import type { ScalarTest } from '../values/wanted.ts'

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
function someValue(record: object, satisfies: (found: unknown) => boolean): boolean {
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

/** Finds the rules whose keyword is somewhere in the record, in one walk for all of them. */
export function createKeywordIndex(needs: KeywordNeed[]): (record: object, found: number[]) => void {
  if (needs.length === 0) return () => {}
  const tests = needs.map(({ value, modifiers, rule }) => ({
    rule,
    test: keywordTest(value, modifiers.includes('startswith') || modifiers.includes('endswith')),
  }))
  const shortest = least(needs.map(need => shortestText(need.value)))
  const sieve = sieveFor(needs)
  return (record, found) => {
    someValue(record, value => {
      if (typeof value === 'string') {
        if (value.length < shortest || (sieve !== null && !sieve.test(value))) return false
      } else if (shortest > longestNumber) return false
      for (const { test, rule } of tests) if (test(value, record)) found.push(rule)
      return false
    })
  }
}

/** No number, and neither true nor false, has a longer text. */
const longestNumber = 25

/** One expression that no text with a keyword fails: what it lets through is then judged keyword by keyword. */
function sieveFor(needs: KeywordNeed[]): RegExp | null {
  const pieces: string[] = []
  for (const { value } of needs) {
    const literals = value.kind === 'text' ? value.pattern.filter(part => typeof part === 'string') : []
    const longest = literals.sort((a, b) => b.length - a.length)[0]
    if (longest === undefined || !isAscii(longest)) return null
    pieces.push(longest.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll('\\-', '-'))
  }
  return new RegExp([...new Set(pieces)].join('|'), 'iu')
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** Of however many: a call with each of them as an argument would have too many. */
const least = (numbers: number[]): number =>
  numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY)

/** No text shorter than this can hold the keyword. Folding case may shorten text, but never to less than a third. */
function shortestText(value: ValueTest): number {
  if (value.kind === 'alternatives') return least(value.tests.map(shortestText))
  if (value.kind === 'number') return 1
  if (value.kind !== 'text') return 0
  const length = value.pattern.reduce(
    (sum, part) =>
      sum + (typeof part === 'string' ? part.length : part === anyOne || part === anyDash ? 1 : 0),
    0,
  )
  return value.pattern.every(part => typeof part !== 'string' || isAscii(part))
    ? length
    : Math.floor(length / 3)
}
