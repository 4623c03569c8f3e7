import { expect, it } from 'vitest'
import { createSeen } from './seen.ts'

it('knows each of many ids again, and takes none for another', () => {
  const seen = createSeen()
  const ids = Array.from({ length: 60_000 }, (_, index) => `0000${index}-aaaa-4bbb-8ccc-${index * 7919}`)
  expect(ids.filter(id => !seen.isNew(id))).toEqual([])
  expect(ids.filter(id => seen.isNew(id))).toEqual([])
})

it('tells ids apart that differ in one sign, or in the order of signs', () => {
  const seen = createSeen()
  for (const id of ['', 'a', 'b', 'ab', 'ba', 'aab', 'aba', 'baa']) expect(seen.isNew(id)).toBe(true)
})
