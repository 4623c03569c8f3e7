import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Absence, type Bill, type BillingFacts, billOn, isReported, type Pause } from './billing.ts'

const facts = (some: Partial<BillingFacts> = {}): BillingFacts => ({
  onboardedOn: '2025-01-01',
  trialDays: 14,
  offboardedOn: null,
  absences: [],
  isInternal: false,
  pauses: [],
  ...some,
})
const pause = (pausedOn: string, resumedOn: string | null = null): Pause => ({ pausedOn, resumedOn })
const away = (leftOn: string, returnedOn: string, wasInternal = false): Absence => ({
  leftOn,
  returnedOn,
  wasInternal,
})

type Case = [
  clause: string,
  asOf: string,
  facts: Partial<BillingFacts>,
  status: Bill['billableStatus'],
  percentage: number,
]

describe('a tenant', () => {
  const whole: Case[] = [
    ['is charged a whole month of 31 days', '2026-03-10', {}, 'Billable', 100],
    ['is charged a whole month of 30 days', '2026-04-30', {}, 'Billable', 100],
    ['is charged a whole month of 28 days', '2026-02-01', {}, 'Billable', 100],
    ['is charged a whole month of 29 days', '2028-02-29', {}, 'Billable', 100],
    ['is charged through the end of a month that has only begun', '2026-03-01', {}, 'Billable', 100],
  ]

  const trial: Case[] = [
    ['is on trial on the day it comes', '2026-03-10', { onboardedOn: '2026-03-10' }, 'Trial', 25.81],
    [
      'is charged from the day after its trial, foretold',
      '2026-03-11',
      { onboardedOn: '2026-03-10' },
      'Trial',
      25.81,
    ],
    ['is on trial on its last trial day', '2026-03-23', { onboardedOn: '2026-03-10' }, 'Trial', 25.81],
    ['is billable on its first billable day', '2026-03-24', { onboardedOn: '2026-03-10' }, 'Billable', 25.81],
    ['is charged half of a month of 30 days', '2026-04-30', { onboardedOn: '2026-04-02' }, 'Billable', 50],
    ['is charged half of a month of 28 days', '2026-02-28', { onboardedOn: '2026-02-01' }, 'Billable', 50],
    [
      'is charged 15 of 29 days in a leap year',
      '2028-02-29',
      { onboardedOn: '2028-02-01' },
      'Billable',
      51.72,
    ],
    [
      'is charged the whole month when billable from the 1st',
      '2026-03-05',
      { onboardedOn: '2026-02-15' },
      'Billable',
      100,
    ],
    ['is charged nothing in the month before', '2026-02-28', { onboardedOn: '2026-02-15' }, 'Trial', 0],
    [
      'is charged one day when billable from the 31st',
      '2026-03-31',
      { onboardedOn: '2026-03-17' },
      'Billable',
      3.23,
    ],
    ['is charged one day of 28', '2026-02-28', { onboardedOn: '2026-02-14' }, 'Billable', 3.57],
    ['has its trial run over a leap day', '2028-03-01', { onboardedOn: '2028-02-20' }, 'Trial', 87.1],
    ['has its trial run over the year', '2026-01-03', { onboardedOn: '2025-12-21' }, 'Trial', 90.32],
    ['may have no trial', '2026-03-10', { onboardedOn: '2026-03-10', trialDays: 0 }, 'Billable', 70.97],
    [
      'may have no trial from the 1st',
      '2026-03-01',
      { onboardedOn: '2026-03-01', trialDays: 0 },
      'Billable',
      100,
    ],
    ['may have a trial of years', '2026-03-10', { onboardedOn: '2025-01-01', trialDays: 3650 }, 'Trial', 0],
  ]

  const pauses: Case[] = [
    [
      'is not charged for a pause inside the month',
      '2026-03-31',
      { pauses: [pause('2026-03-10', '2026-03-20')] },
      'Billable',
      67.74,
    ],
    [
      'is charged for the day it is resumed',
      '2026-03-31',
      { pauses: [pause('2026-03-10', '2026-03-11')] },
      'Billable',
      96.77,
    ],
    [
      'is not charged for a pause from before the month',
      '2026-03-31',
      { pauses: [pause('2026-02-10', '2026-03-11')] },
      'Billable',
      67.74,
    ],
    [
      'is not charged for a pause through the whole month',
      '2026-03-15',
      { pauses: [pause('2026-02-10', '2026-04-10')] },
      'Paused',
      0,
    ],
    [
      'is charged whole once a pause ended on the 1st',
      '2026-03-01',
      { pauses: [pause('2026-02-10', '2026-03-01')] },
      'Billable',
      100,
    ],
    [
      'is charged for none of a month it is paused for',
      '2026-02-28',
      { pauses: [pause('2026-02-01', '2026-03-01')] },
      'Paused',
      0,
    ],
    ['is paused on the day it is paused', '2026-03-10', { pauses: [pause('2026-03-10')] }, 'Paused', 29.03],
    ['is not yet paused the day before', '2026-03-09', { pauses: [pause('2026-03-10')] }, 'Billable', 100],
    ['is charged up to an open pause', '2026-03-31', { pauses: [pause('2026-03-10')] }, 'Paused', 29.03],
    [
      'is charged nothing in later months of an open pause',
      '2026-06-15',
      { pauses: [pause('2026-03-10')] },
      'Paused',
      0,
    ],
    [
      'is paused until it is known to be resumed',
      '2026-03-19',
      { pauses: [pause('2026-03-10', '2026-03-20')] },
      'Paused',
      29.03,
    ],
    [
      'is not paused on the day it is resumed',
      '2026-03-20',
      { pauses: [pause('2026-03-10', '2026-03-20')] },
      'Billable',
      67.74,
    ],
    [
      'paused and resumed on one day was never paused',
      '2026-03-10',
      { pauses: [pause('2026-03-10', '2026-03-10')] },
      'Billable',
      100,
    ],
    [
      'is paused on the last day of the month',
      '2026-03-31',
      { pauses: [pause('2026-03-31')] },
      'Paused',
      96.77,
    ],
    ['is paused on the 1st', '2026-03-01', { pauses: [pause('2026-03-01')] }, 'Paused', 0],
    ['is paused on a leap day', '2028-02-29', { pauses: [pause('2028-02-29')] }, 'Paused', 96.55],
    [
      'may be paused several times',
      '2026-03-31',
      {
        pauses: [
          pause('2026-03-02', '2026-03-04'),
          pause('2026-03-10', '2026-03-11'),
          pause('2026-03-20', '2026-03-30'),
        ],
      },
      'Billable',
      58.06,
    ],
    [
      'may be paused again on the day it was resumed',
      '2026-03-31',
      { pauses: [pause('2026-03-10', '2026-03-15'), pause('2026-03-15', '2026-03-20')] },
      'Billable',
      67.74,
    ],
    [
      'is not charged less for pauses that overlap',
      '2026-03-31',
      { pauses: [pause('2026-03-10', '2026-03-20'), pause('2026-03-12', '2026-03-15')] },
      'Billable',
      67.74,
    ],
    [
      'may be paused before and during the month',
      '2026-03-31',
      { pauses: [pause('2026-02-10', '2026-03-06'), pause('2026-03-27')] },
      'Paused',
      67.74,
    ],
    [
      'may be paused in another month alone',
      '2026-03-31',
      { pauses: [pause('2026-02-10', '2026-02-20')] },
      'Billable',
      100,
    ],
  ]

  const trialAndPause: Case[] = [
    [
      'is paused before it is on trial',
      '2026-03-15',
      { onboardedOn: '2026-03-10', pauses: [pause('2026-03-12')] },
      'Paused',
      0,
    ],
    [
      'is on trial again when resumed in its trial',
      '2026-03-15',
      { onboardedOn: '2026-03-10', pauses: [pause('2026-03-12', '2026-03-14')] },
      'Trial',
      25.81,
    ],
    [
      'has no longer a trial for having been paused in it',
      '2026-03-24',
      { onboardedOn: '2026-03-10', pauses: [pause('2026-03-12', '2026-03-20')] },
      'Billable',
      25.81,
    ],
    [
      'is charged from the resumption when paused over the end of its trial',
      '2026-03-31',
      { onboardedOn: '2026-03-10', pauses: [pause('2026-03-20', '2026-03-29')] },
      'Billable',
      9.68,
    ],
  ]

  const offboarding: Case[] = [
    [
      'is charged until the day before it leaves',
      '2026-03-31',
      { offboardedOn: '2026-03-11' },
      'Billable',
      32.26,
    ],
    [
      'is charged the same on the day it leaves',
      '2026-03-11',
      { offboardedOn: '2026-03-11' },
      'Billable',
      32.26,
    ],
    [
      'is charged whole while its leaving is not known',
      '2026-03-10',
      { offboardedOn: '2026-03-11' },
      'Billable',
      100,
    ],
    [
      'is charged one day when it leaves on the 2nd',
      '2026-03-31',
      { offboardedOn: '2026-03-02' },
      'Billable',
      3.23,
    ],
    [
      'is charged all but one day when it leaves on the last',
      '2026-03-31',
      { offboardedOn: '2026-03-31' },
      'Billable',
      96.77,
    ],
    [
      'is charged nothing when it leaves in its trial',
      '2026-03-31',
      { onboardedOn: '2026-03-10', offboardedOn: '2026-03-15' },
      'Trial',
      0,
    ],
    [
      'is charged nothing when it leaves on its first billable day',
      '2026-03-31',
      { onboardedOn: '2026-03-10', offboardedOn: '2026-03-24' },
      'Trial',
      0,
    ],
    [
      'is charged the one billable day before it leaves',
      '2026-03-31',
      { onboardedOn: '2026-03-10', offboardedOn: '2026-03-25' },
      'Billable',
      3.23,
    ],
    [
      'is reported as paused when it was on its last day',
      '2026-03-31',
      { offboardedOn: '2026-03-21', pauses: [pause('2026-03-11')] },
      'Paused',
      32.26,
    ],
    [
      'is not reported as paused for a pause on the day it leaves',
      '2026-03-31',
      { offboardedOn: '2026-03-11', pauses: [pause('2026-03-11')] },
      'Billable',
      32.26,
    ],
    [
      'is charged neither for a pause nor after leaving',
      '2026-03-31',
      { offboardedOn: '2026-03-21', pauses: [pause('2026-03-06', '2026-03-16')] },
      'Billable',
      32.26,
    ],
  ]

  const internal: Case[] = [
    [
      "is not charged for when it is the organization's own",
      '2026-03-10',
      { isInternal: true },
      'NotBillable',
      0,
    ],
    [
      'is its own before it is on trial',
      '2026-03-10',
      { isInternal: true, onboardedOn: '2026-03-10' },
      'NotBillable',
      0,
    ],
    [
      'is its own before it is paused',
      '2026-03-10',
      { isInternal: true, pauses: [pause('2026-03-01')] },
      'NotBillable',
      0,
    ],
  ]

  const returning: Case[] = [
    [
      'is not charged for the days it was away',
      '2026-03-31',
      { absences: [away('2026-03-11', '2026-03-21')] },
      'Billable',
      67.74,
    ],
    [
      'is charged as one that has left while its return is not known',
      '2026-03-20',
      { absences: [away('2026-03-11', '2026-03-21')] },
      'Billable',
      32.26,
    ],
    [
      'is charged whole while neither is known',
      '2026-03-10',
      { absences: [away('2026-03-11', '2026-03-21')] },
      'Billable',
      100,
    ],
    [
      'that left months ago is charged from the day it returns',
      '2026-03-21',
      { absences: [away('2025-11-05', '2026-03-21')] },
      'Billable',
      35.48,
    ],
    [
      'has no second trial',
      '2026-03-21',
      { onboardedOn: '2025-11-01', absences: [away('2025-11-05', '2026-03-21')] },
      'Billable',
      35.48,
    ],
    [
      'has what is left of its trial',
      '2026-03-12',
      { onboardedOn: '2026-03-01', absences: [away('2026-03-05', '2026-03-10')] },
      'Trial',
      54.84,
    ],
    [
      'offboarded and connected again on one day was never away',
      '2026-03-31',
      { absences: [away('2026-03-11', '2026-03-11')] },
      'Billable',
      100,
    ],
    [
      'may leave, return and leave again in one month',
      '2026-03-31',
      { absences: [away('2026-03-06', '2026-03-11')], offboardedOn: '2026-03-16' },
      'Billable',
      32.26,
    ],
    [
      'that leaves on the day it returns stands as before',
      '2026-03-31',
      {
        absences: [away('2026-03-11', '2026-03-21')],
        offboardedOn: '2026-03-21',
        pauses: [pause('2026-03-10', '2026-03-21')],
      },
      'Paused',
      29.03,
    ],
    [
      "that returns as the organization's own is charged for what it was before",
      '2026-03-31',
      { isInternal: true, absences: [away('2026-03-11', '2026-03-21')] },
      'NotBillable',
      32.26,
    ],
    [
      "that was the organization's own is charged from its return",
      '2026-03-31',
      { absences: [away('2026-03-11', '2026-03-21', true)] },
      'Billable',
      35.48,
    ],
    [
      "is not taken for the organization's own before it returns as that",
      '2026-03-15',
      { isInternal: true, absences: [away('2026-03-11', '2026-03-21')] },
      'Billable',
      32.26,
    ],
  ]

  it.each([...whole, ...trial, ...pauses, ...trialAndPause, ...offboarding, ...internal, ...returning])(
    '%s: as of %s',
    (_clause, asOf, some, billableStatus, proratingPercentageThisMonth) => {
      expect(billOn(asOf, facts(some))).toMatchObject({ billableStatus, proratingPercentageThisMonth })
    },
  )

  it.each([
    ['2026-03-10', 14, '2026-03-24'],
    ['2026-03-10', 0, '2026-03-10'],
    ['2026-02-15', 14, '2026-03-01'],
    ['2028-02-15', 14, '2028-02-29'],
    ['2025-12-25', 14, '2026-01-08'],
    ['2026-01-01', 30, '2026-01-31'],
  ])('onboarded on %s with %i days of trial is first billable on %s', (onboardedOn, trialDays, date) => {
    expect(billOn('2026-03-10', facts({ onboardedOn, trialDays })).firstBillableDate).toBe(date)
  })

  it("of the organization's own has no first billable date", () => {
    expect(billOn('2026-03-10', facts({ isInternal: true })).firstBillableDate).toBeNull()
  })

  it('is paused whatever its status says', () => {
    const paused = { pauses: [pause('2026-03-01')] }
    expect(billOn('2026-03-10', facts({ ...paused, isInternal: true })).isPaused).toBe(true)
    expect(billOn('2026-03-10', facts({ ...paused, onboardedOn: '2026-03-01' })).isPaused).toBe(true)
    expect(billOn('2026-03-10', facts(paused)).isPaused).toBe(true)
    expect(billOn('2026-03-10', facts()).isPaused).toBe(false)
  })
})

