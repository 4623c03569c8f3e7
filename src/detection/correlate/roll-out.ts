// What comes with a roll-out is less telling of each who is part of it: a new phone, a reset, another way to pass MFA.
import type { Access } from '../behaviour/access.ts'
import type { DeedSignal } from '../behaviour/deeds.ts'
import { isHostingLike } from '../behaviour/origin.ts'
import type { TenantFacts } from '../behaviour/tenant-facts.ts'
import { type DeedName, LOWERED } from '../behaviour/weights.ts'

const DEEDS: ReadonlySet<string> = new Set<DeedName>([
  'mfa-method-added',
  'mfa-weakened',
  'password-changed',
  'credentials-replaced',
])
const SIGNALS: ReadonlySet<string> = new Set(['after-reset', 'after-own-reset', 'single-factor'])

/** Not where hardly anybody works: there, a roll-out is what an attacker hides in. */
export function lowerRollOut(
  judged: Array<Access & { deeds: DeedSignal[] }>,
  { isRollOut }: TenantFacts,
): void {
  for (const one of judged) {
    const { visit, signals, deeds } = one
    if (!deeds.some(isOfRollOut) && !signals.some(({ name }) => SIGNALS.has(name))) continue
    if (!isRollOut(visit.day) || isHostingLike(visit.origin)) continue
    if (signals.some(({ name }) => name === 'unfamiliar-country')) continue
    one.deeds = deeds.map(deed =>
      isOfRollOut(deed) ? { ...deed, weight: deed.weight * LOWERED.rollOut } : deed,
    )
    one.signals = signals.map(signal =>
      SIGNALS.has(signal.name) ? { ...signal, weight: signal.weight * LOWERED.rollOut } : signal,
    )
  }
}

const isOfRollOut = ({ name }: { name: string }): boolean => DEEDS.has(name)
