// Why somebody should look at a tenant. Pure.
import { addDays, type Day } from '../days.ts'
import { type BillingFacts, billOn } from './billing.ts'

const SOON_DAYS = 7

export type Reason =
  | { kind: 'incidents'; open: number; contained: number }
  | { kind: 'collecting'; feeds: number; words: string }
  | { kind: 'judging'; words: string }
  | { kind: 'paused'; since: Day }
  | { kind: 'trial ends'; on: Day }

interface Facts extends BillingFacts {
  openIncidents: number
  containedIncidents: number
  /** How many feeds somebody should look at, and what is the matter with the first. */
  collecting?: { feeds: number; words: string } | undefined
  /** What of it is not judged as it should be. */
  judging?: { words: string } | undefined
}

/** The gravest first; none when all is well. */
export function attentionFor(today: Day, facts: Facts): Reason[] {
  const { openIncidents: open, containedIncidents: contained, offboardedOn, pauses } = facts
  const reasons: Reason[] = []
  if (open + contained > 0) reasons.push({ kind: 'incidents', open, contained })
  // Whoever has left is no longer watched; what was found with them may still be open.
  if (offboardedOn !== null && offboardedOn <= today) return reasons
  if (facts.collecting) reasons.push({ kind: 'collecting', ...facts.collecting })
  if (facts.judging) reasons.push({ kind: 'judging', ...facts.judging })
  const { isPaused, billableStatus, firstBillableDate } = billOn(today, facts)
  const current = pauses.find(({ pausedOn, resumedOn }) => pausedOn <= today && resumedOn === null)
  if (isPaused && current) reasons.push({ kind: 'paused', since: current.pausedOn })
  if (
    billableStatus === 'Trial' &&
    firstBillableDate !== null &&
    firstBillableDate <= addDays(today, SOON_DAYS)
  )
    reasons.push({ kind: 'trial ends', on: firstBillableDate })
  return reasons
}
