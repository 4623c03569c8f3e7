// What Prometheus is told of collecting. No tenant is named: there may be thousands.

import { sql } from 'kysely'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Db } from '../database/connect.ts'
import { unjudgedSince } from '../events/stored/judging.ts'
import type { CollectParts } from '../sources/collect.ts'

export function collectMetrics(registry: Registry, owner: Db): NonNullable<CollectParts<unknown>['onTurn']> {
  const registers = [registry]
  const turns = new Counter({
    name: 'vedette_collecting_turns_total',
    help: 'Turns of feeds, by source and how they ended.',
    labelNames: ['source', 'end'],
    registers,
  })
  const records = new Counter({
    name: 'vedette_records_total',
    help: 'Records by source and what became of them.',
    labelNames: ['source', 'result'],
    registers,
  })
  const waited = new Histogram({
    name: 'vedette_collecting_wait_seconds',
    help: 'From being due to having a turn.',
    buckets: [0.1, 0.5, 1, 5, 15, 60, 120, 300, 900],
    registers,
  })
  const took = new Histogram({
    name: 'vedette_collecting_turn_seconds',
    help: 'How long a turn took, by source.',
    labelNames: ['source'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30, 120],
    registers,
  })
  new Gauge({
    name: 'vedette_feeds',
    help: 'Feeds of all tenants by source and state: well, silent, waiting, resting, or the kind of their fault.',
    labelNames: ['source', 'state'],
    registers,
    async collect() {
      const feeds = await feedStates(owner).catch(() => [])
      this.reset()
      for (const { source, state, count } of feeds) this.set({ source, state }, count)
    },
  })
  new Gauge({
    name: 'vedette_feed_staleness_seconds',
    help: 'How long ago the feed that is furthest behind had caught up, by source.',
    labelNames: ['source'],
    registers,
    async collect() {
      const feeds = await stalest(owner).catch(() => [])
      this.reset()
      for (const { source, seconds } of feeds) this.set({ source }, seconds)
    },
  })
  return ({ source, result, seconds, waitedSeconds }) => {
    turns.inc({ source, end: result?.end ?? 'not stored' })
    waited.observe(waitedSeconds)
    took.observe({ source }, seconds)
    if (!result) return
    records.inc({ source, result: 'stored' }, result.stored)
    records.inc({ source, result: 'seen' }, result.seen)
    records.inc({ source, result: 'rejected' }, result.rejected)
  }
}

/** How long incidents took from the moment the record that settled them was stored until they could be read. */
export const detectionMetric = (registry: Registry): Histogram =>
  new Histogram({
    name: 'vedette_detection_seconds',
    help: 'From storing the record that settled an incident, found while watching, to its being visible.',
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers: [registry],
  })

/** What waits to be judged, in all tenants together. */
export function judgingMetric(registry: Registry, owner: Db): void {
  new Gauge({
    name: 'vedette_judging_staleness_seconds',
    help: 'How long the record or person that waits longest to be judged has been waiting.',
    registers: [registry],
    async collect() {
      const seconds = await longestWait(owner).catch(() => null)
      this.reset()
      if (seconds !== null) this.set(seconds)
    },
  })
  new Gauge({
    name: 'vedette_people_not_judged',
    help: 'People who could not be judged when they last should have been.',
    registers: [registry],
    async collect() {
      const count = await failedPeople(owner).catch(() => null)
      this.reset()
      if (count !== null) this.set(count)
    },
  })
}

async function longestWait(owner: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(w.since))::float as seconds from (
      select ${unjudgedSince} as since, h.tenant_id
      from event_heads h where h.judged_through < h.last_sequence
      union all
      select p.due_at, p.tenant_id from judged_people p where p.due_at <= now()
    ) w join tenants t on t.id = w.tenant_id where t.offboarded_on is null`.execute(owner)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

async function failedPeople(owner: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from judged_people p join tenants t on t.id = p.tenant_id
    where p.failed_at is not null and t.offboarded_on is null`.execute(owner)
  return rows[0]!.count
}

async function feedStates(owner: Db) {
  const { rows } = await sql<{ source: string; state: string; count: number }>`
    select f.source, case when f.is_resting then 'resting' when f.fault_kind is not null then f.fault_kind
      when f.turned_at is null then 'waiting' when f.silent_since is not null then 'silent' else 'well' end as state,
      count(*)::int as count
    from feeds f join tenants t on t.id = f.tenant_id where t.offboarded_on is null
    group by 1, 2`.execute(owner)
  return rows
}

async function stalest(owner: Db) {
  const { rows } = await sql<{ source: string; seconds: number }>`
    select f.source, extract(epoch from now() - min(coalesce(f.caught_up_at, f.enrolled_at)))::float as seconds
    from feeds f join tenants t on t.id = f.tenant_id
    where t.offboarded_on is null and not f.is_resting and not f.is_finished
      and f.fault_kind is distinct from 'licence' and f.fault_kind is distinct from 'left-out'
    group by 1`.execute(owner)
  return rows
}
