// What must at least be true of one field for a rule to match: the cheapest thing to ask first.

import type { Condition, FieldTest, Selection, ValueTest } from '../rule.ts'
import { plainText } from '../values/text-pattern.ts'

/** The rule can only match when one of these holds of the field it names. */
interface Need {
  /** Null for a keyword. */
  field: string | null
  value: ValueTest
  modifiers: string[]
}

export interface Requirement {
  needs: Need[]
  /** Where one of the needs is satisfied, one of these is true; null where more would have to be asked. */
  tests: FieldTest[] | null
  /** How many records are expected to satisfy it: lower is better. */
  cost: number
}

/** Null when nothing about a single field is certain, as with negations. */
export function requirementOf(condition: Condition): Requirement | null {
  switch (condition.kind) {
    case 'and':
      return cheapest(condition.parts.map(requirementOf))
    case 'or':
      return union(condition.parts.map(requirementOf))
    case 'not':
      return null
    case 'selection':
      return ofSelection(condition.selection)
    case 'of': {
      const parts = condition.parts.map(part => ofSelection(part.selection))
      return condition.quantity === 'all' ? cheapest(parts) : union(parts)
    }
  }
}

function ofSelection(selection: Selection): Requirement | null {
  if (selection.kind === 'all') return cheapest(selection.parts.map(ofSelection))
  if (selection.kind === 'any') return union(selection.parts.map(ofSelection))
  return ofFieldTest(selection)
}

function ofFieldTest(test: FieldTest): Requirement | null {
  const { field } = test
  if (test.negated) return null
  const parts = test.values.map((value): Requirement | null => {
    const cost = costOf(value)
    if (cost === null) return null
    // The index finds texts whatever their case, and keywords at no field.
    const isAllAsked = field !== null && !(value.kind === 'text' && value.cased)
    return {
      needs: [{ field, value, modifiers: test.modifiers }],
      tests: isAllAsked ? [test] : null,
      cost: cost * fieldCost(field),
    }
  })
  if (test.linked === 'any') return union(parts)
  const best = cheapest(parts)
  return best && { ...best, tests: parts.length === 1 ? best.tests : null }
}

function cheapest(parts: Array<Requirement | null>): Requirement | null {
  return parts.reduce(
    (best, part) => (best === null || (part !== null && part.cost < best.cost) ? part : best),
    null,
  )
}

function union(parts: Array<Requirement | null>): Requirement | null {
  if (parts.length === 0 || parts.includes(null)) return null
  const known = parts as Requirement[]
  return {
    needs: known.flatMap(part => part.needs),
    tests: known.some(part => part.tests === null) ? null : [...new Set(known.flatMap(part => part.tests!))],
    cost: known.reduce((sum, part) => sum + part.cost, 0),
  }
}

/** What most records say: it tells little, however few values are asked for. */
const common = new Set([
  '',
  '0',
  '1',
  'true',
  'false',
  'success',
  'sucess',
  'succeeded',
  'failure',
  'usermanagement',
  'rolemanagement',
  'policy',
  'administrative',
  'core directory',
  'singlefactorauthentication',
  'multifactorauthentication',
  'sign-ins',
  'inbound',
  'exchange',
  'sharepoint',
  'azureactivedirectory',
  'userloggedin',
  '[]',
])

function costOf(value: ValueTest): number | null {
  switch (value.kind) {
    case 'text': {
      const plain = plainText(value.pattern)
      if (plain !== null) return common.has(plain.toLowerCase()) ? 100 : 1
      // The longer the text that has to be there, the fewer records have it.
      const longest = Math.max(0, ...value.pattern.map(part => (typeof part === 'string' ? part.length : 0)))
      return 5 + 100 / (longest + 0.5)
    }
    case 'number':
      return common.has(String(value.value)) ? 100 : 1
    case 'boolean':
      return 150
    case 'regex':
    case 'cidr':
      return 30
    case 'compare':
    case 'time':
      return 200
    case 'alternatives':
      return value.tests.reduce<number | null>((sum, test) => {
        const cost = costOf(test)
        return sum === null || cost === null ? null : sum + cost
      }, 0)
    // These hold, or do not, by more than the value of this field.
    case 'fieldref':
    case 'exists':
    case 'null':
      return null
  }
}

/** Few values, each telling much. */
const telling =
  /requirement|operation|activity|event_?name|riskevent|risktype|message|resulttype|errorcode|errornumber|protocol|transfermethod/
/** New in nearly every record, so that nothing learnt of a value helps again; or long, and slow to look through. */
const varied =
  /user(?!agent)|upn|caller|actor|initiat|target|object|address|ip$|parameters|resources|details|description|payload|(?<!app|application)id$/

/** Some applications are half of all records. */
const application = /^(?:client)?app(?:lication)?id$/

/** Nested values cost a walk as well. */
function fieldCost(field: string | null): number {
  if (field === null) return 100
  const name = field.toLowerCase().replace(/^properties\./, '')
  const depth = name.includes('.') ? 5 : 1
  if (telling.test(name)) return depth
  return varied.test(name) ? depth * 20 : application.test(name) ? depth * 4 : depth * 2
}
