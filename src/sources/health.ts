// How collecting fares, for whoever looks at a tenant: each feed's standing, its delay, its rate, its gaps.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { addDays, dayOf } from '../days.ts'
import { rateOf } from './rate.ts'
import type { FaultKind, SourceName } from './source.ts'
import { type FeedState, standingOf } from './state.ts'

export interface FeedHealth {
  source: SourceName
  state: FeedState
  isProblem: boolean
  /** What is the matter, and what to do about it. */
  words: string
  /** Since when it fails or is silent. */
  since: Date | null
  permission: string | null
  lastRecordAt: Date | null
  /** When it last had everything there was. */
  caughtUpAt: Date | null
  /** From happening to stored. */
  lagSeconds: number | null
  perHour: number
  usualPerHour: number | null
  stored: number
  /** Came again with another content; the first was kept. */
  changed: number
  /** Newest first. */
  gaps: { from: Date; until: Date; reason: string }[]
  /** Most first. The reason completes 'The record …'. */
  rejected: { reason: string; count: number; sample: string | null; lastAt: Date }[]
}

// Four weeks to compare with, and the silence itself.
const NORM_DAYS = 50
const GAPS_SHOWN = 10
const REJECTIONS_SHOWN = 10

export async function readHealth(
  tx: Tx,
  organizationId: string,
  { tenantId, now, pollSeconds }: { tenantId: string; now: Date; pollSeconds: number },
): Promise<FeedHealth[]> {
  const own = { organization_id: organizationId, tenant_id: tenantId }
  const ofTenant = <T extends 'feeds' | 'feed_gaps' | 'feed_rejections' | 'feed_days'>(table: T) =>
    sql`${sql.table(table)} where organization_id = ${own.organization_id} and tenant_id = ${own.tenant_id}`
  const { rows: feeds } = await sql<FeedRow>`select * from ${ofTenant('feeds')} order by source`.execute(tx)
  if (!feeds.length) return []
  const { rows: gaps } = await sql<{ source: string; from_at: Date; until_at: Date; reason: string }>`
    select source, from_at, until_at, reason from ${ofTenant('feed_gaps')} order by from_at desc limit 200`.execute(
    tx,
  )
  const { rows: rejections } = await sql<{
    source: string
    reason: string
    count: number
    sample: string | null
    last_at: Date
  }>`select source, reason, count, sample, last_at from ${ofTenant('feed_rejections')} order by count desc`.execute(
    tx,
  )
  const { rows: days } = await sql<{ source: string; day: string; counts: number[] }>`
    select source, day, counts from ${ofTenant('feed_days')}
    and day > ${addDays(dayOf(now), -NORM_DAYS)}`.execute(tx)
  const of = <T extends { source: string }>(all: T[], source: string) =>
    all.filter(each => each.source === source)
  return feeds.map(feed => {
    const standing = standingOf(factsOf(feed, pollSeconds), now)
    const rate = rateOf(of(days, feed.source), {
      now,
      watchingSince: feed.watching_since ?? now,
      lastRecordAt: feed.last_record_at,
    })
    return {
      source: feed.source as SourceName,
      ...standing,
      since: standing.state === 'silent' ? feed.silent_since : feed.fault_since,
      permission: feed.fault_permission,
      lastRecordAt: feed.last_record_at,
      caughtUpAt: feed.caught_up_at,
      lagSeconds: feed.lag_seconds,
      perHour: rate.perHour,
      usualPerHour: rate.usual,
      stored: feed.stored,
      changed: feed.changed,
      gaps: of(gaps, feed.source)
        .slice(0, GAPS_SHOWN)
        .map(({ from_at: from, until_at: until, reason }) => ({ from, until, reason })),
      rejected: of(rejections, feed.source)
        .slice(0, REJECTIONS_SHOWN)
        .map(({ reason, count, sample, last_at: lastAt }) => ({ reason, count, sample, lastAt })),
    }
  })
}

/** Which tenants' feeds somebody should look at, and the first of what is the matter. */
export async function feedProblems(
  tx: Tx,
  organizationId: string,
  { now, pollSeconds }: { now: Date; pollSeconds: number },
): Promise<Map<string, { feeds: number; words: string }>> {
  const { rows } = await sql<FeedRow>`
    select f.* from feeds f join tenants t on t.id = f.tenant_id
    where f.organization_id = ${organizationId} and t.offboarded_on is null and not f.is_resting and not f.is_finished
      and (f.fault_kind is not null or f.silent_since is not null or f.caught_up_at is null
        or f.caught_up_at < ${now}::timestamptz - interval '30 minutes')
    order by f.tenant_id, f.source`.execute(tx)
  const problems = new Map<string, { feeds: number; words: string }>()
  for (const feed of rows) {
    const { isProblem, words } = standingOf(factsOf(feed, pollSeconds), now)
    if (!isProblem) continue
    const known = problems.get(feed.tenant_id)
    problems.set(feed.tenant_id, { feeds: (known?.feeds ?? 0) + 1, words: known?.words ?? words })
  }
  return problems
}

interface FeedRow {
  tenant_id: string
  source: string
  enrolled_at: Date
  is_resting: boolean
  is_finished: boolean
  turned_at: Date | null
  caught_up_at: Date | null
  first_caught_up_at: Date | null
  next_due_at: Date
  fault_kind: FaultKind | null
  fault_words: string | null
  fault_permission: string | null
  fault_since: Date | null
  failures: number
  silent_since: Date | null
  watching_since: Date | null
  last_record_at: Date | null
  lag_seconds: number | null
  stored: number
  changed: number
}

const factsOf = (feed: FeedRow, pollSeconds: number) => ({
  isResting: feed.is_resting,
  isFinished: feed.is_finished,
  turnedAt: feed.turned_at,
  caughtUpAt: feed.caught_up_at,
  firstCaughtUpAt: feed.first_caught_up_at,
  enrolledAt: feed.enrolled_at,
  faultKind: feed.fault_kind,
  faultWords: feed.fault_words,
  failures: feed.failures,
  silentSince: feed.silent_since,
  // A feed with an interval of its own says it by when it is next due.
  everySeconds: Math.max(
    pollSeconds,
    feed.caught_up_at ? (feed.next_due_at.getTime() - feed.caught_up_at.getTime()) / 1000 : 0,
  ),
})
