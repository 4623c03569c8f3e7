import { expect, test } from 'vitest'
import { momentOf } from './moment.ts'

const at = (iso: string) => Date.parse(iso)

test.each<[unknown, string, string]>([
  ['2026-03-04T05:06:07', '2026-03-04T05:06:07Z', 'without a zone it is UTC'],
  ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07Z', 'Z'],
  ['2026-03-04T05:06:07.1234567Z', '2026-03-04T05:06:07.123Z', 'seven digits of a second'],
  ['2026-03-04T05:06:07.9999999Z', '2026-03-04T05:06:07.999Z', 'never rounded into the next second'],
  ['2026-03-04T05:06:07.5', '2026-03-04T05:06:07.500Z', 'one digit'],
  ['2026-03-04T05:06:07.5+02:00', '2026-03-04T03:06:07.500Z', 'east'],
  ['2026-03-04T05:06:07-0530', '2026-03-04T10:36:07Z', 'west, without a colon'],
  ['2026-03-04 05:06:07', '2026-03-04T05:06:07Z', 'a space for the T'],
  ['2026-03-04 05:06:07 UTC', '2026-03-04T05:06:07Z', 'UTC in letters'],
  ['  2026-03-04T05:06:07Z ', '2026-03-04T05:06:07Z', 'spaces around'],
  ['3/4/2026, 5:06:07 PM', '2026-03-04T17:06:07Z', 'as the United States write it'],
  ['3/4/2026 12:06:07 AM', '2026-03-04T00:06:07Z', 'midnight is 12 AM'],
  ['3/4/2026, 5:06:07.250 AM', '2026-03-04T05:06:07.250Z', 'with a fraction'],
  ['/Date(1772600767000)/', '2026-03-04T05:06:07Z', 'PowerShell'],
  ['2026-03-04', '2026-03-04T00:00:00Z', 'a day'],
  [1772600767, '2026-03-04T05:06:07Z', 'seconds'],
  [1772600767000, '2026-03-04T05:06:07Z', 'milliseconds'],
  [639081975670000000, '2026-03-04T05:06:07Z', '.NET ticks'],
])('%s is %s: %s', (written, meant) => {
  expect(momentOf(written)).toBe(at(meant))
})

test.each([
  '',
  'yesterday',
  'String (timestamp)',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-03-04T25:00:00Z',
  '2026-03-04T05:61:07Z',
  '2026-03-04T05:06:07.Z',
  '2026-03-04T05:06:07 local',
  '13/4/2026, 5:06:07 PM',
  '3/4/2026, 13:06:07 PM',
  null,
  undefined,
  {},
  Number.NaN,
])('%s is no time', written => {
  expect(momentOf(written)).toBeNull()
})

test('29 February is a day in leap years', () => {
  expect(momentOf('2028-02-29T00:00:00Z')).toBe(at('2028-02-29T00:00:00Z'))
})
