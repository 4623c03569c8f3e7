import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'

const cursors = fc.record({
  createdAt: fc.date({
    min: new Date('0001-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  id: fc.uuid(),
})
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CURSOR = writeCursor({
  createdAt: new Date('2026-03-02T09:41:07.512Z'),
  id: '0b0f9a3e-8d3c-4c55-9f0e-6a1f0f3a2b11',
})

describe('a cursor', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(cursors, cursor => {
        expect(readCursor(writeCursor(cursor))).toEqual(cursor)
      }),
    )
  })

  it('is one word that needs no escaping in an address', () => {
    fc.assert(
      fc.property(cursors, cursor => {
        expect(writeCursor(cursor)).toMatch(/^[\w-]{39}$/)
      }),
    )
  })

  it('with any one character changed to any other is refused', () => {
    for (let at = 0; at < CURSOR.length; at++)
      for (const letter of `${LETTERS}+/= .%\u00e9`)
        if (letter !== CURSOR[at])
          expect(readCursor(CURSOR.slice(0, at) + letter + CURSOR.slice(at + 1)), `${at} ${letter}`).toBe(
            undefined,
          )
  })

  it('with one character changed is refused, whichever cursor it is', () => {
    fc.assert(
      fc.property(cursors, fc.nat(38), fc.constantFrom(...LETTERS), (cursor, at, letter) => {
        const text = writeCursor(cursor)
        fc.pre(text[at] !== letter)
        expect(readCursor(text.slice(0, at) + letter + text.slice(at + 1))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['nothing', ''],
    ['padding', `${CURSOR}=`],
    ['one character less', CURSOR.slice(0, -1)],
    ['one character more', `${CURSOR}A`],
    ['a space before', ` ${CURSOR}`],
    ['a space after', `${CURSOR} `],
    ['a line feed after', `${CURSOR}\n`],
    ['itself twice', CURSOR + CURSOR],
    ['a space inside, which a lenient decoder would skip', `${CURSOR.slice(0, 5)} ${CURSOR.slice(5)}`],
    ['a UUID', '0b0f9a3e-8d3c-4c55-9f0e-6a1f0f3a2b11'],
    ['a number', '100'],
    ['all zero bits', 'A'.repeat(39)],
  ])('is not %s', (_what, text) => {
    expect(readCursor(text)).toBeUndefined()
  })

  it('is hardly ever any other text, and reading it never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w-]{39}$/)), text => {
        expect(readCursor(text)).toBeUndefined()
      }),
    )
  })

  // The checksum is no secret, so anybody can write one of these.
  it.each([
    ['before the calendar of the database', -8.64e15],
    ['before the year 1', Date.parse('0001-01-01T00:00:00.000Z') - 1],
    ['after the year 9999', Date.parse('9999-12-31T23:59:59.999Z') + 1],
    ['after the calendar of the database', 8.64e15],
  ])('of a moment %s is refused', (_what, time) => {
    const text = writeCursor({ createdAt: new Date(time), id: '0b0f9a3e-8d3c-4c55-9f0e-6a1f0f3a2b11' })
    expect(readCursor(text)).toBeUndefined()
  })
})
