// Sigma rules specification: the condition.
import { describe, expect, test } from 'vitest'
import { doesMatch, readDetectionRule, refusal } from '../fixtures/rule.ts'

/** Selections a, b, c … each hold when the record names them. */
function holds(condition: string, names: string, extra: string[] = []): boolean {
  const identifiers = ['a', 'b', 'c', 'd', ...extra]
  const selections = identifiers.map(name => `${name}:\n    f_${name}: 1`).join('\n')
  const rule = readDetectionRule(`${selections}\ncondition: ${condition}`)
  return doesMatch(rule, Object.fromEntries(names.split(' ').map(name => [`f_${name}`, 1])))
}

describe('logical operators', () => {
  test('and, or, not', () => {
    expect(holds('a and b', 'a b')).toBe(true)
    expect(holds('a and b', 'a')).toBe(false)
    expect(holds('a or b', 'b')).toBe(true)
    expect(holds('a or b', 'c')).toBe(false)
    expect(holds('not a', 'b')).toBe(true)
    expect(holds('not a', 'a')).toBe(false)
    expect(holds('not not a', 'a')).toBe(true)
  })
  test('and binds closer than or', () => {
    expect(holds('a or b and c', 'a')).toBe(true)
    expect(holds('a and b or c', 'c')).toBe(true)
    expect(holds('a and b or c', 'b')).toBe(false)
  })
  test('not binds closer than and', () => {
    expect(holds('not a and b', 'b')).toBe(true)
    expect(holds('not a and b', 'a b')).toBe(false)
    expect(holds('not a or b', 'a b')).toBe(true)
  })
  test('brackets come first', () => {
    expect(holds('(a or b) and c', 'a')).toBe(false)
    expect(holds('(a or b) and c', 'b c')).toBe(true)
    expect(holds('not (a or b)', 'b')).toBe(false)
    expect(holds('a and not (b or (c and d))', 'a c')).toBe(true)
  })
  test('operators in capitals are operators', () => {
    expect(holds('a AND NOT b', 'a')).toBe(true)
    expect(holds('a OR b', 'b')).toBe(true)
  })
})

describe('x of', () => {
  test('1 of them: any search identifier', () => {
    expect(holds('1 of them', 'd')).toBe(true)
    expect(holds('1 of them', 'x')).toBe(false)
    expect(holds('any of them', 'd')).toBe(true)
  })
  test('all of them: every search identifier', () => {
    expect(holds('all of them', 'a b c d')).toBe(true)
    expect(holds('all of them', 'a b c')).toBe(false)
  })
  test('them leaves out identifiers that begin with an underscore', () => {
    expect(holds('all of them', 'a b c d', ['_e'])).toBe(true)
    expect(holds('1 of them', '_e', ['_e'])).toBe(false)
    expect(holds('1 of *', '_e', ['_e'])).toBe(false)
    expect(holds('1 of _*', '_e', ['_e'])).toBe(true)
    expect(holds('_e', '_e', ['_e'])).toBe(true)
  })
  test('a pattern has stars at any place', () => {
    const extra = ['sel_one', 'sel_two', 'filter_one']
    expect(holds('1 of sel_*', 'sel_two', extra)).toBe(true)
    expect(holds('all of sel_*', 'sel_two', extra)).toBe(false)
    expect(holds('all of sel_*', 'sel_two sel_one', extra)).toBe(true)
    expect(holds('all of *_one', 'filter_one sel_one', extra)).toBe(true)
    expect(holds('1 of s*_t*o', 'sel_two', extra)).toBe(true)
    expect(holds('1 of sel_* and not 1 of filter_*', 'sel_one filter_one', extra)).toBe(false)
    expect(holds('1 of sel_* and not 1 of filter_*', 'sel_one', extra)).toBe(true)
    expect(holds('1 of sel_one', 'sel_one', extra)).toBe(true)
  })
  test('dots and other signs in a pattern stand for themselves', () => {
    expect(refusal('sel.a:\n    x: 1\ncondition: 1 of selx*').reason).toMatch(/matches no search identifier/)
    expect(holds('1 of sel.*', 'sel.x', ['sel.x'])).toBe(true)
  })
  test('a number asks for at least so many', () => {
    expect(holds('2 of them', 'a')).toBe(false)
    expect(holds('2 of them', 'a c')).toBe(true)
    expect(holds('2 of them', 'a b c')).toBe(true)
  })
  test('binds closer than not', () => {
    expect(holds('not 1 of them', 'x')).toBe(true)
    expect(holds('a and not all of them', 'a')).toBe(true)
  })
})

describe('lists of conditions and names', () => {
  test('each condition of a list is enough', () => {
    const rule = readDetectionRule(`
      a:
          x: 1
      b:
          y: 1
      condition:
          - a and b
          - b and not a`)
    expect(doesMatch(rule, { x: 1, y: 1 })).toBe(true)
    expect(doesMatch(rule, { y: 1 })).toBe(true)
    expect(doesMatch(rule, { x: 1 })).toBe(false)
  })
  test('identifiers may have odd characters', () => {
    for (const name of [
      'sel-1',
      'sel.1',
      'sélection',
      '1',
      'all',
      'Order',
      'nothing',
      'sel:x',
      'them',
      'not-this',
    ]) {
      const rule = readDetectionRule(`${name === '1' ? "'1'" : name}:\n    x: 1\ncondition: ${name}`)
      expect(doesMatch(rule, { x: 1 })).toBe(true)
      expect(doesMatch(rule, { x: 2 })).toBe(false)
    }
  })
})
