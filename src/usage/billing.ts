// What a tenant is charged for, as it stood on a day. Pure: no database, no clock.
import { addDays, type Day, daysOfMonth, firstOfMonth } from '../days.ts'

type BillableStatus = 'Trial' | 'Billable' | 'Paused' | 'NotBillable'

/** Paused on `pausedOn` and every later day before `resumedOn`; open when that is null. */
export interface Pause {
  pausedOn: Day
  resumedOn: Day | null
}

/** Offboarded on `leftOn` and connected again on `returnedOn`: not watched in between. */
export interface Absence {
  leftOn: Day
  returnedOn: Day
  /** What it was until it left. */
  wasInternal: boolean
}

export interface BillingFacts {
  /** The first day it was ever watched: its trial is counted from there, once. */
  onboardedOn: Day
  trialDays: number
  /** The first day on which it is no longer watched; null while it is. */
  offboardedOn: Day | null
  /** Before that, oldest first. */
  absences: Absence[]
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

/** Days on end on which it was watched: from `from` to the day before `until`, which is null while it lasts. */
interface Watch {
  from: Day
  until: Day | null
  isInternal: boolean
}

/** In the report of every day from onboarding to the end of the month in which it was last watched. */
export function isReported(asOf: Day, facts: BillingFacts): boolean {
  if (facts.onboardedOn > asOf) return false
  const { until } = watchesKnownOn(asOf, facts).at(-1)!
  return until === null || until > firstOfMonth(asOf)
}

export function billOn(asOf: Day, facts: BillingFacts): Bill {
  const pauses = pausesKnownOn(asOf, facts)
  const watches = watchesKnownOn(asOf, facts)
  const isPausedOn = (day: Day) =>
    pauses.some(({ pausedOn, resumedOn }) => pausedOn <= day && (resumedOn === null || day < resumedOn))
  const last = watches.at(-1)!
  // An offboarded tenant is reported as it stood on its last day.
  const lastDay = last.until === null ? asOf : addDays(last.until, -1)
  const isPaused = isPausedOn(lastDay)
  const firstBillableDate = addDays(facts.onboardedOn, facts.trialDays)
  const isCharged = (day: Day) =>
    watches.some(
      ({ from, until, isInternal }) => !isInternal && from <= day && (until === null || day < until),
    )
  const days = daysOfMonth(asOf)
  const billable = days.filter(day => day >= firstBillableDate && isCharged(day) && !isPausedOn(day))
  const status = isPaused ? 'Paused' : lastDay < firstBillableDate ? 'Trial' : 'Billable'
  return {
    isPaused,
    firstBillableDate: last.isInternal ? null : firstBillableDate,
    billableStatus: last.isInternal ? 'NotBillable' : status,
    proratingPercentageThisMonth: Math.round((10_000 * billable.length) / days.length) / 100,
  }
}

// A report for a past day must not change with what came later: later pauses, resumptions, offboarding and returns are
// unknown to it.

function pausesKnownOn(asOf: Day, { pauses }: BillingFacts): Pause[] {
  return pauses
    .filter(({ pausedOn }) => pausedOn <= asOf)
    .map(({ pausedOn, resumedOn }) => ({
      pausedOn,
      resumedOn: resumedOn !== null && resumedOn <= asOf ? resumedOn : null,
    }))
}

/** Oldest first, at least one. */
function watchesKnownOn(
  asOf: Day,
  { onboardedOn, offboardedOn, absences, isInternal }: BillingFacts,
): Watch[] {
  const watches: Watch[] = []
  let from: Day | null = onboardedOn
  for (const { leftOn, returnedOn, wasInternal } of absences) {
    if (from === null) break
    if (leftOn > asOf) return [...watches, { from, until: null, isInternal: wasInternal }]
    watches.push({ from, until: leftOn, isInternal: wasInternal })
    from = returnedOn <= asOf ? returnedOn : null
  }
  if (from !== null) {
    const until = offboardedOn !== null && offboardedOn <= asOf ? offboardedOn : null
    watches.push({ from, until, isInternal })
  }
  // Connected and offboarded on one day, it was not watched: it stands as it did before.
  const real = watches.filter(({ from, until }) => from !== until)
  return real.length ? real : watches.slice(0, 1)
}
