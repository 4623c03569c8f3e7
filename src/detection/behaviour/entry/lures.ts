// Somebody who signs in through a data centre soon after a misused account has written to many: who fell to it.
import type { Signal } from '../../signal.ts'
import { isHostingLike } from '../memory/origin.ts'
import { dayOf, HOUR, MINUTE } from '../memory/visits.ts'
import { sayMinutes, sayOrigin } from '../say.ts'
import type { Lure, TenantFacts } from '../tenant-facts.ts'
import { ACCESS, LOWERED, LURE, VPN_USER } from '../weights.ts'
import { type Access, accessSignal, isSpokenFor } from './access.ts'
import { isPhishingPage } from './flows.ts'

/** Signals by visit. A phishing page opens a session of its own, where the person has never been: their VPN is used again. */
export function judgeLures(
  accesses: Access[],
  user: string,
  { lures, isOldPlace }: Pick<TenantFacts, 'lures' | 'isOldPlace'>,
): ReadonlyMap<Access, Signal> {
  const found = new Map<Access, Signal>()
  const others = lures.filter(({ by }) => by !== user)
  if (others.length === 0) return found
  const been = new Set<string | null>([null])
  for (const access of accesses) {
    const { session, success, origin } = access.visit
    if (success === null || origin === null) continue
    const isNew = !been.has(session) && !been.has(origin.network)
    been.add(session).add(origin.network)
    const lure = isNew ? lureBefore(others, success.at) : undefined
    // A page is set up for its victims: where colleagues have been for longer, their company has a machine.
    const signal = lure && !isOldPlace(origin, dayOf(lure.at)) && judgeLure(access, lure)
    if (signal) found.set(access, signal)
  }
  return found
}

/** The last lure that somebody may have fallen to by then. */
export const lureBefore = (lures: readonly Lure[], at: number): Lure | undefined =>
  lures.findLast(lure => lure.at <= at && at - lure.at <= LURE.hours * HOUR)

function judgeLure(access: Access, { by, at }: Lure): Signal | null {
  const { visit, isOwnNetwork, isTrusted, isVpnUser, knowledge } = access
  if (isOwnNetwork !== false || !isHostingLike(visit.origin!)) return null
  if (isSpokenFor(access) || knowledge === 'none') return null
  const success = visit.success!
  const isByProxy = isPhishingPage(access, 0)
  const signal = accessSignal(
    'after-lure',
    'T1534',
    ACCESS.afterLure[isByProxy ? 'byProxy' : 'points'] *
      (isVpnUser ? VPN_USER.factor : 1) *
      (isTrusted ? LOWERED.trustedNetwork : 1),
    success,
    `Came from ${sayOrigin(visit.origin!)}, ${sayMinutes((success.at - at) / MINUTE)} after mail had gone out to many from the misused account of ${by}`,
  )
  return { ...signal, ledBy: by }
}
