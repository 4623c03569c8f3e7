// Two logs tell of one deed, and only one of them where it was done.
import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import { MINUTE } from '../behaviour/memory/visits.ts'
import { isSuspect } from './join.ts'
import type { Judged } from './judged.ts'

/** Clocks of different logs differ a little. */
export const SLACK = 2 * MINUTE

/**
 * What was done at the owner's desk is nobody else's to account for, though a second log names no place for it; but for what
 * let an attacker in.
 */
export function withoutTwins(judged: Judged[]): Judged[] {
  if (!judged.some(hasPlacelessDeeds)) return judged
  const invitations = new Set(judged.flatMap(({ signals }) => signals.map(({ invitation }) => invitation)))
  const isDone = momentsOf(judged.filter(one => one.visit.origin !== null && !isSuspect(one)))
  const isTwin = (deed: DeedSignal) => !invitations.has(deed.eventId) && isDone(deed)
  return judged.map(one => {
    if (!hasPlacelessDeeds(one)) return one
    const events = new Set(one.deeds.filter(isTwin).map(({ eventId }) => eventId))
    return { ...one, deeds: one.deeds.filter(({ eventId }) => !events.has(eventId)) }
  })
}

const hasPlacelessDeeds = ({ visit, deeds }: Judged): boolean => visit.origin === null && deeds.length > 0

/** Whether one of them did the same at the same time: found by name and stretch of time, for there may be very many deeds. */
function momentsOf(done: Judged[]): (deed: DeedSignal) => boolean {
  const moments = new Map<string, number[]>()
  const keyOf = (name: string, stretch: number) => `${name} ${stretch}`
  for (const { name, at } of done.flatMap(({ deeds }) => deeds)) {
    const key = keyOf(name, Math.floor(at / SLACK))
    const known = moments.get(key)
    if (known) known.push(at)
    else moments.set(key, [at])
  }
  return ({ name, at }) => {
    const stretch = Math.floor(at / SLACK)
    return [stretch - 1, stretch, stretch + 1].some(near =>
      moments.get(keyOf(name, near))?.some(other => Math.abs(other - at) <= SLACK),
    )
  }
}
