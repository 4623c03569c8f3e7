// One value of a rule against one value of a record.

import { readerFor } from '../fields/fields.ts'
import type { Comparison, LogSource, ValueTest } from '../rule.ts'
import { isInNetwork } from './cidr.ts'
import { compileExpression } from './regex.ts'
import { compilePattern, foldCase, plainText } from './text-pattern.ts'
import { timePart } from './time-part.ts'
import type { ScalarTest } from './wanted.ts'

/**
 * A test for a single value of a record. Text, numbers and booleans compare by their text, since one log writes 0 where
 * another writes "0"; null is neither text nor empty.
 */
export function compileValueTest(test: ValueTest, logsource: LogSource | undefined): ScalarTest {
  switch (test.kind) {
    case 'text': {
      const matches = compilePattern(test.pattern, test.cased)
      const plain = plainText(test.pattern)
      // Folding case keeps the length of what can become ASCII, and most texts differ in length already.
      if (plain !== null && !test.cased && /^[\0-\x7f]*$/.test(plain)) {
        const folded = foldCase(plain)
        return found =>
          typeof found === 'string'
            ? found.length === folded.length && (found === plain || foldCase(found) === folded)
            : isScalar(found) && String(found) === folded
      }
      if (test.cased) return found => isScalar(found) && matches(String(found))
      return found => isScalar(found) && matches(typeof found === 'string' ? foldCase(found) : String(found))
    }
    case 'number': {
      const text = isRounded(test.value) ? test.text : String(test.value)
      return found =>
        typeof found === 'number'
          ? found === test.value
          : typeof found === 'string' && (found === text || found.toLowerCase() === test.text)
    }
    case 'boolean':
      return found =>
        found === test.value || (typeof found === 'string' && found.toLowerCase() === String(test.value))
    case 'null':
      return found => found === null
    case 'exists':
      return () => test.expected
    case 'regex': {
      const expression = compileExpression(test.source, test.flags)
      return found => isScalar(found) && expression.test(String(found))
    }
    case 'cidr':
      return found => typeof found === 'string' && isInNetwork(found, test.network)
    case 'compare': {
      const compare = comparisons[test.operator]
      return found => {
        const value = toNumber(found)
        return value !== null && compare(value, test.value)
      }
    }
    case 'time': {
      const compare = comparisons[test.operator]
      return found => {
        const value = timePart(found, test.unit)
        return value !== null && compare(value, test.value)
      }
    }
    case 'alternatives': {
      const tests = test.tests.map(each => compileValueTest(each, logsource))
      return (found, record) => tests.some(each => each(found, record))
    }
    case 'fieldref': {
      const reader = readerFor(test.field, logsource)
      const fold = test.cased ? (text: string) => text : foldCase
      const compare = references[test.how]
      return (found, record) => {
        if (!isScalar(found)) return false
        const text = fold(String(found))
        return reader
          .read(record)
          .flatMap(other => (Array.isArray(other) ? other : [other]))
          .some(other => isScalar(other) && compare(text, fold(String(other))))
      }
    }
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const comparisons: Record<Comparison | 'eq', (a: number, b: number) => boolean> = {
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  eq: (a, b) => a === b,
}

const references = {
  equals: (a: string, b: string) => a === b,
  contains: (a: string, b: string) => a.includes(b),
  startswith: (a: string, b: string) => a.startsWith(b),
  endswith: (a: string, b: string) => a.endsWith(b),
}

/** As logs write numbers into text. 0x10 is rather an error's code, and Infinity a word. */
const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : null
}

/** Too large to be kept exactly: read as its neighbours are. */
export const isRounded = (number: number): boolean =>
  Number.isInteger(number) && !Number.isSafeInteger(number)
