import fc from 'fast-check'
import { expect, it } from 'vitest'
import { couldEndSo, endsOf, recentPlace } from './glance.ts'
import { foldCase } from './text-pattern.ts'

const someText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('İ', 'ı', 'ſ', 'K', 'ß', 'ẞ', 'Σ', 'ς'),
)

it('lets every text through whose case alone differs from a wanted one', () => {
  fc.assert(
    fc.property(fc.array(someText), someText, (others, text) => {
      const ends = endsOf([...others, text].map(foldCase))
      for (const written of [text, text.toUpperCase(), text.toLowerCase(), foldCase(text)])
        if (foldCase(written) === foldCase(text)) expect(couldEndSo(ends, written)).toBe(true)
    }),
  )
})

it('tells most other texts apart', () => {
  const ends = endsOf(['00000002-0000-0ff1-ce00-000000000000'])
  const isLetThrough = (text: string) => couldEndSo(ends, text)
  expect(isLetThrough('00000002-0000-0FF1-CE00-000000000000')).toBe(true)
  expect(['1b730954-1684-4f75-8e75-7b5f2f0f0f6e', 'Chrome', 'x'].filter(isLetThrough)).toEqual([])
})

it('gives every text a place, and equal ones the same', () => {
  fc.assert(
    fc.property(someText, text => {
      const place = recentPlace(text)
      expect(place).toBe(recentPlace(`${text} `.slice(0, -1)))
      expect(place).toBeGreaterThanOrEqual(0)
      expect(place).toBeLessThan(512)
      expect(place % 2).toBe(0)
    }),
  )
})
