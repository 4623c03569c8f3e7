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
 * Call in every transaction that changes incidents, before the change, and date the change with the moment returned. The row
 * stays locked until commit, so an organization's moments never run backwards in the order of commit, whatever the
 * nodes' clocks say: a reader who asks from the last moment it saw misses nothing.
 */
export async function reviseIncidents(tx: Tx, organizationId: string, now: Date): Promise<Date> {
  const { incidents_changed_at: at } = await tx
    .updateTable('organization_revisions')
    .set({
      incidents_revision: sql`incidents_revision + 1`,
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
