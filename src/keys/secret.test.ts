import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashKey, isKey, makeKey } from './secret.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const random = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes))
const KEY = makeKey(Buffer.alloc(32, 0xa7))

const numberIn = (text: string) =>
  [...text].reduce((sum, letter) => sum * 62n + BigInt(ALPHABET.indexOf(letter)), 0n)
const replaced = (text: string, index: number, letter: string) =>
  text.slice(0, index) + letter + text.slice(index + 1)

describe('an API key', () => {
  it('is vdt_, 43 letters or digits of secret and 6 of checksum', () => {
    for (const bytes of [Buffer.alloc(32, 0), Buffer.alloc(32, 0xff), randomBytes(32)])
      expect(makeKey(bytes)).toMatch(/^vdt_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/)
  })

  it('that is made is a key', () => {
    fc.assert(fc.property(random, bytes => isKey(makeKey(bytes))))
  })

  it('carries all 256 bits it was made of', () => {
    fc.assert(
      fc.property(random, bytes => {
        expect(numberIn(makeKey(bytes).slice(4, 47))).toBe(BigInt(`0x${bytes.toString('hex')}`))
      }),
    )
  })

  it.each([0, 1, 16, 31, 33, 64])('is not made of %i bytes', length => {
    expect(() => makeKey(Buffer.alloc(length))).toThrow('256 random bits')
  })

  it('with any one character changed to any other is refused', () => {
    const letters = `${ALPHABET}_- .\t\u00e9`
    for (let index = 0; index < KEY.length; index++)
      for (const letter of letters)
        if (letter !== KEY[index])
          expect(isKey(replaced(KEY, index, letter)), `${index} ${letter}`).toBe(false)
  })

  it('with one character changed is refused, whichever key it is', () => {
    fc.assert(
      fc.property(random, fc.nat(52), fc.constantFrom(...ALPHABET), (bytes, index, letter) => {
        const key = makeKey(bytes)
        fc.pre(key[index] !== letter)
        return !isKey(replaced(key, index, letter))
      }),
    )
  })

  it('with two neighbours swapped is refused', () => {
    fc.assert(
      fc.property(random, fc.nat(51), (bytes, index) => {
        const key = makeKey(bytes)
        const [one, other] = [key[index]!, key[index + 1]!]
        fc.pre(one !== other)
        return !isKey(replaced(replaced(key, index, other), index + 1, one))
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'vdt_'],
    ['no prefix', KEY.slice(4)],
    ['the prefix in capitals', KEY.replace('vdt_', 'VDT_')],
    ["somebody else's prefix", KEY.replace('vdt_', 'ghp_')],
    ['the prefix twice', `vdt_${KEY}`],
    ['the scheme word before it', `Bearer ${KEY}`],
    ['a space before it', ` ${KEY}`],
    ['a space after it', `${KEY} `],
    ['a tab before it', `\t${KEY}`],
    ['a tab after it', `${KEY}\t`],
    ['a line feed after it', `${KEY}\n`],
    ['a carriage return and line feed after it', `${KEY}\r\n`],
    ['a NUL after it', `${KEY}\0`],
    ['a space inside it', `${KEY.slice(0, 20)} ${KEY.slice(20)}`],
    ['one character less', KEY.slice(0, -1)],
    ['one character more', `${KEY}0`],
    ['its checksum missing', KEY.slice(0, -6)],
    ['everything in capitals', KEY.toUpperCase()],
    ['everything in small letters', KEY.toLowerCase()],
    ['full-width letters', KEY.replace(/[A-Za-z0-9]/g, c => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
    ['a non-ASCII letter', replaced(KEY, 10, '\u00e9')],
    ['a letter outside the basic plane', replaced(KEY, 10, '\u{1d54f}')],
    ['a zero-width space after it', `${KEY}\u200b`],
    ['the key twice', KEY + KEY],
    ['quotes around it', `"${KEY}"`],
  ])('with %s is refused', (_what, text) => {
    expect(isKey(text)).toBe(false)
  })

  it('is hardly ever any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), text => !isKey(text)))
  })

  it('is stored as its SHA-256', () => {
    expect(hashKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})
