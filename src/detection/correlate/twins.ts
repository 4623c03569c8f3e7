// Two logs tell of one deed, and only one of them where it was done.
import type { DeedSignal } from '../behaviour/deeds.ts'
import { MINUTE } from '../behaviour/visits.ts'
import { isSuspect } from './join.ts'
import type { Judged } from './visitor.ts'

/** Clocks of different logs differ a little. */
export const SLACK = 2 * MINUTE

/**
 * What was done at the owner's desk is nobody else's to account for, though a second log names no place for it; but for what
 * let an attacker in.
 */
export function withoutTwins(judged: Judged[]): Judged[] {
  if (!judged.some(hasPlacelessDeeds)) return judged
  const done = judged
    .filter(one => one.visit.origin !== null && !isSuspect(one))
    .flatMap(({ deeds }) => deeds)
  const invitations = new Set(judged.flatMap(({ signals }) => signals.map(({ invitation }) => invitation)))
  const isDone = ({ name, at, eventId }: DeedSignal) =>
    !invitations.has(eventId) && done.some(other => other.name === name && Math.abs(other.at - at) <= SLACK)
  return judged.map(one => {
    if (!hasPlacelessDeeds(one)) return one
    const events = new Set(one.deeds.filter(isDone).map(({ eventId }) => eventId))
    return { ...one, deeds: one.deeds.filter(({ eventId }) => !events.has(eventId)) }
  })
}

const hasPlacelessDeeds = ({ visit, deeds }: Judged): boolean => visit.origin === null && deeds.length > 0
