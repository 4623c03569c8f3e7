// What a rule wants of a field, and whether something that was found there is it.
import type { ValueTest } from '../rule.ts'

/** `found` is never undefined; lists and objects have been taken care of by the caller. */
export type ScalarTest = (found: unknown, record: object) => boolean

export interface Wanted {
  matches: ScalarTest
  /** Whether the JSON text of a list or an object could match. */
  seesJson: boolean
}

/** Lists and objects too; `found` is never undefined. */
export function satisfies({ matches, seesJson }: Wanted, found: unknown, record: object): boolean {
  return typeof found !== 'object' ? matches(found, record) : matchesAny(found, matches, record, seesJson)
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
