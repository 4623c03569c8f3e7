import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { remembering } from './remember.ts'

const MEMORY = { atMost: 3, longest: 10 }

describe('a remembered answer', () => {
  test('is asked for once, also when it is null', () => {
    const find = vi.fn((text: string) => (text === 'nothing' ? null : text.length))
    const ask = remembering(find, MEMORY)
    expect(['one', 'nothing', 'one', 'nothing'].map(ask)).toEqual([3, null, 3, null])
    expect(find).toHaveBeenCalledTimes(2)
  })

  test('is of the beginning alone of what is too long, and that is not kept', () => {
    const find = vi.fn((text: string) => text)
    const ask = remembering(find, MEMORY)
    expect([ask('0123456789'), ask('0123456789x'), ask('0123456789x')]).toEqual(Array(3).fill('0123456789'))
    expect(find).toHaveBeenCalledTimes(3)
  })

  test('is the one that would have been given, however alike the texts are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 6 })), texts => {
        const ask = remembering(text => `<${text}>`, MEMORY)
        expect(texts.map(ask)).toEqual(texts.map(text => `<${text}>`))
      }),
    )
  })
})
