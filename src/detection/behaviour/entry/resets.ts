// Somebody at a strange place soon after another has reset their password or their second factor: who talked the help desk
// into it, or took over the help desk.
import type { Signal } from '../../signal.ts'
import { isHostingLike } from '../memory/origin.ts'
import type { Trace } from '../memory/trace.ts'
import { HOUR, MINUTE } from '../memory/visits.ts'
import { sayClients, sayMinutes, sayOrigin } from '../say.ts'
import type { Reset } from '../tenant-facts.ts'
import { ACCESS, LOWERED, RESET } from '../weights.ts'
import { type Access, accessSignal, isAmongStrangers, isSpokenFor } from './access.ts'
import { isOwnRenewal } from './renewals.ts'

/** `isNew`: whether they may have begun only then, for all that is known. */
export function judgeReset(access: Access, resets: Reset[], isNew: boolean): Signal | null {
  const { visit, isOwnNetwork, knowsClients, isTrusted } = access
  const { success, origin } = visit
  if (isOwnNetwork !== false || success === null || origin === null) return null
  // Whoever is new gets a password and a second factor, often where the help desk sits.
  if (isSpokenFor(access) || isNew) return null
  const recent = resets.filter(({ at }) => at <= success.at && success.at - at <= RESET.hours * HOUR)
  const there = recent.find(({ site, isUsual }) => site !== null && !isUsual && isAt(access, site))
  const reset = there ?? recent.at(-1)
  if (!reset) return null
  const { points, knownClient } = ACCESS.afterReset[there ? 'there' : 'elsewhere']
  return accessSignal(
    'after-reset',
    'T1078.004',
    (knowsClients ? knownClient : points) * (isTrusted ? LOWERED.trustedNetwork : 1),
    success,
    `Came from ${sayOrigin(origin)}, ${sayMinutes((success.at - reset.at) / MINUTE)} after ${reset.by} had reset the password or the second factor${there ? ' from the same address' : ''}`,
  )
}

/**
 * Where a password was reset by whoever has the way to do so, by a client that the person never used: the way was another's. Also
 * soon after it was at another place that is not the person's (`isStrange`).
 */
export function judgeOwnReset(
  access: Access,
  traces: Trace[],
  isStrange: (trace: Trace) => boolean,
): Signal | null {
  const { visit, isOwnNetwork, knowsClients, isTrusted, knowledge, signals } = access
  const { success, origin } = visit
  const isAmong = isAmongStrangers(access)
  if ((isOwnNetwork !== false && !isAmong) || success === null || origin === null || knowledge === 'none')
    return null
  if (isSpokenFor(access) || visit.clients.length === 0) return null
  if (knowsClients && !signals.some(({ name }) => name === 'device-missing')) return null
  const before = traces.filter(({ at, origin: from }) => at <= success.at && from !== null)
  const here = before.findLast(
    ({ at, origin: from }) => success.at - at <= RESET.hours * HOUR && isAt(access, from!.site),
  )
  const away = before.findLast(
    trace => success.at - trace.at <= RESET.hoursElsewhere * HOUR && !isAmong && isStrange(trace),
  )
  const reset = here ?? away
  if (!reset) return null
  const where = here ? 'there' : `at ${sayOrigin(reset.origin!, origin)}`
  const signal = accessSignal(
    'after-own-reset',
    'T1078.004',
    ACCESS.afterOwnReset[isAmong ? 'amongStrangers' : 'elsewhere'] * (isTrusted ? LOWERED.trustedNetwork : 1),
    success,
    `Came from ${sayOrigin(origin)} with ${sayClients(visit)}, ${sayMinutes((success.at - reset.at) / MINUTE)} after the password had been reset ${where}`,
  )
  return here ? signal : { ...signal, invitation: reset.id }
}

/** Resets that the person, or who passes for them, did themselves. */
export const ownResetsOf = (user: string, traces: Trace[]): Trace[] =>
  traces.filter(trace => trace.manner.action === 'password-reset' && isOwnRenewal(user, trace))

/** Of whom nothing is known yet may be new; in a data centre they are not if a machine of theirs was at work the day before. */
export function newcomerUntil(accesses: Access[]): (access: Access) => boolean {
  const days = accesses.flatMap(({ visit, hasOwnDevice }) => (hasOwnDevice ? [visit.day] : []))
  const first = Math.min(...days)
  return ({ knowledge, visit }) =>
    knowledge === 'none' && !(isHostingLike(visit.origin) && visit.day - first >= RESET.settledDays)
}

const isAt = ({ visit }: Access, site: string): boolean =>
  visit.traces.some(({ origin }) => origin !== null && origin.site === site)
