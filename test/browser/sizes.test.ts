// The first load stays small; charts and the map come when a page asks for them.
import { expect, test } from 'vitest'
import { firstLoad, MOST_KILOBYTES, tellSizes } from '../../checks/sizes.ts'
import { say } from './browser.ts'

test(`the first load needs at most ${MOST_KILOBYTES} kB of compressed script`, () => {
  const { kilobytes, lines } = tellSizes()
  say(lines.join('\n'))
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThanOrEqual(MOST_KILOBYTES)
})

test('neither charts nor the map are part of it', () => {
  for (const { file } of firstLoad()) expect(file).not.toMatch(/chart|map|countries|land/i)
})
