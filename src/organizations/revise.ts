// Says that what an organization's readers may have kept is out of date.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'

/** Puts this transaction in line with the organization's other incident writers, before it reads what it will change. */
export async function lockIncidents(tx: Tx, organizationId: string): Promise<void> {
  await tx
    .selectFrom('organization_revisions')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .execute()
}

/**
 * A revision names what there was to see. Steps are of random size, so that a database restored from a copy does not call
 * by the same name what a reader's kept page does not show. Five changes a second for a century stay within whole numbers.
 */
const NEXT_REVISION = sql<number>`incidents_revision + 1 + floor(random() * 1000000)::bigint`

/**
 * Call in every transaction that changes incidents, before the change, and date the change with the moment returned. The row
 * stays locked until commit, so an organization's moments never run backwards in the order of commit, whatever the
 * nodes' clocks say: a reader who asks from the last moment it saw misses nothing.
 */
export async function reviseIncidents(tx: Tx, organizationId: string, now: Date): Promise<Date> {
  const { incidents_changed_at: at } = await tx
    .updateTable('organization_revisions')
    .set({
      incidents_revision: NEXT_REVISION,
      incidents_changed_at: sql<Date>`greatest(incidents_changed_at, ${now})`,
    })
    .where('organization_id', '=', organizationId)
    .returning('incidents_changed_at')
    .executeTakeFirstOrThrow()
  return at
}

export async function reviseUsage(tx: Tx, organizationId: string): Promise<void> {
  await tx
    .updateTable('organization_revisions')
    .set({ usage_revision: sql`usage_revision + 1` })
    .where('organization_id', '=', organizationId)
    .execute()
}
