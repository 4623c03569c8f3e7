// A temporal correlation's condition in words: which of its rules must, and which must not, have matched.

import { RuleError } from '../rule.ts'
import type { Expression } from './correlation.ts'

const TOKEN = /\s*(\(|\)|[^\s()]+)/y
const DEEPEST = 100

/** `not` before `and` before `or`, parentheses, and the rules by id or name. */
export function parseExpression(text: string, line: number): Expression {
  const tokens = tokensOf(text)
  let next = 0
  const refuse = (reason: string): never => {
    throw new RuleError(`the condition "${text}" ${reason}`, line)
  }
  const isWord = (word: string) => tokens[next]?.toLowerCase() === word

  const chain = (kind: 'and' | 'or', part: (depth: number) => Expression, depth: number): Expression => {
    const parts = [part(depth)]
    while (isWord(kind)) {
      next++
      parts.push(part(depth))
    }
    return parts.length === 1 ? parts[0]! : { kind, parts }
  }
  const either = (depth: number): Expression => chain('or', both, depth)
  const both = (depth: number): Expression => chain('and', single, depth)
  const single = (depth: number): Expression => {
    if (depth > DEEPEST) refuse('is nested too deeply')
    const token = tokens[next++]
    if (token === undefined) return refuse('ends where a rule is expected')
    if (token.toLowerCase() === 'not') return { kind: 'not', part: single(depth + 1) }
    if (token === '(') {
      const inner = either(depth + 1)
      if (tokens[next++] !== ')') refuse('has a parenthesis that is not closed')
      return inner
    }
    if (token === ')' || /^(and|or)$/i.test(token)) refuse(`has "${token}" where a rule is expected`)
    return { kind: 'rule', reference: token }
  }

  const expression = either(0)
  if (next < tokens.length)
    refuse(`cannot be read from "${tokens[next]}" on: write and, or or not between rules`)
  return expression
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) tokens.push(found[1]!)
  return tokens
}

export function referencesOf(expression: Expression): string[] {
  if (expression.kind === 'rule') return [expression.reference]
  if (expression.kind === 'not') return referencesOf(expression.part)
  return [...new Set(expression.parts.flatMap(referencesOf))]
}

/** The rules whose matches help, those under no `not` or under an even number of them. */
export function helpersOf(expression: Expression, isNegated = false): string[] {
  if (expression.kind === 'rule') return isNegated ? [] : [expression.reference]
  if (expression.kind === 'not') return helpersOf(expression.part, !isNegated)
  return [...new Set(expression.parts.flatMap(part => helpersOf(part, isNegated)))]
}

export const hasNot = (expression: Expression): boolean =>
  expression.kind === 'not' || (expression.kind !== 'rule' && expression.parts.some(hasNot))

export function isTrue(expression: Expression, hasMatched: (reference: string) => boolean): boolean {
  switch (expression.kind) {
    case 'rule':
      return hasMatched(expression.reference)
    case 'not':
      return !isTrue(expression.part, hasMatched)
    case 'and':
      return expression.parts.every(part => isTrue(part, hasMatched))
    case 'or':
      return expression.parts.some(part => isTrue(part, hasMatched))
  }
}
