import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../http/problem.ts'
import { hashKey, makeKey } from '../keys/secret.ts'
import { readAuthorization } from './authorization.ts'

const KEY = makeKey(randomBytes(32))

function refusal(header: string | undefined): Problem | undefined {
  try {
    readAuthorization(header)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const FORM = 'must be the word Bearer, one space and the API key'
const UNKNOWN = 'not a valid API key'

describe('the Authorization header', () => {
  it('is the word Bearer, one space and a key', () => {
    expect(readAuthorization(`Bearer ${KEY}`)).toEqual(hashKey(KEY))
  })

  it.each([
    ['missing', undefined, 'is missing'],
    ['empty', '', FORM],
    ['the key alone', KEY, FORM],
    ['the word alone', 'Bearer', FORM],
    ['the word and a space alone', 'Bearer ', UNKNOWN],
    ['with the word in small letters', `bearer ${KEY}`, FORM],
    ['with the word in capitals', `BEARER ${KEY}`, FORM],
    ['with another word', `Basic ${KEY}`, FORM],
    ['with another word', `Token ${KEY}`, FORM],
    ['with another word', `ApiKey ${KEY}`, FORM],
    ['with the word Basic and the key as its password', `Basic ${btoa(`key:${KEY}`)}`, FORM],
    ['with no space', `Bearer${KEY}`, FORM],
    ['with two spaces', `Bearer  ${KEY}`, UNKNOWN],
    ['with a tab for the space', `Bearer\t${KEY}`, FORM],
    ['with a space and a tab', `Bearer \t${KEY}`, UNKNOWN],
    ['with a no-break space', `Bearer\u00a0${KEY}`, FORM],
    ['with a colon', `Bearer: ${KEY}`, FORM],
    ['with an equals sign', `Bearer=${KEY}`, FORM],
    ['with a space before', ` Bearer ${KEY}`, FORM],
    ['with a space after', `Bearer ${KEY} `, UNKNOWN],
    ['with a tab after', `Bearer ${KEY}\t`, UNKNOWN],
    ['with a comma after', `Bearer ${KEY},`, UNKNOWN],
    ['with the key twice', `Bearer ${KEY}${KEY}`, UNKNOWN],
    ['with two keys', `Bearer ${KEY}, Bearer ${KEY}`, UNKNOWN],
    ['with the word twice', `Bearer Bearer ${KEY}`, UNKNOWN],
    ['with quotes around the key', `Bearer "${KEY}"`, UNKNOWN],
    ['with brackets around the key', `Bearer <${KEY}>`, UNKNOWN],
    ['with the key in capitals', `Bearer ${KEY.toUpperCase()}`, UNKNOWN],
    ['with the key cut short', `Bearer ${KEY.slice(0, -1)}`, UNKNOWN],
    ['with one character more', `Bearer ${KEY}A`, UNKNOWN],
    ['with another prefix', `Bearer ${KEY.replace('vdt_', 'vdx_')}`, UNKNOWN],
    ['with a non-ASCII character after', `Bearer ${KEY}\u00e9`, UNKNOWN],
    ['with a non-ASCII character in the word', `B\u00e9arer ${KEY}`, FORM],
    ['with a NUL after', `Bearer ${KEY}\0`, UNKNOWN],
    ['very long', `Bearer ${KEY.repeat(1000)}`, UNKNOWN],
  ])('%s is refused', (_what, header, sentence) => {
    const problem = refusal(header)
    expect(problem).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    expect(problem?.message).toContain(sentence)
  })

  it('with any one character of it changed is refused', () => {
    const good = `Bearer ${KEY}`
    fc.assert(
      fc.property(
        fc.nat(good.length - 1),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        (at, letter) => {
          fc.pre(letter !== good[at])
          expect(refusal(good.slice(0, at) + letter + good.slice(at + 1))?.status).toBe(401)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('with any one character of it dropped or doubled is refused', () => {
    const good = `Bearer ${KEY}`
    for (let at = 0; at < good.length; at++) {
      expect(refusal(good.slice(0, at) + good.slice(at + 1))?.status, `without ${at}`).toBe(401)
      expect(refusal(good.slice(0, at) + good[at] + good.slice(at))?.status, `with ${at} twice`).toBe(401)
    }
  })

  it('is never repeated in what is said about it', () => {
    for (const header of [KEY, `Basic ${KEY}`, `Bearer ${KEY} `, `Bearer  ${KEY}`])
      expect(refusal(header)?.message).not.toContain(KEY)
  })
})
