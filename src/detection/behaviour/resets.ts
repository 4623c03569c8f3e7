// Somebody at a strange place soon after another has reset their password or their second factor: who talked the help desk
// into it, or took over the help desk.
import type { Signal } from '../signal.ts'
import { type Access, accessSignal } from './access.ts'
import { sayMinutes, sayOrigin } from './say.ts'
import type { Reset } from './tenant-facts.ts'
import { HOUR, MINUTE } from './visits.ts'
import { ACCESS, LOWERED, RESET } from './weights.ts'

export function judgeReset(access: Access, resets: Reset[]): Signal | null {
  const { visit, isOwnNetwork, hasOwnDevice, knowsClients, isVouched, isTrusted, knowledge } = access
  const { success, origin } = visit
  if (isOwnNetwork !== false || success === null || origin === null) return null
  // Whoever is new gets a password and a second factor, often where the help desk sits.
  if (hasOwnDevice || visit.hasKnownDevice || isVouched || knowledge === 'none') return null
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

const isAt = ({ visit }: Access, site: string): boolean =>
  visit.traces.some(({ origin }) => origin !== null && origin.site === site)
