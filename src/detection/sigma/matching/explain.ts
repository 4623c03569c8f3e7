// Why a rule does or does not match a record: every part of it, with what was found.

import { readerFor } from '../fields/fields.ts'
import type { Condition, FieldTest, LogSource, Selection, SigmaRule, ValueTest } from '../rule.ts'
import { compileCondition, compileSelection, forAll } from './compile.ts'

export interface Explanation {
  matched: boolean
  kind: 'rule' | 'and' | 'or' | 'not' | 'of' | 'selection' | 'all' | 'any' | 'field' | 'value'
  /** The part in words: `selection`, `1 of filter_*`, `Operation|contains`, `'New-InboxRule'`. */
  says: string
  /** For fields: what the record has there; empty when it has nothing. Absent for keywords and all other parts. */
  found?: readonly unknown[]
  parts: Explanation[]
}

/** Nothing is cut short: parts that could not change the outcome are judged as well. */
export function explainRule(rule: SigmaRule, record: object): Explanation {
  const condition = explainCondition(rule.detection.condition, rule.logsource, record)
  return { matched: condition.matched, kind: 'rule', says: `${rule.title} (${rule.id})`, parts: [condition] }
}

function explainCondition(condition: Condition, logsource: LogSource, record: object): Explanation {
  const matched = forAll(compileCondition(condition, logsource))(record)
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.parts.map(part => explainCondition(part, logsource, record))
      return { matched, kind: condition.kind, says: condition.kind, parts }
    }
    case 'not':
      return {
        matched,
        kind: 'not',
        says: 'not',
        parts: [explainCondition(condition.part, logsource, record)],
      }
    case 'of': {
      const parts = condition.parts.map(part => explainCondition(part, logsource, record))
      return { matched, kind: 'of', says: `${condition.quantity} of ${condition.pattern}`, parts }
    }
    case 'selection': {
      const inside = explainSelection(condition.selection, logsource, record)
      // A map's fields stand right under the selection's name.
      const parts = inside.kind === 'all' ? inside.parts : [inside]
      return { matched, kind: 'selection', says: condition.name, parts }
    }
  }
}

function explainSelection(selection: Selection, logsource: LogSource, record: object): Explanation {
  if (selection.kind === 'field') return explainField(selection, logsource, record)
  const matched = forAll(compileSelection(selection, logsource))(record)
  const parts = selection.parts.map(part => explainSelection(part, logsource, record))
  return { matched, kind: selection.kind, says: selection.kind === 'all' ? 'all of' : 'any of', parts }
}

function explainField(test: FieldTest, logsource: LogSource, record: object): Explanation {
  const matched = forAll(compileSelection(test, logsource))(record)
  const parts = test.values.map((value): Explanation => {
    const alone: FieldTest = { ...test, linked: 'any', negated: false, values: [value] }
    return {
      matched: forAll(compileSelection(alone, logsource))(record),
      kind: 'value',
      says: sayValue(value),
      parts: [],
    }
  })
  const says = [test.field ?? 'keyword', ...test.modifiers].join('|')
  if (test.field === null) return { matched, kind: 'field', says, parts }
  return { matched, kind: 'field', says, found: readerFor(test.field, logsource).read(record), parts }
}

function sayValue(value: ValueTest): string {
  return value.kind === 'text' || value.kind === 'regex' ? `'${value.written}'` : value.written
}

const longestFound = 200

/** An indented outline: ✓ for what matched, ✗ for what did not. */
export function renderExplanation(explanation: Explanation): string {
  const lines: string[] = []
  const render = (part: Explanation, depth: number) => {
    const mark = part.matched ? '✓' : '✗'
    const found = part.found === undefined ? '' : ` — ${sayFound(part.found)}`
    lines.push(`${'  '.repeat(depth)}${mark} ${part.says}${found}`)
    for (const inner of part.parts) render(inner, depth + 1)
  }
  render(explanation, 0)
  return lines.join('\n')
}

function sayFound(found: readonly unknown[]): string {
  if (found.length === 0) return 'the record has no such field'
  const texts = found.map(value => {
    const text = JSON.stringify(value)
    return text.length > longestFound ? `${text.slice(0, longestFound)}…` : text
  })
  return `found ${texts.join(', ')}`
}