describe('the report', () => {
  it.each([
    [true, 'a tenant on the day it comes', '2026-03-10', '2026-03-10', null],
    [false, 'a tenant the day before', '2026-03-09', '2026-03-10', null],
    [true, 'a tenant years later', '2029-01-01', '2026-03-10', null],
    [true, 'a tenant before it leaves', '2026-05-10', '2026-03-10', '2026-05-11'],
    [true, 'a tenant on the day it leaves', '2026-05-11', '2026-03-10', '2026-05-11'],
    [true, 'a tenant to the end of the month it leaves in', '2026-05-31', '2026-03-10', '2026-05-11'],
    [false, 'a tenant in the month after', '2026-06-01', '2026-03-10', '2026-05-11'],
    [true, 'a tenant that leaves on the 1st until the day before', '2026-05-31', '2026-03-10', '2026-06-01'],
    [false, 'a tenant that leaves on the 1st from that day', '2026-06-01', '2026-03-10', '2026-06-01'],
    [
      true,
      'a tenant that leaves on the 2nd to the end of that month',
      '2026-06-30',
      '2026-03-10',
      '2026-06-02',
    ],
  ])('%s: has %s', (isIn, _what, asOf, onboardedOn, offboardedOn) => {
    expect(isReported(asOf, facts({ onboardedOn, offboardedOn }))).toBe(isIn)
  })
})

