// What an attack on one says of others: who is to be judged again.
import type { Tx } from '../database/in-organization.ts'
import { prefixOf } from '../detection/behaviour/memory/origin.ts'
import { DAY, dayOf, HOUR } from '../detection/behaviour/memory/visits.ts'
import { LURE } from '../detection/behaviour/weights.ts'
import type { KnownAttack } from '../incidents/attack.ts'
import { queueWarned } from './queue.ts'
import { millisecondsOf, type Settlement, tellingAddresses } from './settle.ts'

/**
 * Whoever else got in from an address that has now turned out to be an attacker's, or soon after mail that now turned out to
 * be a lure, is judged again, and so are accounts that the attacker has made.
 */
export async function warnOthers(
  tx: Tx,
  organizationId: string,
  { tenantId, now, lookBackDays }: { tenantId: string; now: Date; lookBackDays: number },
  { user, known }: { user: string; known: KnownAttack[] },
  settlements: Settlement[],
): Promise<void> {
  const before = new Set(known.flatMap(attack => attack.tellingAddresses))
  const told = new Set(known.flatMap(({ luredAt }) => millisecondsOf(luredAt)))
  const sites = new Map<string, number>()
  const luredDays = new Set<number>()
  const names = new Set<string>()
  const toldOf = new Set(known.flatMap(({ made }) => made))
  let since = Number.POSITIVE_INFINITY
  for (const { found } of settlements) {
    const addresses = tellingAddresses(found).filter(address => !before.has(address))
    const lures = found.lures.filter(at => !told.has(at))
    for (const address of addresses)
      sites.set(address.includes(':') ? prefixOf(address) : address, dayOf(found.occurredAt - 30 * DAY))
    for (const at of lures)
      for (let day = dayOf(at); day <= dayOf(at + LURE.hours * HOUR); day++) luredDays.add(day)
    const made = found.made.filter(name => !toldOf.has(name))
    for (const name of made) names.add(name)
    if (addresses.length + lures.length + made.length > 0) since = Math.min(since, found.occurredAt)
  }
  await queueWarned(
    tx,
    { organizationId, tenantId },
    { sites, luredDays, names },
    { from: user, since, lookBackDays, now },
  )
}
