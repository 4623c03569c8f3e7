// Somebody who comes back to the account day after day from a rented machine, beside its owner.
import type { Signal } from '../signal.ts'
import { type Access, accessSignal } from './access.ts'
import { ofMachine } from './machines.ts'
import { sayClients, sayKind, sayOrigin } from './say.ts'
import type { TenantFacts } from './tenant-facts.ts'
import { ACCESS, LEARNING, LOWERED } from './weights.ts'

/**
 * Signals by the visit that was one too many. People who work through a data centre bring their own machine along, or
 * others work there too: this is for one that is nobody else's, with a client that the person uses nowhere else.
 */
export function judgeReturns(accesses: Access[], facts: TenantFacts): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const strange = accesses.filter(access => isRented(access, facts))
  if (strange.length < ACCESS.comesBack.days) return found
  // Who comes often enough would make the network the person's own: what is done there tells nothing of the owner.
  const rented = new Set(strange.map(({ visit }) => visit.origin!.network))
  const own = new Set<string>()
  const ownDays = new Set<number>()
  for (const { visit, isOwnNetwork, isVouched } of accesses) {
    if (visit.success === null) continue
    if (isVouched) for (const client of visit.clients) own.add(client)
    if (isOwnNetwork !== true || rented.has(visit.origin!.network)) continue
    ownDays.add(visit.day)
    for (const client of visit.clients) own.add(client)
  }
  const days = new Map<string, Set<number>>()
  for (const access of strange) {
    const { visit } = access
    const clients = ofMachine(visit.clients)
    if (clients.length === 0 || clients.some(client => own.has(client))) continue
    const network = visit.origin!.network
    const on = (days.get(network) ?? new Set()).add(visit.day)
    days.set(network, on)
    if (on.size < ACCESS.comesBack.days || ![...on].some(day => ownDays.has(day))) continue
    found.set(
      access,
      accessSignal(
        'comes-back',
        'T1078.004',
        ACCESS.comesBack.points *
          (access.isTrusted ? LOWERED.trustedNetwork : 1) *
          (access.knowledge === 'none' ? LEARNING.oddFactor : 1),
        visit.success!,
        `Came on ${on.size} days from ${sayOrigin(visit.origin!)}, ${sayKind(visit.origin!.kind)}, with ${sayClients(visit)}, which this account uses nowhere else, while its owner worked elsewhere`,
      ),
    )
  }
  return found
}

const isRented = ({ visit, isOwnNetwork, hasOwnDevice, isVpnUser }: Access, facts: TenantFacts): boolean =>
  isOwnNetwork === false &&
  visit.success !== null &&
  visit.origin?.kind === 'hosting' &&
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  !isVpnUser &&
  facts.peopleAt(visit.origin) < 2