// Days as whole numbers since 1970, so that the recount shares nothing with what it checks.
const EPOCH = Date.UTC(1970, 0, 1)
const number = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return (Date.UTC(year!, month! - 1, date!) - EPOCH) / 86_400_000
}
const text = (day: number) => new Date(EPOCH + day * 86_400_000).toISOString().slice(0, 10)

/** Walks the month day by day with what was known on `asOf`. */
function recount(
  asOf: string,
  { onboardedOn, trialDays, offboardedOn, absences, isInternal, pauses }: BillingFacts,
): Bill {
  const today = number(asOf)
  const isKnown = (day: string | null): day is string => day !== null && number(day) <= today
  const isPausedOn = (day: number) => {
    for (const { pausedOn, resumedOn } of pauses) {
      if (!isKnown(pausedOn) || number(pausedOn) > day) continue
      if (isKnown(resumedOn) && number(resumedOn) <= day) continue
      return true
    }
    return false
  }
  const firstBillable = number(onboardedOn) + trialDays
  const times = absences.map(({ leftOn, returnedOn, wasInternal }) => ({
    left: number(leftOn),
    returned: number(returnedOn),
    wasInternal,
  }))
  const isAwayOn = (day: number) => {
    if (isKnown(offboardedOn) && number(offboardedOn) <= day) return true
    for (const { left, returned } of times) {
      if (left > today || left > day) continue
      if (returned <= today && returned <= day) continue
      return true
    }
    return false
  }
  const isOwnOn = (day: number) =>
    times.find(({ left }) => left > Math.min(day, today))?.wasInternal ?? isInternal
  const month = asOf.slice(0, 7)
  let length = 0
  let charged = 0
  for (let day = number(`${month}-01`); text(day).startsWith(month); day++) {
    length++
    if (day < firstBillable || isAwayOn(day) || isPausedOn(day) || isOwnOn(day)) continue
    charged++
  }
  let stands = today
  while (stands >= number(onboardedOn) && isAwayOn(stands)) stands--
  const isPaused = isPausedOn(stands)
  const status = isPaused ? 'Paused' : stands < firstBillable ? 'Trial' : 'Billable'
  return {
    isPaused,
    firstBillableDate: isOwnOn(stands) ? null : text(firstBillable),
    billableStatus: isOwnOn(stands) ? 'NotBillable' : status,
    proratingPercentageThisMonth: Number(((charged * 100) / length).toFixed(2)),
  }
}

