// Lines of comma-separated values, against what spreadsheets do with them.
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('csvLine', () => {
  it.each([
    [['a', 'b'], 'a,b'],
    [['a,b', 'c'], '"a,b",c'],
    [['say "so"'], '"say ""so"""'],
    [['two\nlines'], '"two\nlines"'],
    [[null, ''], ','],
    [[-5, 1.5], '-5,1.5'],
  ])('%j is written as %j', (cells, line) => expect(csvLine(cells)).toBe(`${line}\r\n`))

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '  =1',
    '\u00a0=1',
    '\t=1',
    '\u0000=1',
    '＝1+1',
    '=cmd|" /C calc"!A0',
  ])('text that begins like a formula is made text again: %j', text => {
    const line = csvLine([text])
    expect(line.replace(/^"/, '')).toMatch(/^'/)
  })

  it('leaves an apostrophe out where nothing could run', () =>
    expect(csvLine(['a=b', '127.0.0.1', '::1', 'x@y.example'])).toBe('a=b,127.0.0.1,::1,x@y.example\r\n'))
})
