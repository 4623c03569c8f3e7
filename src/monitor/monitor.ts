// The watch: collects from every tenant, has what came in judged, and does what is due by the clock.
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { inOrganization, type Tx } from '../database/in-organization.ts'
import type { Database } from '../database/open.ts'
import { normalise } from '../events/normalise.ts'
import { refreshIncidents } from '../incidents/refresh.ts'
import { startCollecting } from '../sources/collect.ts'
import { completeFeeds } from '../sources/feeds.ts'
import type { Normalise } from '../sources/judge-records.ts'
import type { ClaimedFeed } from '../sources/lease.ts'
import type { PageHooks } from '../sources/page.ts'
import type { Source } from '../sources/source.ts'
import { snapshotUsage } from '../usage/snapshot.ts'
import { doChores } from './chores.ts'
import { createJudge } from './judge.ts'
import { type JudgingParts, startJudging } from './judging.ts'
import { collectMetrics, detectionMetric, judgingMetric } from './metrics.ts'

export interface MonitorParts<Client> {
  database: Database
  clock: () => Date
  random?: () => number
  log: Logger
  registry: Registry
  config: Pick<
    Config,
    'pollSeconds' | 'lookBackDays' | 'overlapSeconds' | 'leaseSeconds' | 'collectingTurns' | 'retentionDays'
  >
  sources: Source<Client>[]
  connect(feed: ClaimedFeed): Promise<Client>
  normalise?: Normalise
  /** In the transaction that stores a page. */
  onStored?: PageHooks['onStored']
  /** Exactly once after it was stored; unless given, by Vedette's own detection. */
  judge?: JudgingParts['judge']
}

export interface Monitor {
  stop(): Promise<void>
}

const TICK_SECONDS = 15
const PAGES_PER_TURN = 20
const SECONDS_PER_TURN = 60
const TURNS_OF_TENANT = 2

export function startMonitor<Client>(parts: MonitorParts<Client>): Monitor {
  const { database, clock, log, config, sources } = parts
  const { db } = database
  const count = collectMetrics(parts.registry, database.owner)
  judgingMetric(parts.registry, database.owner)
  const judge = parts.judge ?? createJudge({ db, clock, log, seconds: detectionMetric(parts.registry) })
  const judging = startJudging({ db, clock, log, judge })
  const counting = new Set<Promise<void>>()
  const collecting = startCollecting({
    db,
    clock,
    random: parts.random ?? Math.random,
    log,
    normalise: parts.normalise ?? normalise,
    sources,
    connect: parts.connect,
    ...(parts.onStored && { onStored: parts.onStored }),
    onDirectory: showUsersAnew,
    onTurn(turn) {
      count(turn)
      const { organizationId, tenantId, source, result } = turn
      if (result && result.stored > 0) judging.add(organizationId, tenantId)
      if (source !== 'directory' || result?.end !== 'caught up') return
      const counted = inOrganization(db, organizationId, tx =>
        snapshotUsage(tx, organizationId, { tenantId, now: clock() }),
      )
        .catch(error => log.error({ err: error, tenant: tenantId }, 'usage was not counted'))
        .finally(() => counting.delete(counted))
      counting.add(counted)
    },
    settings: {
      pollSeconds: config.pollSeconds,
      // What would be forgotten at once need not be read.
      lookBackDays: Math.min(config.lookBackDays, config.retentionDays),
      overlapSeconds: config.overlapSeconds,
      leaseSeconds: config.leaseSeconds,
      turns: config.collectingTurns,
      turnsOfTenant: TURNS_OF_TENANT,
      pagesPerTurn: PAGES_PER_TURN,
      secondsPerTurn: SECONDS_PER_TURN,
      lookSeconds: Math.min(1, config.pollSeconds / 10),
    },
  })
  const stopping = new AbortController()
  const byTheClock = async () => {
    await completeFeeds(db, { sources: sources.map(({ name }) => name), at: clock() })
    await doChores({ database, clock, log, retentionDays: config.retentionDays, sources }, stopping.signal)
    await judging.findLeftOver()
  }
  let ticking: Promise<void> | null = null
  const tick = () => {
    ticking ??= byTheClock()
      .catch(error => log.warn({ because: (error as Error).message }, 'the clock was missed; trying again'))
      .finally(() => {
        ticking = null
      })
  }
  tick()
  const timer = setInterval(tick, TICK_SECONDS * 1000)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await collecting.stop()
      await Promise.all([ticking, ...counting])
      await judging.stop()
    },
  }
}

/** An incident shows its user's latest state. Most tenants have none, and those need not stand in line. */
async function showUsersAnew(
  tx: Tx,
  { organizationId, tenantId }: ClaimedFeed,
  userIds: string[],
  now: Date,
): Promise<void> {
  if (!userIds.length) return
  const shown = await tx
    .selectFrom('incidents')
    .select('user_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .execute()
  const told = new Set(userIds)
  const affected = shown.map(({ user_id }) => user_id).filter(id => told.has(id))
  if (affected.length) await refreshIncidents(tx, organizationId, { tenantId, userIds: affected }, now)
}