const FROM = number('2023-11-01')
const somedays = fc.integer({ min: FROM, max: FROM + 200 })
const allFacts: fc.Arbitrary<BillingFacts> = fc
  .record({
    onboarded: somedays,
    trialDays: fc.oneof(fc.constant(14), fc.nat(60)),
    watched: fc.option(fc.nat(150), { nil: null }),
    isInternal: fc.boolean().chain(one => (one ? fc.boolean() : fc.constant(false))),
    // One after the other, as they are recorded; the last may be open.
    pauses: fc.array(fc.record({ gap: fc.nat(40), length: fc.nat(40) }), { maxLength: 5 }),
    isOpen: fc.boolean(),
    absences: fc.array(fc.record({ gap: fc.nat(40), length: fc.nat(60), wasInternal: fc.boolean() }), {
      maxLength: 3,
    }),
  })
  .map(({ onboarded, trialDays, watched, isInternal, pauses, isOpen, absences }) => {
    let day = onboarded
    let back = onboarded
    const times = absences.map(({ gap, length, wasInternal }) => {
      const left = back + gap
      back = left + length
      return away(text(left), text(back), wasInternal)
    })
    return {
      onboardedOn: text(onboarded),
      trialDays,
      offboardedOn: watched === null ? null : text(back + watched),
      absences: times,
      isInternal,
      pauses: pauses.map(({ gap, length }, index) => {
        const begins = day + gap
        day = begins + length
        return pause(text(begins), isOpen && index === pauses.length - 1 ? null : text(day))
      }),
    }
  })
