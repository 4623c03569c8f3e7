// Which feeds a tenant has: enrolled when it is connected, told to begin at once when something was mended.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Tx } from '../database/in-organization.ts'
import type { SourceName } from './source.ts'

/** Call when a tenant was connected, and again when its connection was mended: what failed is tried at once. */
export async function startFeeds(
  tx: Tx,
  organizationId: string,
  { tenantId, sources, at }: { tenantId: string; sources: SourceName[]; at: Date },
): Promise<void> {
  await tx
    .insertInto('feeds')
    .values(
      sources.map(source => ({
        organization_id: organizationId,
        tenant_id: tenantId,
        source,
        enrolled_at: at,
        // Who is there comes first: it is soon read, the report shows it, and what people did is told of them.
        next_due_at: source === 'directory' ? new Date(at.getTime() - 1000) : at,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['tenant_id', 'source'])
        .doUpdateSet({ failures: 0, next_due_at: sql`least(feeds.next_due_at, excluded.next_due_at)` })
        .where('feeds.organization_id', '=', organizationId),
    )
    .execute()
}

/** For a tenant that comes back: looks back and begins anew as for a new one. Records that are here stay known. */
export async function restartFeeds(
  tx: Tx,
  organizationId: string,
  { tenantId, sources, at }: { tenantId: string; sources: SourceName[]; at: Date },
): Promise<void> {
  await tx
    .deleteFrom('feeds')
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .execute()
  await startFeeds(tx, organizationId, { tenantId, sources, at })
}

/** Gives tenants connected under an earlier version the sources that have come since. */
export async function completeFeeds(
  db: Db,
  { sources, at }: { sources: SourceName[]; at: Date },
): Promise<void> {
  await sql`select complete_feeds(${sources}::text[], ${at})`.execute(db)
}
