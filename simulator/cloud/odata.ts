// OData's $filter, as far as Graph's reports and directory take it: parsed to a condition on one object.

export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'compare'; path: string; operator: Operator; value: Value }
  | { kind: 'call'; name: 'startswith' | 'endswith' | 'contains'; path: string; value: string }
  | { kind: 'any'; path: string; variable: string; part: Condition }

type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'
type Value = string | number | boolean | null | Moment

/** A date without quotes. */
interface Moment {
  moment: number
  text: string
}

export class FilterError extends Error {}

const TOKEN = /\s*(?:('(?:[^']|'')*')|([(),:])|([^\s(),:']+(?::[^\s(),']+)*))/y
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

export function parseFilter(text: string): Condition {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text)
    if (!found) throw new FilterError(`Syntax error at position ${text.length} in '${text}'.`)
    // "t:t" of a lambda stands without spaces, a date has colons of its own.
    const word = found[1] ?? found[2] ?? found[3]!
    const lambda = /^(\w+):(\w.*)$/.exec(word)
    if (found[3] && lambda && !MOMENT.test(word)) tokens.push(lambda[1]!, ':', lambda[2]!)
    else tokens.push(word)
  }
  let at = 0
  const peek = () => tokens[at]?.toLowerCase()
  const take = (expected?: string) => {
    const token = tokens[at++]
    if (token === undefined || (expected && token.toLowerCase() !== expected))
      throw new FilterError(`Syntax error: ${expected ?? 'a term'} expected in '${text}'.`)
    return token
  }

  const chain = (kind: 'and' | 'or', next: () => Condition): Condition => {
    const parts = [next()]
    while (peek() === kind) {
      at++
      parts.push(next())
    }
    return parts.length === 1 ? parts[0]! : { kind, parts }
  }
  const either = (): Condition => chain('or', () => chain('and', term))

  function term(): Condition {
    if (peek() === 'not') {
      at++
      return { kind: 'not', part: term() }
    }
    if (peek() === '(') {
      at++
      const inner = either()
      take(')')
      return inner
    }
    const name = take()
    if (peek() === '(') return call(name)
    const operator = take().toLowerCase()
    if (!['eq', 'ne', 'gt', 'ge', 'lt', 'le'].includes(operator))
      throw new FilterError(`Invalid filter clause: '${operator}' in '${text}'.`)
    return { kind: 'compare', path: name, operator: operator as Operator, value: literal(take()) }
  }

  function call(name: string): Condition {
    take('(')
    if (name.toLowerCase().endsWith('/any')) {
      const variable = take()
      take(':')
      const part = either()
      take(')')
      return { kind: 'any', path: name.slice(0, -'/any'.length), variable, part }
    }
    const called = name.toLowerCase()
    if (called !== 'startswith' && called !== 'endswith' && called !== 'contains')
      throw new FilterError(`An unknown function with name '${name}' was found.`)
    const path = take()
    take(',')
    const value = literal(take())
    take(')')
    if (typeof value !== 'string') throw new FilterError(`${name} takes a string.`)
    return { kind: 'call', name: called, path, value }
  }

  const condition = either()
  if (at < tokens.length) throw new FilterError(`Syntax error: '${tokens[at]}' not expected in '${text}'.`)
  return condition
}

function literal(token: string): Value {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'")
  if (token === 'true' || token === 'false') return token === 'true'
  if (token === 'null') return null
  if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token)
  if (MOMENT.test(token)) {
    const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(token) || !token.includes('T')
    const moment = Date.parse(hasZone ? token : `${token}Z`)
    if (!Number.isNaN(moment)) return { moment, text: token }
  }
  // GUIDs stand without quotes now and then.
  if (/^[0-9a-f-]{36}$/i.test(token)) return token
  throw new FilterError(`'${token}' is no literal.`)
}

export function holds(condition: Condition, subject: unknown): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every(part => holds(part, subject))
    case 'or':
      return condition.parts.some(part => holds(part, subject))
    case 'not':
      return !holds(condition.part, subject)
    case 'any': {
      const list = read(subject, condition.path)
      return Array.isArray(list) && list.some(one => holds(condition.part, { [condition.variable]: one }))
    }
    case 'call': {
      const value = String(read(subject, condition.path) ?? '').toLowerCase()
      const sought = condition.value.toLowerCase()
      if (condition.name === 'startswith') return value.startsWith(sought)
      return condition.name === 'endswith' ? value.endsWith(sought) : value.includes(sought)
    }
    case 'compare':
      return compare(read(subject, condition.path), condition.operator, condition.value)
  }
}

function compare(value: unknown, operator: Operator, wanted: Value): boolean {
  if (operator === 'ne') return !compare(value, 'eq', wanted)
  if (wanted === null) return operator === 'eq' && (value === null || value === undefined)
  if (value === null || value === undefined) return false
  const isMoment = typeof wanted === 'object'
  const left = isMoment ? Date.parse(String(value)) : typeof value === 'string' ? value.toLowerCase() : value
  const right = isMoment ? wanted.moment : typeof wanted === 'string' ? wanted.toLowerCase() : wanted
  if (operator === 'eq') return left === right
  if (operator === 'gt') return (left as number) > (right as number)
  if (operator === 'ge') return (left as number) >= (right as number)
  return operator === 'lt' ? (left as number) < (right as number) : (left as number) <= (right as number)
}

function read(subject: unknown, path: string): unknown {
  let value = subject
  for (const name of path.split('/')) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** The time that a filter leaves open on a property: what need not be looked at is not. */
export function timeBounds(condition: Condition | null, path: string): { from: number; to: number } {
  const bounds = { from: -Infinity, to: Infinity }
  const parts = !condition ? [] : condition.kind === 'and' ? condition.parts : [condition]
  for (const part of parts) {
    if (part.kind === 'and') {
      const inner = timeBounds(part, path)
      bounds.from = Math.max(bounds.from, inner.from)
      bounds.to = Math.min(bounds.to, inner.to)
    }
    if (
      part.kind !== 'compare' ||
      part.path !== path ||
      part.value === null ||
      typeof part.value !== 'object'
    )
      continue
    const { moment } = part.value
    if (part.operator !== 'lt' && part.operator !== 'le') bounds.from = Math.max(bounds.from, moment)
    if (part.operator !== 'gt' && part.operator !== 'ge') bounds.to = Math.min(bounds.to, moment)
  }
  return bounds
}

export function mentions(condition: Condition | null, path: string): boolean {
  if (!condition) return false
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.some(part => mentions(part, path))
    case 'not':
      return mentions(condition.part, path)
    default:
      return condition.path === path
  }
}
