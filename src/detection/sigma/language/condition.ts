// The condition's grammar: `not` binds closer than `and`, `and` closer than `or`.
import {
  anyRun,
  type Condition,
  type NamedSelection,
  RuleError,
  type Selection,
  type TextPattern,
} from '../rule.ts'
import { compilePattern } from '../values/text-pattern.ts'

/** Deeper nesting than any person writes would only be there to exhaust the stack. */
const deepest = 100

export function parseCondition(
  text: string,
  selections: Map<string, Selection>,
  line: number | null,
): Condition {
  const refuse = (reason: string) => new RuleError(reason, line)
  if (text.includes('|')) {
    throw refuse(
      'the condition has a "|": aggregations (count, near …) are no part of Sigma 2; write a correlation rule instead',
    )
  }
  const tokens = text.match(/[()]|[^\s()]+/g) ?? []
  if (tokens.length === 0) throw refuse('the condition is empty')
  let at = 0
  let depth = 0

  const isWord = (token: string | undefined, word: string) =>
    token !== undefined && token.toLowerCase() === word
  const isNext = (word: string) => isWord(tokens[at], word) && !selections.has(tokens[at]!)

  function parseOr(): Condition {
    if (++depth > deepest) throw refuse(`the condition is nested more than ${deepest} deep`)
    const parts = [parseAnd()]
    while (isNext('or')) {
      at++
      parts.push(parseAnd())
    }
    depth--
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts }
  }

  function parseAnd(): Condition {
    const parts = [parseNot()]
    while (isNext('and')) {
      at++
      parts.push(parseNot())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  function parseNot(): Condition {
    let isNegated = false
    while (isNext('not')) {
      at++
      isNegated = !isNegated
    }
    const part = parseOperand()
    return isNegated ? { kind: 'not', part } : part
  }

  function parseOperand(): Condition {
    const token = tokens[at]
    if (token === undefined)
      throw refuse(`the condition ends where a search identifier is expected: "${text}"`)
    if (token === '(') {
      at++
      const inner = parseOr()
      if (tokens[at] !== ')')
        throw refuse(`the condition has an opening bracket that is not closed: "${text}"`)
      at++
      return inner
    }
    if (isWord(tokens[at + 1], 'of') && !(selections.has(token) && tokens[at + 2] === undefined))
      return parseOf(token)
    if (token === ')' || ((isNext('and') || isNext('or')) && !selections.has(token))) {
      throw refuse(`the condition has "${token}" where a search identifier is expected: "${text}"`)
    }
    at++
    return named(token)
  }

  function named(name: string): NamedSelection {
    const selection = selections.get(name)
    if (selection === undefined)
      throw refuse(`the condition names "${name}", which the detection does not define`)
    return { kind: 'selection', name, selection }
  }

  function parseOf(quantifier: string): Condition {
    const word = quantifier.toLowerCase()
    const pattern = tokens[at + 2]
    if (word !== 'all' && word !== 'any' && !/^[1-9]\d{0,5}$/.test(word)) {
      throw refuse(
        `the condition has "${quantifier} of": only a number of at least 1, any or all can stand before "of"`,
      )
    }
    if (pattern === undefined || pattern === '(' || pattern === ')') {
      throw refuse(`the condition has "${quantifier} of" without saying of what`)
    }
    at += 3
    const names = namesOf(pattern)
    if (names.length === 0) throw refuse(`"${quantifier} of ${pattern}" matches no search identifier`)
    const quantity = word === 'all' ? 'all' : word === 'any' ? 1 : Number(word)
    if (quantity !== 'all' && quantity > names.length) {
      throw refuse(
        `"${quantifier} of ${pattern}" can never hold: it matches ${names.length} search identifier(s)`,
      )
    }
    return { kind: 'of', quantity, pattern, parts: names.map(named) }
  }

  /** Names that begin with an underscore are left out unless the pattern itself begins with one. */
  function namesOf(pattern: string): string[] {
    const isThem = pattern.toLowerCase() === 'them' && !selections.has(pattern)
    const test = isThem ? () => true : compilePattern(starsOf(pattern), true)
    return [...selections.keys()].filter(
      name => test(name) && (!name.startsWith('_') || (!isThem && pattern.startsWith('_'))),
    )
  }

  const condition = parseOr()
  if (at < tokens.length)
    throw refuse(`the condition has "${tokens[at]}" where "and" or "or" is expected: "${text}"`)
  return condition
}

/** Identifier patterns know the star alone: every other character stands for itself. */
function starsOf(pattern: string): TextPattern {
  return pattern
    .split(/(\*+)/)
    .filter(part => part !== '')
    .map(part => (part.startsWith('*') ? anyRun : part))
}
