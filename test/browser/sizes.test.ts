// The first load stays small; charts and the map come when a page asks for them.
import { expect, test } from 'vitest'
import { firstLoads, MOST_KILOBYTES, tellSizes } from '../../checks/sizes.ts'
import { say } from './browser.ts'

test(`no page needs more than ${MOST_KILOBYTES} kB of compressed script to begin with`, () => {
  const loads = firstLoads()
  say(tellSizes(loads))
  expect(loads.length).toBeGreaterThan(8)
  for (const { page, kilobytes } of loads) {
    expect(kilobytes, page).toBeGreaterThan(50)
    expect(kilobytes, page).toBeLessThanOrEqual(MOST_KILOBYTES)
  }
})

test('neither charts nor the map are part of it', () => {
  for (const { files } of firstLoads())
    for (const file of files) expect(file).not.toMatch(/chart|bars|map|countries|recharts/i)
})
