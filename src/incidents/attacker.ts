// What the attacker of an incident is known by: addresses, sessions, and when they were last seen.
import type { Tx } from '../database/in-organization.ts'

interface Told {
  actor: string
  address: string | null
  at: string
}

interface Attack {
  lastSeenAt: string
  addresses: string[]
  sessions: string[]
}

/**
 * As detection has it, else from the attacker's acts. A stolen session is the owner's too, so that detection does not count it
 * as the attacker's: it is found with the acts' records, as long as these are kept, and marked.
 */
export async function readAttacker(
  tx: Tx,
  organizationId: string,
  {
    id,
    tenantId,
    activities,
    attack,
  }: { id: string; tenantId: string; activities: Told[]; attack: Attack | null },
) {
  const acts = activities.filter(({ actor }) => actor === 'attacker')
  const used = await tx
    .selectFrom('incident_activities as a')
    .innerJoin('events as e', 'e.id', 'a.event_id')
    .select(['e.session', 'a.actor'])
    .distinct()
    .where('a.organization_id', '=', organizationId)
    .where('a.incident_id', '=', id)
    .where('e.organization_id', '=', organizationId)
    .where('e.tenant_id', '=', tenantId)
    .where('e.session', 'is not', null)
    .execute()
  const sessionsOf = (actor: string) => used.flatMap(row => (row.actor === actor ? row.session! : []))
  const own = attack?.sessions ?? []
  const isOwners = attack
    ? (session: string) => !own.includes(session)
    : (session: string) => sessionsOf('user').includes(session)
  const addresses = attack?.addresses.length ? attack.addresses : acts.flatMap(({ address }) => address ?? [])
  return {
    addresses: [...new Set(addresses)].sort(),
    sessions: [...new Set([...own, ...sessionsOf('attacker')])]
      .sort()
      .map(session => ({ id: session, isOwners: isOwners(session) })),
    lastSeenAt: attack?.lastSeenAt ?? acts.at(-1)?.at ?? null,
  }
}
