// What has been stored and not yet judged: each record exactly once, in the order of storing.
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Tx } from '../../database/in-organization.ts'

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

/** Tenants of all organizations that have records to be taken as seen, or people who are due to be judged. */
export async function unjudgedTenants(
  db: Db,
  { most, now }: { most: number; now: Date },
): Promise<{ organizationId: string; tenantId: string }[]> {
  const { rows } = await sql<{ organizationId: string; tenantId: string }>`
    select organization_id as "organizationId", tenant_id as "tenantId"
    from tenants_to_judge(${now}::timestamptz, ${most})`.execute(db)
  return rows
}

/** In a query over `event_heads h`: when the first of the records not yet taken as seen was stored; null when there is none. */
export const unjudgedSince = sql<Date | null>`(select e.stored_at from events e
  where e.organization_id = h.organization_id and e.tenant_id = h.tenant_id and e.sequence > h.judged_through
  order by e.sequence limit 1)`

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

/** Puts a record under the name of the person it tells of, when it named only their directory id. */
export async function nameRecords(
  tx: Tx,
  organizationId: string,
  { tenantId, sequence, user }: { tenantId: string; sequence: number; user: string },
): Promise<void> {
  await tx
    .updateTable('events')
    .set({ user_name: user })
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('sequence', '=', sequence)
    .where('user_name', 'is', null)
    .execute()
}

/** A person's records that have been taken as seen, under all of their names, from a moment on, the latest first. */
export async function recordsOfUser(
  tx: Tx,
  organizationId: string,
  {
    tenantId,
    names,
    since,
    after,
    through,
    most,
  }: { tenantId: string; names: string[]; since: Date; after: number; through: number; most: number },
): Promise<{ id: string; raw: Record<string, unknown> }[]> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'raw'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('user_name', 'in', names)
    .where('at', '>=', since)
    .where('sequence', '>', after)
    .where('sequence', '<=', through)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id, raw }) => ({ id, raw: JSON.parse(raw) as Record<string, unknown> }))
}

export interface NamedRecord {
  id: string
  at: Date
  storedAt: Date
  publishedAt: Date | null
  isHistory: boolean
  raw: Record<string, unknown>
}

/** Records by their ids: one each, though two logs may have used the same. */
export async function recordsByIds(
  tx: Tx,
  organizationId: string,
  { tenantId, ids }: { tenantId: string; ids: string[] },
): Promise<Map<string, NamedRecord>> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'at', 'stored_at', 'published_at', 'is_history', 'raw'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::text[])`)
    .orderBy('log', 'desc')
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        at: row.at,
        storedAt: row.stored_at,
        publishedAt: row.published_at,
        isHistory: row.is_history,
        raw: JSON.parse(row.raw) as Record<string, unknown>,
      },
    ]),
  )
}

/** How far the tenant's records have been taken as seen. Puts this transaction in line with others that judge. */
export async function judgedThrough(tx: Tx, organizationId: string, tenantId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${tenantId}))`.execute(tx)
  const head = await tx
    .selectFrom('event_heads')
    .select('judged_through')
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return head?.judged_through ?? 0
}
