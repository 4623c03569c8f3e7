// A page becomes records, its cursor and its feed's health in one commit, or in none.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { inOrganization, type Tx } from '../database/in-organization.ts'
import { dayOf } from '../days.ts'
import { applyDirectory } from '../directory/apply.ts'
import { type Stored, storeRecords } from '../events/stored/store.ts'
import { cut, type Judged } from './judge-records.ts'
import type { ClaimedFeed } from './lease.ts'
import type { Page, Rejection } from './source.ts'

/** Another process has the feed, or it may no longer be collected: paused, offboarded. Nothing was written. */
export class LeaseLost extends Error {}

export interface StoredPage {
  feed: ClaimedFeed
  /** Its records have been judged and are not held any longer. */
  page: Omit<Page, 'records'>
  judged: Judged
  leaseSeconds: number
  now: Date
  /** Set with the first page of a daily sweep. */
  isSweep: boolean
}

/** What others do in the same commit with what was stored. */
export interface PageHooks {
  onStored?(tx: Tx, feed: ClaimedFeed, stored: Stored): Promise<void>
  onDirectory?(tx: Tx, feed: ClaimedFeed, userIds: string[], now: Date): Promise<void>
}

export function storePage(db: Db, given: StoredPage, hooks: PageHooks): Promise<Stored> {
  const { feed, page, judged, leaseSeconds, now, isSweep } = given
  const { organizationId, tenantId, source } = feed
  return inOrganization(db, organizationId, async tx => {
    // First, so that the row is ours until the commit: whoever takes the lease afterwards finds this page's cursor.
    await holdLease(tx, feed)
    const stored = await storeRecords(tx, organizationId, {
      tenantId,
      source,
      records: judged.kept,
      historyUntil: feed.watchingSince,
      publishedAt: page.publishedAt,
      storedAt: now,
    })
    if (page.directory) {
      const userIds = await applyDirectory(tx, organizationId, { tenantId, ...page.directory, at: now })
      await hooks.onDirectory?.(tx, feed, userIds, now)
    }
    await noteGaps(tx, feed, page.gaps ?? [], now)
    if (page.fills) await closeGaps(tx, feed, page.fills)
    await noteRejections(tx, feed, [...(page.rejected ?? []), ...judged.rejected], now)
    await countHours(tx, feed, stored.hours)
    await tx
      .updateTable('feeds')
      .set({
        cursor: JSON.stringify(page.cursor ?? null),
        lease_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
        stored: sql`stored + ${stored.stored}`,
        seen: sql`seen + ${stored.seen}`,
        changed: sql`changed + ${stored.changed}`,
        ...(isSweep && { swept_at: now }),
        ...(stored.stored > 0 && {
          last_stored_at: now,
          last_record_at: sql<Date>`greatest(last_record_at, ${stored.newestAt})`,
          silent_since: null,
        }),
        ...(stored.lagSeconds !== null && { lag_seconds: stored.lagSeconds }),
      })
      .where('organization_id', '=', organizationId)
      .where('tenant_id', '=', tenantId)
      .where('source', '=', source)
      .execute()
    if (stored.stored > 0) await hooks.onStored?.(tx, feed, stored)
    return stored
  })
}

async function holdLease(tx: Tx, { organizationId, tenantId, source, leaseToken }: ClaimedFeed) {
  const { rows } = await sql`
    select 1 from feeds f join tenants t on t.id = f.tenant_id
    where f.organization_id = ${organizationId} and f.tenant_id = ${tenantId} and f.source = ${source}
      and f.lease_token = ${leaseToken} and f.lease_until > clock_timestamp() and t.offboarded_on is null
      and not exists (
        select 1 from tenant_pauses p
        where p.organization_id = ${organizationId} and p.tenant_id = f.tenant_id and p.resumed_on is null)
    for update of f`.execute(tx)
  if (!rows.length) throw new LeaseLost(`the lease on ${source} is no longer held`)
}

async function noteGaps(tx: Tx, feed: ClaimedFeed, gaps: NonNullable<Page['gaps']>, now: Date) {
  if (!gaps.length) return
  await tx
    .insertInto('feed_gaps')
    .values(
      gaps.map(({ from, until, reason }) => ({
        organization_id: feed.organizationId,
        tenant_id: feed.tenantId,
        source: feed.source,
        from_at: from,
        until_at: until,
        reason,
        noted_at: now,
      })),
    )
    .onConflict(conflict => conflict.columns(['tenant_id', 'source', 'from_at', 'until_at']).doNothing())
    .execute()
}

/** Of the audit log's live feeds: what they could not bring has been brought by another way. */
async function closeGaps(tx: Tx, feed: ClaimedFeed, { from, until }: NonNullable<Page['fills']>) {
  await tx
    .deleteFrom('feed_gaps')
    .where('organization_id', '=', feed.organizationId)
    .where('tenant_id', '=', feed.tenantId)
    .where('source', 'like', 'Audit.%')
    .where('from_at', '>=', from)
    .where('until_at', '<=', until)
    .execute()
}

async function noteRejections(tx: Tx, feed: ClaimedFeed, rejected: Rejection[], now: Date) {
  const byReason = new Map<string, { count: number; sample: string | null }>()
  for (const { reason, count = 1, sample } of rejected) {
    const known = byReason.get(cut(reason))
    byReason.set(cut(reason), {
      count: (known?.count ?? 0) + count,
      sample: sample === undefined ? (known?.sample ?? null) : cut(sample.replaceAll('\0', '')),
    })
  }
  if (!byReason.size) return
  await tx
    .insertInto('feed_rejections')
    .values(
      [...byReason].map(([reason, { count, sample }]) => ({
        organization_id: feed.organizationId,
        tenant_id: feed.tenantId,
        source: feed.source,
        reason,
        count,
        sample,
        first_at: now,
        last_at: now,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['tenant_id', 'source', 'reason']).doUpdateSet(eb => ({
        count: sql`feed_rejections.count + excluded.count`,
        sample: sql`coalesce(excluded.sample, feed_rejections.sample)`,
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute()
}

async function countHours(tx: Tx, feed: ClaimedFeed, hours: Stored['hours']) {
  const days = new Map<string, number[]>()
  for (const { hour, count } of hours) {
    const day = dayOf(hour)
    const counts = days.get(day) ?? new Array<number>(24).fill(0)
    counts[hour.getUTCHours()]! += count
    days.set(day, counts)
  }
  if (!days.size) return
  await sql`
    insert into feed_days as d (organization_id, tenant_id, source, day, counts)
    select ${feed.organizationId}, ${feed.tenantId}, ${feed.source}, g.day, g.counts::int[]
    from unnest(${[...days.keys()]}::date[], ${[...days.values()].map(counts => `{${counts}}`)}::text[]) as g (day, counts)
    on conflict (tenant_id, source, day) do update
    set counts = (select array_agg(a + b order by n) from unnest(d.counts, excluded.counts) with ordinality as s (a, b, n))
    where d.organization_id = ${feed.organizationId}`.execute(tx)
}
