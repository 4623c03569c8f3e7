// What a tenant is charged for, as it stood on a day. Pure: no database, no clock.
import { addDays, type Day, daysOfMonth, firstOfMonth } from '../days.ts'

type BillableStatus = 'Trial' | 'Billable' | 'Paused' | 'NotBillable'

/** Paused on `pausedOn` and every later day before `resumedOn`; open when that is null. */
export interface Pause {
  pausedOn: Day
  resumedOn: Day | null
}

export interface BillingFacts {
  onboardedOn: Day
  trialDays: number
  /** The first day on which it is no longer watched. */
  offboardedOn: Day | null
  /** The organization's own tenants are watched but never charged for. */
  isInternal: boolean
  pauses: Pause[]
}

export interface Bill {
  isPaused: boolean
  firstBillableDate: Day | null
  billableStatus: BillableStatus
  proratingPercentageThisMonth: number
}

/** In the report of every day from onboarding to the end of the month in which it was last watched. */
export const isReported = (asOf: Day, { onboardedOn, offboardedOn }: BillingFacts): boolean =>
  onboardedOn <= asOf && (offboardedOn === null || offboardedOn > firstOfMonth(asOf))

export function billOn(asOf: Day, facts: BillingFacts): Bill {
  const { offboardedOn, pauses } = asKnownOn(asOf, facts)
  const isPausedOn = (day: Day) =>
    pauses.some(({ pausedOn, resumedOn }) => pausedOn <= day && (resumedOn === null || day < resumedOn))
  // An offboarded tenant is reported as it stood on its last day.
  const lastDay = offboardedOn === null ? asOf : addDays(offboardedOn, -1)
  const isPaused = isPausedOn(lastDay)
  if (facts.isInternal)
    return {
      isPaused,
      firstBillableDate: null,
      billableStatus: 'NotBillable',
      proratingPercentageThisMonth: 0,
    }
  const firstBillableDate = addDays(facts.onboardedOn, facts.trialDays)
  const days = daysOfMonth(asOf)
  const billable = days.filter(
    day => day >= firstBillableDate && !isPausedOn(day) && (offboardedOn === null || day < offboardedOn),
  )
  return {
    isPaused,
    firstBillableDate,
    billableStatus: isPaused ? 'Paused' : lastDay < firstBillableDate ? 'Trial' : 'Billable',
    proratingPercentageThisMonth: Math.round((10_000 * billable.length) / days.length) / 100,
  }
}

/** A report for a past day must not change with what came later: later pauses, resumptions and offboarding are unknown. */
function asKnownOn(
  asOf: Day,
  { offboardedOn, pauses }: BillingFacts,
): Pick<BillingFacts, 'offboardedOn' | 'pauses'> {
  return {
    offboardedOn: offboardedOn !== null && offboardedOn <= asOf ? offboardedOn : null,
    pauses: pauses
      .filter(({ pausedOn }) => pausedOn <= asOf)
      .map(({ pausedOn, resumedOn }) => ({
        pausedOn,
        resumedOn: resumedOn !== null && resumedOn <= asOf ? resumedOn : null,
      })),
  }
}
