import { describe, expect, it } from 'vitest'
import { addDays } from '../days.ts'
import { type DayCounts, rateOf } from './rate.ts'

// Tuesday.
const NOW = new Date('2026-03-10T12:30:00.000Z')
const LONG_AGO = new Date('2026-01-01T00:00:00.000Z')

/** Weeks of a feed that brings `inHours` from 8 to 18 on working days and `otherwise` at other hours. */
function feed({
  inHours,
  otherwise = 0,
  days = 28,
  until = NOW,
}: {
  inHours: number
  otherwise?: number
  days?: number
  until?: Date
}): DayCounts[] {
  return Array.from({ length: days + 1 }, (_, n) => {
    const day = addDays('2026-03-10', n - days)
    const isWorking = ![0, 6].includes(new Date(day).getUTCDay())
    const counts = Array.from({ length: 24 }, (_, hour) => {
      if (Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00.000Z`) > until.getTime()) return 0
      return isWorking && hour >= 8 && hour < 18 ? inHours : otherwise
    })
    return { day, counts }
  })
}
const rate = (days: DayCounts[], lastRecordAt: Date | null, now = NOW, watchingSince = LONG_AGO) =>
  rateOf(days, { now, watchingSince, lastRecordAt })

it('compares an hour with the same hour of other weeks', () => {
  expect(rate(feed({ inHours: 30, otherwise: 2 }), NOW)).toEqual({
    perHour: 30,
    usual: 30,
    silentSince: null,
  })
  // Sunday, 12:00: the quiet norm of Sundays.
  const sunday = new Date('2026-03-08T12:30:00.000Z')
  expect(rate(feed({ inHours: 30, otherwise: 2 }), sunday, sunday)).toMatchObject({ usual: 2 })
})

it('knows nothing usual before a week has passed', () => {
  expect(rate(feed({ inHours: 30, days: 5 }), NOW)).toMatchObject({ usual: null, silentSince: null })
})

describe('silence', () => {
  const brokeOff = new Date('2026-03-10T08:30:00.000Z')
  it('of a busy feed is seen within hours', () => {
    expect(rate(feed({ inHours: 30, until: brokeOff }), brokeOff).silentSince).toEqual(brokeOff)
  })
  it('of a feed that brings little is no sign until enough is missing', () => {
    const days = feed({ inHours: 1, until: brokeOff })
    expect(rate(days, brokeOff).silentSince).toBeNull()
    expect(rate(days, brokeOff, new Date('2026-03-12T17:30:00.000Z')).silentSince).toEqual(brokeOff)
  })
  it('at night and at the weekend is nothing, where these are always quiet', () => {
    const friday = new Date('2026-03-06T17:30:00.000Z')
    expect(
      rate(feed({ inHours: 30, until: friday }), friday, new Date('2026-03-09T07:30:00.000Z')).silentSince,
    ).toBeNull()
  })
  it('is not made of the hours that vendors take to deliver', () => {
    const justNow = new Date('2026-03-10T10:59:00.000Z')
    expect(rate(feed({ inHours: 500, until: justNow }), justNow).silentSince).toBeNull()
  })
  it('does not count what happened while nobody watched', () => {
    const watching = new Date('2026-03-10T12:00:00.000Z')
    expect(rate(feed({ inHours: 30, until: brokeOff }), brokeOff, NOW, watching).silentSince).toBeNull()
  })
  it('is not forgotten because it has become usual', () => {
    const days = feed({ inHours: 30, until: new Date('2026-02-25T00:00:00.000Z') })
    expect(rate(days, new Date('2026-02-24T17:59:00.000Z')).silentSince).not.toBeNull()
  })
  it('of a feed that never brought anything is no silence', () => {
    expect(rate([], null)).toEqual({ perHour: 0, usual: null, silentSince: null })
  })
})
