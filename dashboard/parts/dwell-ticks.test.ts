import { expect, it } from 'vitest'
import { dwellTicks, formatTick } from './dwell-ticks.ts'

it.each([
  [0, ['0 min', '5 min']],
  [18, ['0 min', '5 min', '10 min', '15 min', '20 min']],
  [61, ['0 min', '30 min', '1 h', '1.5 h']],
  [210, ['0 min', '1 h', '2 h', '3 h', '4 h']],
  [240, ['0 min', '1 h', '2 h', '3 h', '4 h']],
  [4000, ['0 min', '1 d', '2 d', '3 d']],
])('an axis up to %i minutes is marked %j', (longest, marks) => {
  expect(dwellTicks(longest).map(formatTick)).toEqual(marks)
})

it.each([7, 999, 100_000, 5_000_000])('reaches %i with at most five marks', longest => {
  const ticks = dwellTicks(longest)
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(longest)
  expect(ticks.length).toBeLessThanOrEqual(5)
})
