import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayOf, daysOfMonth, firstOfMonth } from './days.ts'

const days = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

describe('a day', () => {
  it.each([
    ['2026-03-10T00:00:00.000Z', '2026-03-10'],
    ['2026-03-10T23:59:59.999Z', '2026-03-10'],
    ['2026-03-10T23:30:00.000-01:00', '2026-03-11'],
    ['2026-03-10T00:30:00.000+01:00', '2026-03-09'],
    ['0001-01-01T00:00:00.000Z', '0001-01-01'],
  ])('of %s is the UTC day %s', (moment, day) => {
    expect(dayOf(new Date(moment))).toBe(day)
  })

  it.each([
    ['2026-03-10', 0, '2026-03-10'],
    ['2026-03-10', 1, '2026-03-11'],
    ['2026-03-10', -1, '2026-03-09'],
    ['2026-03-31', 1, '2026-04-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2000-02-28', 1, '2000-02-29'],
    ['1900-02-28', 1, '1900-03-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-01-01', 14, '2026-01-15'],
    ['2024-01-01', 366, '2025-01-01'],
    ['2025-01-01', 3650, '2034-12-30'],
    // Days on which European and American clocks change.
    ['2026-03-28', 1, '2026-03-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2026-03-08', 1, '2026-03-09'],
    ['0001-01-01', -1, '0000-12-31'],
  ])('%s and %i days is %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected)
  })

  it('and some days, and as many back, is itself; and later days are greater text', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 4000 }), (day, count) => {
        const later = addDays(day, count)
        expect(addDays(later, -count)).toBe(day)
        expect(later > day).toBe(true)
      }),
    )
  })
})

describe('a month', () => {
  it.each([
    ['2026-01-15', 31],
    ['2026-02-15', 28],
    ['2024-02-01', 29],
    ['2000-02-29', 29],
    ['1900-02-28', 28],
    ['2100-02-28', 28],
    ['2026-03-31', 31],
    ['2026-04-30', 30],
    ['2026-12-31', 31],
    ['0001-01-01', 31],
    ['9999-12-31', 31],
  ])('of %s has %i days', (day, length) => {
    const all = daysOfMonth(day)
    expect(all.length).toBe(length)
    expect(all[0]).toBe(firstOfMonth(day))
    expect(all).toContain(day)
    expect(all.at(-1)).toBe(`${day.slice(0, 8)}${length}`)
  })

  it('is the same for each of its days, in order and without a gap', () => {
    fc.assert(
      fc.property(days, day => {
        const all = daysOfMonth(day)
        expect(all.map(one => Number(one.slice(8)))).toEqual(all.map((_, index) => index + 1))
        expect(all.every(one => one.startsWith(day.slice(0, 7)))).toBe(true)
        expect(daysOfMonth(all.at(-1)!)).toEqual(all)
      }),
    )
  })
})
