// What detection tells of an incident beside its timeline: how quickly it was found, and whom else the attacker was at.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import type { RemediationStatus } from '../database/types.ts'

const LINKED_SHOWN = 50

interface Linked {
  id: string
  title: string
  status: RemediationStatus
  userName: string
  occurred_at: Date
}

/** Both empty for an incident that detection did not record. */
export async function readAttack(
  tx: Tx,
  organizationId: string,
  { id, tenantId }: { id: string; tenantId: string },
) {
  const attack = await tx
    .selectFrom('attacks')
    .select([
      'settled_at',
      'published_at',
      'stored_at',
      'last_seen_at',
      'confidence',
      'why',
      'addresses',
      'sessions',
      'user_name',
      'led_by',
    ])
    .where('organization_id', '=', organizationId)
    .where('incident_id', '=', id)
    .executeTakeFirst()
  if (!attack) return { chain: null, attack: null, linked: [] }
  const { rows } = await sql<Linked>`
    select i.id, i.title, i.remediation_status as status, coalesce(u.display_name, u.user_principal_name) as "userName",
      i.occurred_at
    from attacks a
    join incidents i on i.id = a.incident_id
    join directory_users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where a.organization_id = ${organizationId} and a.tenant_id = ${tenantId} and a.incident_id <> ${id}
      and (a.telling_addresses && ${attack.addresses}::text[] or a.sessions && ${attack.sessions}::text[]
        or a.user_name = any (${attack.led_by}::text[]) or ${attack.user_name} = any (a.led_by))
    order by i.occurred_at, i.id limit ${LINKED_SHOWN}`.execute(tx)
  return {
    /** Of the record that settled it: when it happened, was published by Microsoft, and was stored here. */
    chain: {
      settledAt: attack.settled_at.toISOString(),
      publishedAt: attack.published_at?.toISOString() ?? null,
      storedAt: attack.stored_at.toISOString(),
    },
    attack: {
      lastSeenAt: attack.last_seen_at.toISOString(),
      confidence: attack.confidence,
      why: attack.why,
      addresses: attack.addresses,
      sessions: attack.sessions,
    },
    linked: rows.map(({ occurred_at, ...row }) => ({ ...row, occurredAt: occurred_at.toISOString() })),
  }
}
