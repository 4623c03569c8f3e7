// What pausing or resuming a tenant today would do to its bill of this month. Pure.
import type { Day } from '../days.ts'
import { type Bill, type BillingFacts, billOn } from './billing.ts'

export interface PausePreview {
  move: 'pause' | 'resume'
  before: Bill
  after: Bill
}

/** From what is being done, pause or resume, follows what can be done. */
export function previewPause(today: Day, facts: BillingFacts): PausePreview {
  const before = billOn(today, facts)
  const isOpen = facts.pauses.some(({ resumedOn }) => resumedOn === null)
  const pauses = isOpen
    ? facts.pauses.map(pause => ({ ...pause, resumedOn: pause.resumedOn ?? today }))
    : [...facts.pauses, { pausedOn: today, resumedOn: null }]
  return { move: isOpen ? 'resume' : 'pause', before, after: billOn(today, { ...facts, pauses }) }
}
