import { describe, expect, test } from 'vitest'
import { isDay, startOfDay } from './days.ts'

describe('a day', () => {
  test.each(['2026-03-01', '2028-02-29', '1970-01-01', '9999-12-30'])('is %s', day =>
    expect(isDay(day)).toBe(true),
  )
  test.each(['2026-02-31', '2027-02-29', '2026-13-01', '9999-99-99', '1969-12-31', '2026-3-1', '', 'today'])(
    'is not %j',
    day => expect(isDay(day)).toBe(false),
  )
  test('begins by the clock that was chosen', () => {
    expect(startOfDay('2026-03-01', { clock: 'UTC' })).toBe('2026-03-01T00:00:00.000Z')
    expect(startOfDay('2026-12-31', { plusDays: 1, clock: 'UTC' })).toBe('2027-01-01T00:00:00.000Z')
    expect(startOfDay('2026-03-01', { clock: 'own' })).toBe(new Date(2026, 2, 1).toISOString())
  })
})
