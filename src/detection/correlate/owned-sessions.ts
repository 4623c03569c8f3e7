// Whose sessions are: the owner's, who uses them at a place or on a machine of theirs, or the attacker's alone.
import { isLettingIn } from '../behaviour/entry/flows.ts'
import { isOwnMachine } from '../behaviour/presence/machines.ts'
import { JOIN } from '../behaviour/weights.ts'
import type { Judged } from './judged.ts'

/** As strange as this, the first visit of a session makes it the attacker's. */
const STRANGE_BEGINNING = 60

/** Sessions that the owner uses: one that began with a break-in does not become theirs by going on near them. */
export function ownedSessions(judged: Judged[]): Set<string> {
  const owned = new Set<string>()
  const begun = new Set<string>()
  const stolen = new Set<string>()
  for (const one of judged) {
    const { visit, isOwnNetwork, isNewAddress, hasOwnDevice, isVouched, strangeness, knowledge } = one
    const { session, success } = visit
    const isTheirPlace = isOwnNetwork && (!isNewAddress || hasOwnDevice)
    if (session === null || isOwnNetwork === null) continue
    if (!begun.has(session) && success !== null) {
      begun.add(session)
      if (!isOwnNetwork && strangeness >= STRANGE_BEGINNING) stolen.add(session)
      // Nobody knows yet which networks are the person's: one who begins it unremarkably is taken for them.
      if (knowledge === 'none' && strangeness < JOIN.suspect) owned.add(session)
    }
    if ((isTheirPlace || isVouched || isLettingIn(one) || isOwnMachine(one)) && !stolen.has(session))
      owned.add(session)
  }
  return owned
}

/** Sessions that are the attacker's alone. One the owner uses too is the attacker's only on the attacker's networks. */
export function sessionsOf(group: Judged[], judged: Judged[]): string[] {
  const owned = ownedSessions(judged)
  const sessions = new Set<string>()
  for (const { visit } of group)
    if (visit.session !== null && !owned.has(visit.session)) sessions.add(visit.session)
  return [...sessions].sort()
}
