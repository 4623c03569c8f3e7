import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../http/problem.ts'
import { writeCursor } from '../incidents/cursor.ts'
import { cursor, day, moment, readParameters, tenantId, wholeNumber } from './parameters.ts'

const at = new Date('2026-03-01T08:30:00.000Z')
const id = '0b0f9a3e-8d3c-4c55-9f0e-6a1f0f3a2b11'
const CURSOR = writeCursor({ createdAt: at, id })
const parameters = {
  tenantId: tenantId('Which tenant.'),
  startDate: moment('From when.'),
  asOf: day('Which day.'),
  cursor: cursor('From where.'),
  limit: wholeNumber('How many.', { minimum: 1, maximum: 500, fallback: 100 }),
}
const NAMES = Object.keys(parameters).join(', ')

const read = (query: string) => readParameters(parameters, query)
function problemOf(query: string): Problem {
  try {
    read(query)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error(`${query} was accepted`)
}

describe('a query', () => {
  it.each([
    ['may be empty', '', {}],
    ['may be empty between its ampersands', '&&', {}],
    ['gives a number', 'limit=10', { limit: 10 }],
    ['gives the least number', 'limit=1', { limit: 1 }],
    ['gives the greatest number', 'limit=500', { limit: 500 }],
    ['gives a moment', 'startDate=2026-03-01T08:30:00Z', { startDate: at }],
    ['gives a moment whose plus was escaped', 'startDate=2026-03-01T09:30:00%2B01:00', { startDate: at }],
    ['gives a moment whose plus was not', 'startDate=2026-03-01T09:30:00+01:00', { startDate: at }],
    ['gives a day', 'asOf=2026-03-31', { asOf: '2026-03-31' }],
    ['gives a cursor', `cursor=${CURSOR}`, { cursor: { createdAt: at, id } }],
    ['gives a tenant', 'tenantId=k7m2xq9d', { tenantId: 'k7m2xq9d' }],
    ['gives a tenant in small letters', `tenantId=${id.toUpperCase()}`, { tenantId: id }],
    ['may escape what it need not', '%6cimit=%31%30', { limit: 10 }],
    ['may end in an ampersand', 'limit=10&', { limit: 10 }],
  ])('%s: %j', (_what, query, values) => {
    expect(read(query)).toEqual(values)
  })

  it.each([
    ['unknown', 'colour=red', 'colour', `colour is not a parameter of this address; it takes ${NAMES}.`],
    ['unknown by its capitals', 'TenantId=k7m2xq9d', 'TenantId', 'not a parameter'],
    ['unknown by a space', 'limit%20=5', 'limit ', 'not a parameter'],
    ['unknown by brackets', 'limit[]=5', 'limit[]', 'not a parameter'],
    ['unknown by a semicolon', 'limit=5;asOf=2026-03-31', 'limit', 'whole number'],
    ['without a name', '=5', '', 'A parameter without a name is not'],
    ['without a name or value', '=', '', 'A parameter without a name is not'],
    ['only a question mark', '?limit=5&?=1', '?', 'not a parameter'],
    ['named like an inherited member', '__proto__=1', '__proto__', 'not a parameter'],
    ['named like an inherited member', 'constructor=1', 'constructor', 'not a parameter'],
    ['named like an inherited member', 'toString=1', 'toString', 'not a parameter'],
    ['named like an inherited member', 'hasOwnProperty=1', 'hasOwnProperty', 'not a parameter'],
    ['named like an inherited member', '__proto__[limit]=1', '__proto__[limit]', 'not a parameter'],
    ['with a NUL in its name', 'limit%00=1', 'limit\0', 'not a parameter'],
    ['with a broken escape in its name', 'limit%=1', 'limit%', 'not a parameter'],
    ['repeated', 'limit=5&limit=6', 'limit', 'limit is given more than once.'],
    ['repeated with the same value', 'limit=5&limit=5', 'limit', 'more than once'],
    ['repeated with its name escaped', 'limit=5&%6Cimit=5', 'limit', 'more than once'],
    ['repeated apart', 'limit=5&asOf=2026-03-31&limit=5', 'limit', 'more than once'],
    ['repeated and empty', 'asOf=2026-03-31&asOf=', 'asOf', 'more than once'],
  ])('with a parameter that is %s is refused: %j', (_what, query, name, sentence) => {
    const problem = problemOf(query)
    expect(problem).toMatchObject({ status: 400, kind: 'invalid-parameter', parameter: name })
    expect(problem.message).toContain(sentence)
  })

  it.each([
    ['limit', 'be a whole number from 1 to 500'],
    ['tenantId', 'be a serviceTenantId or a directoryTenantId'],
    ['startDate', 'be a real date (YYYY-MM-DD) or ISO 8601 date-time'],
    ['asOf', 'be a real date written YYYY-MM-DD'],
    ['cursor', 'be taken unchanged from the Link header of the page before'],
  ])('with %s empty is refused, with or without its equals sign', (name, must) => {
    for (const query of [name, `${name}=`]) {
      const problem = problemOf(query)
      expect(problem).toMatchObject({ status: 400, parameter: name })
      expect(problem.message).toContain(`${name} must ${must}`)
    }
  })

  it.each([
    ...[
      '0',
      '501',
      '-1',
      '+1',
      '1.0',
      '1.5',
      '1e2',
      '0x10',
      '010',
      '00',
      ' 1',
      '1 ',
      '1_0',
      '1,000',
      'ten',
      'NaN',
    ],
    ...[
      'Infinity',
      '99999999999999999999',
      '١٠',
      '１０',
      '1\n',
      '%',
      '%1',
      'null',
      'undefined',
      'true',
      '[1]',
      '0b1',
    ],
  ])('with limit %j is refused', text => {
    expect(problemOf(`limit=${encodeURIComponent(text)}`).parameter).toBe('limit')
  })

  it.each([
    ['a number', 'limit=%'],
    ['a number', 'limit=1%'],
    ['a number', 'limit=%3'],
    ['a number', 'limit=%zz'],
    ['a number', 'limit=%u0031'],
    ['a number', 'limit=%00'],
    ['a moment', 'startDate=2026-03-01%'],
    ['a moment', 'startDate=%ff%fe'],
    ['a moment', 'startDate=%C0%80'],
    ['a day', 'asOf=2026-03-0%'],
    ['a cursor', `cursor=${CURSOR}%`],
    ['a tenant', 'tenantId=%00'],
    ['a tenant', 'tenantId=k7m2xq9d%0A'],
    ['a tenant', 'tenantId=%7F'],
  ])('whose %s has malformed escapes or control characters is refused: %s', (_what, query) => {
    expect(problemOf(query)).toMatchObject({ status: 400, parameter: query.split('=')[0] })
  })

  it.each([1, 64])('takes a tenantId of %i characters', length => {
    expect(read(`tenantId=${'a'.repeat(length)}`)).toEqual({ tenantId: 'a'.repeat(length) })
  })

  it.each([65, 100_000])('refuses a tenantId of %i characters', length => {
    expect(problemOf(`tenantId=${'a'.repeat(length)}`).parameter).toBe('tenantId')
  })

  it('names the first parameter at fault', () => {
    expect(problemOf('limit=5&asOf=x&startDate=y').parameter).toBe('asOf')
  })

  it('cuts a very long name short, and never through a character', () => {
    for (const name of ['x'.repeat(10_000), `${'x'.repeat(99)}${'\u{1f600}'.repeat(10)}`]) {
      const { parameter = '', message } = problemOf(`${encodeURIComponent(name)}=1`)
      expect(parameter.length).toBeLessThanOrEqual(102)
      expect(message.length).toBeLessThan(300)
      expect(parameter.endsWith('…')).toBe(true)
      expect(parameter.isWellFormed()).toBe(true)
    }
  })

  it('cannot reach what every object inherits', () => {
    expect(problemOf('__proto__=1&limit=5').parameter).toBe('__proto__')
    expect(({} as Record<string, unknown>).limit).toBeUndefined()
  })

  it('asked in another order is the same question', () => {
    const parts = [
      'limit=10',
      'tenantId=k7m2xq9d',
      'startDate=2026-03-01',
      'asOf=2026-03-31',
      `cursor=${CURSOR}`,
    ]
    const expected = JSON.stringify(read(parts.join('&')))
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: parts.length }), shuffled => {
        // As text, because the text names the answer among kept ones.
        expect(JSON.stringify(read(shuffled.join('&')))).toBe(expected)
      }),
    )
  })

  it('of any text gives values or a 400, and no other exception', () => {
    const name = fc.oneof(
      fc.constantFrom(...Object.keys(parameters), '__proto__'),
      fc.string({ unit: 'binary' }),
    )
    const pairs = fc
      .array(fc.tuple(name, fc.string({ unit: 'binary' })), { maxLength: 4 })
      .map(list => list.map(([key, text]) => `${key}=${text}`).join('&'))
    fc.assert(
      fc.property(fc.oneof(pairs, fc.string({ unit: 'binary' })), query => {
        try {
          read(query)
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
          expect((error as Problem).status).toBe(400)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
