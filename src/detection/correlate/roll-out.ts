// What comes with a roll-out is less telling of each who is part of it: a new phone, a reset, another way to pass MFA.

import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import type { Access } from '../behaviour/entry/access.ts'
import { isHostingLike } from '../behaviour/memory/origin.ts'
import type { TenantFacts } from '../behaviour/tenant-facts.ts'
import { LOWERED } from '../behaviour/weights.ts'
import { isRenewal } from './vouch.ts'

const SIGNALS: ReadonlySet<string> = new Set([
  'after-reset',
  'after-own-reset',
  'adds-method-at-once',
  'single-factor',
])

type Visitor = Access & { deeds: DeedSignal[] }

/**
 * Of whoever gets something new on that day or the day before or after, but not where hardly anybody works: there, a roll-out
 * is what an attacker hides in.
 */
export function lowerRollOut(judged: Visitor[], { isRollOut }: TenantFacts): void {
  const days = new Set<number>()
  for (const { visit, deeds } of judged)
    if (deeds.some(isRenewal))
      for (let near = visit.day - 1; near <= visit.day + 1; near++) if (isRollOut(near)) days.add(near)
  if (days.size === 0) return
  for (const one of judged) {
    const { visit, signals, deeds } = one
    if (!days.has(visit.day) || isHostingLike(visit.origin)) continue
    if (signals.some(({ name }) => name === 'unfamiliar-country')) continue
    one.deeds = deeds.map(deed =>
      isRenewal(deed) ? { ...deed, weight: deed.weight * LOWERED.rollOut } : deed,
    )
    one.signals = signals.map(signal =>
      SIGNALS.has(signal.name) ? { ...signal, weight: signal.weight * LOWERED.rollOut } : signal,
    )
  }
}
