import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDay, readMoment } from './moments.ts'

const EARLIEST = new Date('0001-01-01T00:00:00.000Z')
const LATEST = new Date('9999-12-31T23:59:59.999Z')
const dates = fc.date({ min: EARLIEST, max: LATEST, noInvalidDate: true })
const two = (number: number) => String(number).padStart(2, '0')

describe('a day', () => {
  it.each([
    '2026-03-01',
    '2026-12-31',
    '2024-02-29',
    '2000-02-29',
    '2400-02-29',
    '0000-02-29',
    '0001-01-01',
    '0099-06-30',
    '9999-12-31',
  ])('%s exists', text => {
    expect(readDay(text)).toBe(text)
  })

  it.each([
    ['has no 30 February', '2026-02-30'],
    ['has no 29 February in a common year', '2025-02-29'],
    ['has no 29 February in 1900', '1900-02-29'],
    ['has no 29 February in 2100', '2100-02-29'],
    ['has no 31 April', '2026-04-31'],
    ['has no day 0', '2026-03-00'],
    ['has no day 32', '2026-03-32'],
    ['has no month 0', '2026-00-10'],
    ['has no month 13', '2026-13-01'],
    ['is never empty', ''],
    ['has both leading zeros', '2026-3-01'],
    ['has both leading zeros', '2026-03-1'],
    ['has four digits of year', '226-03-01'],
    ['has four digits of year', '12026-03-01'],
    ['has no sign', '-2026-03-01'],
    ['has no sign', '+2026-03-01'],
    ['has no spaces', ' 2026-03-01'],
    ['has no spaces', '2026-03-01 '],
    ['has no line feed', '2026-03-01\n'],
    ['has hyphens', '20260301'],
    ['has hyphens', '2026/03/01'],
    ['is not a moment', '2026-03-01T00:00:00Z'],
    ['is written in ASCII digits', '２０２６-03-01'],
    ['is written in ASCII digits', '٢٠٢٦-03-01'],
    ['is no week', '2026-W10-1'],
    ['is no ordinal', '2026-060'],
    ['is no word', 'today'],
    ['is no number', '1772323200'],
  ])('%s: %j', (_why, text) => {
    expect(readDay(text)).toBeUndefined()
  })

  it('of any Date is read as itself', () => {
    fc.assert(
      fc.property(dates, date => {
        const day = date.toISOString().slice(0, 10)
        return readDay(day) === day
      }),
    )
  })

  it('that does not exist is refused, whatever its numbers', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(14), fc.nat(33), (year, month, day) => {
        const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
        const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        const exists = month >= 1 && month <= 12 && day >= 1 && day <= lengths[month - 1]!
        const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
        expect(readDay(text), text).toBe(exists ? text : undefined)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a moment', () => {
  it.each([
    ['a date is its first moment in UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['Z is UTC', '2026-03-01T08:30:00Z', '2026-03-01T08:30:00.000Z'],
    ['no offset is UTC', '2026-03-01T08:30:00', '2026-03-01T08:30:00.000Z'],
    ['seconds may be left out', '2026-03-01T08:30Z', '2026-03-01T08:30:00.000Z'],
    ['seconds and offset may be left out', '2026-03-01T08:30', '2026-03-01T08:30:00.000Z'],
    ['t and z may be small', '2026-03-01t08:30:00z', '2026-03-01T08:30:00.000Z'],
    ['milliseconds are kept', '2026-03-01T08:30:00.123Z', '2026-03-01T08:30:00.123Z'],
    ['a comma is a decimal sign', '2026-03-01T08:30:00,123Z', '2026-03-01T08:30:00.123Z'],
    ['a tenth is 100 ms', '2026-03-01T08:30:00.1Z', '2026-03-01T08:30:00.100Z'],
    ['a hundredth is 10 ms', '2026-03-01T08:30:00.01Z', '2026-03-01T08:30:00.010Z'],
    ['57 ms are 57 ms', '2026-03-01T08:30:00.057Z', '2026-03-01T08:30:00.057Z'],
    ['an offset east is earlier', '2026-03-01T08:30:00+01:00', '2026-03-01T07:30:00.000Z'],
    ['an offset west is later', '2026-03-01T08:30:00-05:30', '2026-03-01T14:00:00.000Z'],
    ['an offset needs no colon', '2026-03-01T08:30:00+0130', '2026-03-01T07:00:00.000Z'],
    ['an offset needs no minutes', '2026-03-01T08:30:00-08', '2026-03-01T16:30:00.000Z'],
    ['an offset may follow a fraction', '2026-03-01T08:30:00.5+01:00', '2026-03-01T07:30:00.500Z'],
    ['an offset may follow minutes', '2026-03-01T08:30+01:00', '2026-03-01T07:30:00.000Z'],
    ['an offset may cross midnight', '2026-03-01T00:30:00+01:00', '2026-02-28T23:30:00.000Z'],
    ['an offset may cross a leap day', '2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00.000Z'],
    ['an offset may cross the year', '2025-12-31T23:30:00-01:00', '2026-01-01T00:30:00.000Z'],
    ['an offset of quarter hours', '2026-03-01T08:30:00+05:45', '2026-03-01T02:45:00.000Z'],
    ['an offset of zero either way', '2026-03-01T08:30:00-00:00', '2026-03-01T08:30:00.000Z'],
    ['a space is the plus it was', '2026-03-01T08:30:00 01:00', '2026-03-01T07:30:00.000Z'],
    ['a space is the plus it was', '2026-03-01T08:30 0130', '2026-03-01T07:00:00.000Z'],
    ['the last second of the day', '2026-03-01T23:59:59.999Z', '2026-03-01T23:59:59.999Z'],
    ['leap day of 2000', '2000-02-29T12:00:00Z', '2000-02-29T12:00:00.000Z'],
    ['leap day of 2024', '2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['finer than a millisecond rounds up', '2026-03-01T08:30:00.1230001Z', '2026-03-01T08:30:00.124Z'],
    ['zeros beyond a millisecond do not', '2026-03-01T08:30:00.1230000Z', '2026-03-01T08:30:00.123Z'],
    ['microseconds round up', '2026-03-01T08:30:00.000001Z', '2026-03-01T08:30:00.001Z'],
    ['rounding up may carry', '2026-12-31T23:59:59.9999Z', '2027-01-01T00:00:00.000Z'],
    ['year 0 is the beginning of time', '0000-06-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['a date in year 0 as well', '0000-01-01', '0001-01-01T00:00:00.000Z'],
    ['before year 1 by offset', '0001-01-01T00:00:00+23:59', '0001-01-01T00:00:00.000Z'],
    ['after year 9999 by offset', '9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59.999Z'],
    ['after year 9999 by rounding', '9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s: %s', (_what, text, iso) => {
    expect(readMoment(text)?.toISOString()).toBe(iso)
  })

  it.each([
    '',
    ' ',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T24:00',
    '2026-03-01T25:00:00Z',
    '2026-03-01T08:60:00Z',
    '2026-03-01T08:30:60Z',
    '2026-06-30T23:59:60Z',
    '2026-03-01T08',
    '2026-03-01T8:30:00Z',
    '2026-03-01T',
    '2026-03-01Z',
    '2026-03-01+01:00',
    '2026-03-01 08:30:00',
    '2026-03-01T083000Z',
    '20260301T083000Z',
    '2026-03-01T08:30:00.Z',
    '2026-03-01T08:30:00.123.4Z',
    '2026-03-01T08:30.5Z',
    '2026-03-01T08:30:00+24:00',
    '2026-03-01T08:30:00+01:60',
    '2026-03-01T08:30:00+1',
    '2026-03-01T08:30:00+1:00',
    '2026-03-01T08:30:00+01:0',
    '2026-03-01T08:30:00+01:',
    '2026-03-01T08:30:00+',
    '2026-03-01T08:30:00 ',
    ' 2026-03-01T08:30:00Z',
    '2026-03-01T08:30:00Z ',
    '2026-03-01T08:30:00Z\n',
    '2026-03-01T08:30:00ZZ',
    '2026-03-01T08:30:00Z+01:00',
    '2026-03-01T08:30:00[Europe/Zurich]',
    '2026-03-01T08:30:00 GMT',
    '+002026-03-01T08:30:00Z',
    '-000001-03-01T08:30:00Z',
    '+010000-01-01T00:00:00.000Z',
    '2026-03-01T08:30:00\u22125:00',
    'Sun, 01 Mar 2026 08:30:00 GMT',
    '1772323200',
    '1772323200000',
    'now',
    'NaN',
    'null',
    'infinity',
    '-infinity',
    'epoch',
  ])('%j is refused', text => {
    expect(readMoment(text)).toBeUndefined()
  })

  it('with an endless fraction is refused', () => {
    expect(readMoment(`2026-03-01T08:30:00.${'1'.repeat(10_000)}Z`)).toBeUndefined()
  })

  it('of any Date is read back from its ISO text', () => {
    fc.assert(
      fc.property(dates, date => {
        expect(readMoment(date.toISOString())?.getTime()).toBe(date.getTime())
      }),
      { numRuns: 1000 },
    )
  })

  it('is the same whatever offset it is written with, and whether its plus became a space', () => {
    const inner = fc.date({
      min: new Date('0001-01-03T00:00:00.000Z'),
      max: new Date('9999-12-29T23:59:59.999Z'),
      noInvalidDate: true,
    })
    const offsets = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })
    fc.assert(
      fc.property(inner, offsets, fc.constantFrom(':', ''), (date, offset, colon) => {
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const size = Math.abs(offset)
        const zone = `${two(Math.floor(size / 60))}${colon}${two(size % 60)}`
        expect(readMoment(`${local}${offset < 0 ? '-' : '+'}${zone}`)).toEqual(date)
        if (offset >= 0) expect(readMoment(`${local} ${zone}`)).toEqual(date)
      }),
      { numRuns: 1000 },
    )
  })

  it('finer than a millisecond is the next millisecond, whichever the digits', () => {
    const digits = fc.stringMatching(/^\d{1,18}$/)
    fc.assert(
      fc.property(digits, fraction => {
        const picoseconds = BigInt(fraction.padEnd(18, '0'))
        const up = (picoseconds + 10n ** 15n - 1n) / 10n ** 15n
        expect(readMoment(`2026-03-01T08:30:00.${fraction}Z`)?.getTime()).toBe(
          Date.UTC(2026, 2, 1, 8, 30) + Number(up),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('never leaves the calendar that PostgreSQL and JavaScript share', () => {
    const years = fc.constantFrom('0000', '0001', '9998', '9999')
    const signs = fc.constantFrom('+', '-', ' ')
    fc.assert(
      fc.property(
        years,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.nat(23),
        signs,
        fc.nat(23),
        fc.nat(59),
        (year, month, day, hour, sign, offsetHour, offsetMinute) => {
          const text = `${year}-${two(month)}-${two(day)}T${two(hour)}:59:59.9999${sign}${two(offsetHour)}:${two(offsetMinute)}`
          const time = readMoment(text)!.getTime()
          expect(time).toBeGreaterThanOrEqual(EARLIEST.getTime())
          expect(time).toBeLessThanOrEqual(LATEST.getTime())
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is undefined or within the calendar for any text, and never an exception', () => {
    const mutated = fc
      .tuple(dates, fc.nat(25), fc.string({ unit: 'binary', maxLength: 3 }))
      .map(([date, at, junk]) => {
        const text = date.toISOString()
        return text.slice(0, at) + junk + text.slice(at + 1)
      })
    const lookalike = fc.stringMatching(/^[-0-9TZtz:.,+ ]{0,40}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), mutated, lookalike), text => {
        const moment = readMoment(text)
        if (moment === undefined) return
        expect(moment.getTime()).toBeGreaterThanOrEqual(EARLIEST.getTime())
        expect(moment.getTime()).toBeLessThanOrEqual(LATEST.getTime())
      }),
      { numRuns: 5000 },
    )
  })
})
