// What has been stored and not yet judged: each record exactly once, in the order of storing.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Tx } from '../database/in-organization.ts'

// Any number will do; it only has to be the same in every process.
const LOCK = 7_331_012

export interface StoredRecord {
  sequence: number
  id: string
  source: string
  at: Date
  storedAt: Date
  publishedAt: Date | null
  isHistory: boolean
  raw: Record<string, unknown>
}

/** Tenants of all organizations that have records to judge. */
export async function unjudgedTenants(
  db: Db,
  { most }: { most: number },
): Promise<{ organizationId: string; tenantId: string }[]> {
  const { rows } = await sql<{ organizationId: string; tenantId: string }>`
    select organization_id as "organizationId", tenant_id as "tenantId"
    from unjudged_tenants(${most})`.execute(db)
  return rows
}

/**
 * The next records to judge, oldest in storing first. Nobody else is given them before this transaction ends, so what
 * is concluded from them and `markJudged` are committed together. `through` is null when there are none.
 */
export async function takeUnjudged(
  tx: Tx,
  organizationId: string,
  { tenantId, most }: { tenantId: string; most: number },
): Promise<{ records: StoredRecord[]; through: number | null }> {
  // Not by the head's row: judging may take its time, and storing must not wait for it.
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${tenantId}))`.execute(tx)
  const head = await tx
    .selectFrom('event_heads')
    .select(['last_sequence', 'judged_through'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!head || head.judged_through >= head.last_sequence) return { records: [], through: null }
  const rows = await tx
    .selectFrom('events')
    .select(['sequence', 'id', 'source', 'at', 'stored_at', 'published_at', 'is_history', 'raw'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', head.judged_through)
    .orderBy('sequence')
    .limit(most)
    .execute()
  const last = rows.at(-1)?.sequence ?? 0
  const through = rows.length < most ? Math.max(head.last_sequence, last) : last
  return {
    through,
    records: rows.map(row => ({
      sequence: row.sequence,
      id: row.id,
      source: row.source,
      at: row.at,
      storedAt: row.stored_at,
      publishedAt: row.published_at,
      isHistory: row.is_history,
      raw: JSON.parse(row.raw) as Record<string, unknown>,
    })),
  }
}

export async function markJudged(
  tx: Tx,
  organizationId: string,
  { tenantId, through }: { tenantId: string; through: number },
): Promise<void> {
  await tx
    .updateTable('event_heads')
    .set({ judged_through: through })
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('judged_through', '<', through)
    .execute()
}