const asOfs = fc.integer({ min: FROM, max: FROM + 400 }).map(text)

describe('a bill', () => {
  it('is what a recount day by day comes to', () => {
    fc.assert(
      fc.property(asOfs, allFacts, (asOf, some) => {
        fc.pre(isReported(asOf, some))
        expect(billOn(asOf, some)).toEqual(recount(asOf, some))
      }),
      { numRuns: 3000 },
    )
  })

  it('is from 0 to 100 percent with two decimals at most', () => {
    fc.assert(
      fc.property(asOfs, allFacts, (asOf, some) => {
        const { proratingPercentageThisMonth: percentage } = billOn(asOf, some)
        expect(percentage).toBeGreaterThanOrEqual(0)
        expect(percentage).toBeLessThanOrEqual(100)
        expect(String(percentage)).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
      { numRuns: 1000 },
    )
  })

  it('never changes by what is dated after its day', () => {
    const laterDays = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(asOfs, allFacts, laterDays, fc.nat(60), laterDays, (asOf, some, gap, length, leaves) => {
        fc.pre(some.onboardedOn <= asOf)
        const today = number(asOf)
        const next = some.absences.find(({ returnedOn }) => returnedOn > asOf)
        const leftOn = next ? next.leftOn : some.offboardedOn
        const known: BillingFacts = {
          ...some,
          absences: some.absences.filter(({ returnedOn }) => returnedOn <= asOf),
          isInternal: next?.wasInternal ?? some.isInternal,
          offboardedOn: leftOn !== null && leftOn <= asOf ? leftOn : null,
          pauses: some.pauses
            .filter(({ pausedOn }) => pausedOn <= asOf)
            .map(({ pausedOn, resumedOn }) =>
              pause(pausedOn, resumedOn !== null && resumedOn <= asOf ? resumedOn : null),
            ),
        }
        const since: BillingFacts = {
          ...known,
          offboardedOn: known.offboardedOn ?? text(today + leaves),
          pauses: [
            ...known.pauses.map(({ pausedOn, resumedOn }) => pause(pausedOn, resumedOn ?? text(today + gap))),
            pause(text(today + gap), text(today + gap + length)),
            pause(text(today + gap + length), null),
          ],
        }
        // Back again, and as something else.
        const back: BillingFacts = {
          ...since,
          absences: [
            ...known.absences,
            away(since.offboardedOn!, text(today + leaves + gap), known.isInternal),
          ],
          offboardedOn: null,
          isInternal: !known.isInternal,
        }
        for (const later of [some, since, back]) {
          expect(isReported(asOf, later)).toBe(isReported(asOf, known))
          if (isReported(asOf, known)) expect(billOn(asOf, later)).toEqual(billOn(asOf, known))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('does not depend on the order in which pauses are told', () => {
    fc.assert(
      fc.property(asOfs, allFacts, (asOf, some) => {
        expect(billOn(asOf, { ...some, pauses: some.pauses.toReversed() })).toEqual(billOn(asOf, some))
      }),
    )
  })
})
