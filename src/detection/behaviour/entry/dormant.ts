// An account that nobody has used for weeks, and that comes to life at a strange place.
import type { Signal } from '../../signal.ts'
import { hidesCountry, isHostingLike } from '../memory/origin.ts'
import { DAY } from '../memory/visits.ts'
import { ofMachine } from '../presence/machines.ts'
import { sayOrigin } from '../say.ts'
import type { Past } from '../tenant-facts.ts'
import { ACCESS, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isSpokenFor } from './access.ts'

/** Signals by the visit that ended the quiet. Who comes back from weeks of leave does so at home, or with a client of theirs. */
export function judgeDormant(accesses: Access[], past: Past | null): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const countries = new Set(past?.countries)
  const clients = new Set<string>()
  let last = past === null ? null : (past.lastDay + 1) * DAY
  for (const access of accesses) {
    const { visit } = access
    const { success, origin } = visit
    if (success === null || origin === null) continue
    const days = last === null ? 0 : Math.floor((success.at - last) / DAY)
    const machines = ofMachine(visit.clients)
    if (days >= ACCESS.dormant.days && isStrange(access, countries)) {
      const isOwnClient = machines.some(client => clients.has(client))
      const lowered =
        (access.isTrusted ? LOWERED.trustedNetwork : 1) * (access.isDeclared ? LOWERED.declaredTravel : 1)
      found.set(
        access,
        accessSignal(
          'dormant-account',
          'T1078.004',
          ACCESS.dormant[isOwnClient ? 'knownClient' : 'points'] * lowered,
          success,
          `Came from ${sayOrigin(origin)}, after ${days} days in which the account was not used`,
        ),
      )
    }
    last = Math.max(last ?? 0, visit.last)
    if (origin.country !== null && !hidesCountry(origin)) countries.add(origin.country)
    for (const client of machines) clients.add(client)
  }
  return found
}

function isStrange(access: Access, countries: ReadonlySet<string>): boolean {
  if (access.isOwnNetwork !== false || isSpokenFor(access)) return false
  const origin = access.visit.origin!
  if (isHostingLike(origin)) return true
  return !hidesCountry(origin) && origin.country !== null && !countries.has(origin.country)
}
