// Regular expressions: one meaning whichever engine runs them, and no text that makes them slow.
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { compileExpression } from '../values/regex.ts'

test.each([
  ['(a+)+$', `${'a'.repeat(40)}!`],
  ['(a|a)*b', 'a'.repeat(40)],
  ['(.*a){20}', 'a'.repeat(60)],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(60)],
  ['(x?){30}x{30}', 'x'.repeat(29)],
  ['a?'.repeat(30) + 'a'.repeat(30), 'a'.repeat(29)],
])('%s cannot be made slow', (pattern, text) => {
  const expression = compileExpression(pattern, '')
  const started = process.cpuUsage().user
  expression.test(text)
  expression.test(text.repeat(100))
  expect(process.cpuUsage().user - started).toBeLessThan(3_000_000)
})

test('repetitions that grow too long together are refused', () => {
  expect(() => compileExpression('[a-c]{1,1000}x', '')).not.toThrow()
  expect(() => compileExpression('[a-c]{1,1000}[a-d]{1,1000}x', '')).toThrow(/repetitions are too long/)
  expect(() => compileExpression('((a{1,100}){1,100}){1,100}', '')).toThrow()
})

test.each(['ab$', '^(x|ab)$', 'a+b$', '(a*b$)', '[$]?a+b$', '\\$?ab$'])(
  'the end in %s is the end of the text, or of its last line',
  pattern => {
    const { test: matches } = compileExpression(pattern, '')
    expect(['ab', 'ab\n', 'ab\n\n', 'ab\nc'].map(matches)).toEqual([true, true, false, false])
  },
)

const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'K',
    '1',
    ' ',
    '.',
    '\\.',
    '\\d',
    '\\w',
    '\\s',
    '\\-',
    '\\/',
    '[ab]',
    '[^a]',
    '[a-f0-9]',
    '[\\]x]',
  ),
  fc.constantFrom(
    '^',
    '$',
    'a?',
    '(?:ab)',
    '(a|b)',
    '(ab|b)?',
    'a|b',
    '[.]',
    'é',
    '\\*',
    'a*',
    '[ab]+',
    'b{2}',
  ),
)

test('whichever engine runs it, the answer is that of RE2', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }).map(parts => parts.join('')),
      fc.string({
        unit: fc.constantFrom(
          'a',
          'b',
          'k',
          'A',
          '1',
          ' ',
          '\n',
          '\r',
          '.',
          '-',
          ']',
          'é',
          '🦊',
          '*',
          'x',
          '_',
        ),
      }),
      fc.constantFrom('', 'i', 's', 'm', 'is'),
      (source, text, flags) => {
        let options = 0
        if (flags.includes('i')) options |= RE2JS.CASE_INSENSITIVE
        if (flags.includes('m')) options |= RE2JS.MULTILINE
        if (flags.includes('s')) options |= RE2JS.DOTALL
        const written = flags.includes('m') ? source : source.replaceAll('$', '(?:\\n?\\z)')
        expect(compileExpression(source, flags).test(text)).toBe(RE2JS.compile(written, options).test(text))
      },
    ),
    { numRuns: 3000 },
  )
})
