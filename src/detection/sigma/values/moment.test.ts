// Moments as logs write them.
import { expect, test } from 'vitest'
import { parseMoment, readMoment } from './moment.ts'

const moment = Date.UTC(2023, 6, 23, 6, 48, 19)

test.each([
  ['2023-07-23T06:48:19', 0],
  ['2023-07-23T06:48:19Z', 0],
  ['2023-07-23 06:48:19', 0],
  ['2023-07-23T08:48:19+02:00', 0],
  ['2023-07-23T08:48:19+0200', 0],
  ['2023-07-23T06:48:19.1234567Z', 123],
  ['2023-07-23T06:48Z', -19_000],
  ['7/23/2023 6:48:19 AM', 0],
  ['7/23/2023, 6:48:19 PM', 43_200_000],
  ['/Date(1690094899000)/', 0],
  [1690094899, 0],
  [1690094899000, 0],
  [1690094899000000, 0],
  ['1690094899', 0],
  ['1690094899.5', 500],
])('%j', (written, offset) => {
  expect(parseMoment(written)).toBe(moment + offset)
})

test.each([
  null,
  true,
  '',
  'soon',
  '2023-13-45T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2023-02-29',
  '23/7/2023 6:48',
  {},
  Number.NaN,
  '12',
])('%j is no moment', value => {
  expect(parseMoment(value)).toBeNull()
})

test.each([
  [{ CreationTime: '2023-07-23T06:48:19' }, undefined],
  [{ time: '2023-07-23T06:48:19Z', properties: { createdDateTime: '2020-01-01' } }, undefined],
  [{ properties: { activityDateTime: '2023-07-23T06:48:19Z' } }, undefined],
  [{ '@timestamp': 1690094899 }, undefined],
  [{ time: '2020-01-01', seen: { at: 1690094899 } }, 'seen.at'],
  [{ 'seen.at': 1690094899 }, 'seen.at'],
  [{ timestamp: 1690094899 }, 'seen.at'],
])('%j by %s', (record, field) => {
  expect(readMoment(record, field)).toBe(moment)
})

test('a record without one has none', () => {
  expect(readMoment({ time: 'never', other: '2023-07-23' })).toBeNull()
})
