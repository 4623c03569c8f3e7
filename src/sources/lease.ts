// Whose turn it is: feeds are handed out to one process at a time, for as long as it keeps saying that it is there.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Service } from '../database/types.ts'

export interface ClaimedFeed {
  organizationId: string
  tenantId: string
  source: string
  leaseToken: string
  cursor: unknown
  failures: number
  /** What happened before is history. */
  watchingSince: Date
  sweptAt: Date | null
  dueAt: Date
  directoryTenantId: string
  displayName: string
  service: Service
}

export interface Claim {
  /** A name of this process for whoever looks into the table. */
  holder: string
  now: Date
  leaseSeconds: number
  most: number
  mostOfTenant: number
}

/** Feeds of all organizations whose turn it is, those due longest first. */
export async function claimFeeds(
  db: Db,
  { holder, now, leaseSeconds, most, mostOfTenant }: Claim,
): Promise<ClaimedFeed[]> {
  const { rows } = await sql<ClaimedFeed>`
    select organization_id as "organizationId", tenant_id as "tenantId", source, lease_token as "leaseToken", cursor,
      failures, watching_since as "watchingSince", swept_at as "sweptAt", due_at as "dueAt",
      directory_tenant_id as "directoryTenantId", display_name as "displayName", service
    from claim_feeds(${holder}, ${now}, ${leaseSeconds}, ${most}, ${mostOfTenant})
    order by due_at, tenant_id, source`.execute(db)
  return rows
}

/** Returns the tokens that still hold; a missing one has gone to another process. */
export async function renewLeases(
  db: Db,
  { tokens, leaseSeconds }: { tokens: string[]; leaseSeconds: number },
): Promise<Set<string>> {
  const { rows } = await sql<{ token: string }>`
    select token from renew_leases(${tokens}::uuid[], ${leaseSeconds}) as token`.execute(db)
  return new Set(rows.map(({ token }) => token))
}
