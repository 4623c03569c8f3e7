// Months of history from the simulated cloud into the database: each record once, as history, whatever happens on the way.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { clock as makeClock } from '../../simulator/cloud/clock.ts'
import { historyPermissions, readingPermissions } from '../../simulator/cloud/permissions.ts'
import { fixedSource, type LoggedRecord } from '../../simulator/cloud/source.ts'
import { startCloud } from '../../simulator/cloud/start.ts'
import { syntheticRecords, syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { normalise } from '../../src/events/normalise.ts'
import { readHealth } from '../../src/sources/health.ts'
import { auditQueries } from '../../src/sources/microsoft/audit-queries.ts'
import { clientFor } from '../../src/sources/microsoft/client.ts'
import { cloudFrom } from '../../src/sources/microsoft/clouds.ts'
import type { Cursor } from '../../src/sources/microsoft/history-windows.ts'
import { managementActivity } from '../../src/sources/microsoft/management-activity.ts'
import type { Source } from '../../src/sources/source.ts'
import type { HistoryOrder } from '../fixtures/history-collector.ts'
import { until } from '../processes.ts'
import {
  collecting,
  type FedTenant,
  fedTenant,
  feedOf,
  type Ground,
  groundForTest,
  storedIds,
} from './ground.ts'

const COLLECTOR = fileURLToPath(new URL('../fixtures/history-collector.ts', import.meta.url))
// Processes start three times as fast when they find their programs compiled.
const compiled = await mkdtemp(join(tmpdir(), 'vedette-test-'))
afterAll(() => rm(compiled, { recursive: true, force: true }))

const KILLS = 4
const HOUR = 3_600_000
const DAY = 24 * HOUR
const QUERIES = 'auditLogQueries'
const SOURCES = [managementActivity('Audit.Exchange'), auditQueries] as Source[]

interface Sky {
  ground: Ground
  tenant: FedTenant
  records: LoggedRecord[]
  cloud: Awaited<ReturnType<typeof startCloud>>
  /** Time goes by in the cloud and here alike. */
  pass(seconds: number): void
}

async function skyForTest(
  records: (tenantId: string, now: number) => LoggedRecord[],
  {
    speed = 0,
    permissions = [...readingPermissions, ...historyPermissions],
    sources = ['Audit.Exchange', QUERIES],
  } = {},
): Promise<Sky> {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground, sources as never)
  const { directoryTenantId } = tenant
  const now = ground.clock.read().getTime()
  const all = records(directoryTenantId, now)
  const cloud = await startCloud({
    source: fixedSource([{ ...syntheticTenant({ number: 1 }), directoryTenantId }], {
      [directoryTenantId]: all,
    }),
    clock: makeClock({ start: now, speed }),
    app: { permissions },
    budgets: null,
  })
  onTestFinished(() => cloud.close())
  return {
    ground,
    tenant,
    records: all,
    cloud,
    pass(seconds) {
      ground.clock.turn({ seconds })
      cloud.control.clock.set(ground.clock.read().getTime())
    },
  }
}

const collect = ({ ground, cloud, tenant }: Sky, lookBackDays: number) =>
  collecting(ground, SOURCES, {
    normalise,
    connect: async () =>
      clientFor({
        cloud: cloudFrom({ cloud: 'global', ...cloud }),
        directoryTenantId: tenant.directoryTenantId,
        credentials: cloud.app,
        fetch,
        clock: () => new Date(),
      }),
    settings: { lookBackDays } as never,
  })

/** Turn by turn, each when it is due, until all that was to be read is. */
async function readThrough(
  { ground, tenant, pass }: Sky,
  seen: (row: Awaited<ReturnType<typeof feedOf>>) => void = () => {},
) {
  await until('the history has been read', async () => {
    const row = await feedOf(ground, tenant.id, QUERIES)
    if (row.lease_token || row.next_due_at <= ground.clock.read()) return false
    seen(row)
    if (row.cursor && !('window' in (row.cursor as object)) && !row.fault_kind) return true
    pass(Math.ceil((row.next_due_at.getTime() - ground.clock.read().getTime()) / 1000) + 1)
    return false
  })
}

const exchange = (count: number, from: number, everyMs: number) => (id: string, now: number) =>
  syntheticRecords(id, 'Audit.Exchange', count, { from: now + from, everyMs })

it('months of it are stored once, as history, beside what the live feed brings of the same', async () => {
  const sky = await skyForTest(exchange(1500, -100 * DAY + 17 * 60_000, 1.6 * HOUR))
  const { ground, tenant, records } = sky
  collect(sky, 120)
  const caughtUp: boolean[] = []
  await readThrough(sky, row => caughtUp.push(row.first_caught_up_at !== null))
  expect(await storedIds(ground, tenant.id)).toEqual(records.map(({ id }) => id).sort())
  const rows = await ground.database.owner.selectFrom('events').select(['is_history', 'source']).execute()
  expect(rows.every(row => row.is_history)).toBe(true)
  expect(new Set(rows.map(({ source }) => source)).size).toBe(2)
  // Judging waits for what people are judged by, and not for what is older.
  expect(caughtUp[0]).toBe(false)
  expect(caughtUp.indexOf(true)).toBeGreaterThan(4)
  expect(caughtUp.indexOf(true)).toBeLessThan(caughtUp.length - 10)
  expect((await feedOf(ground, tenant.id, QUERIES)).lag_seconds).toBeNull()
})

it('without the permission the tenant page says what it is good for, nobody is alarmed, and the rest is collected', async () => {
  const sky = await skyForTest(exchange(50, -2 * DAY, HOUR / 2), { permissions: readingPermissions })
  const { ground, tenant } = sky
  collect(sky, 180)
  await until('both have had their turn', async () => {
    const rows = await Promise.all([
      feedOf(ground, tenant.id, QUERIES),
      feedOf(ground, tenant.id, 'Audit.Exchange'),
    ])
    return rows.every(row => row.turned_at && !row.lease_token)
  })
  const health = await ground.work(tx =>
    readHealth(tx, ground.organizationId, { tenantId: tenant.id, now: ground.clock.read(), pollSeconds: 60 }),
  )
  expect(health.map(({ source, state, isProblem }) => [source, state, isProblem])).toEqual([
    ['Audit.Exchange', 'well', false],
    [QUERIES, 'left out', false],
  ])
  expect(health[1]).toMatchObject({ permission: 'AuditLogsQuery.Read.All' })
  expect(health[1]!.words).toMatch(/180 days.*AuditLogsQuery|AuditLogsQuery.*180 days/)
  expect(await storedIds(ground, tenant.id)).toHaveLength(50)
  const { next_due_at, turned_at } = await feedOf(ground, tenant.id, QUERIES)
  expect(next_due_at.getTime() - turned_at!.getTime()).toBeGreaterThan(50 * 60_000)
})

it('what the live feed can no longer bring after days of standstill is made good, and its gap is none any more', async () => {
  const sky = await skyForTest(exchange(60, HOUR, 6 * HOUR))
  const { ground, tenant, records, pass } = sky
  const gaps = () => ground.database.owner.selectFrom('feed_gaps').select(['source', 'reason']).execute()
  const first = collect(sky, 60)
  await readThrough(sky)
  await first.stop()
  pass((15 * DAY) / 1000)
  let told = 0
  collect(sky, 60)
  await until('the live feed tells of its gap', async () => {
    told = Math.max(told, (await gaps()).length)
    return told > 0
  })
  await readThrough(sky)
  expect(await gaps()).toEqual([])
  expect(await storedIds(ground, tenant.id)).toEqual(
    records
      .filter(({ at }) => at < ground.clock.read().getTime())
      .map(({ id }) => id)
      .sort(),
  )
})

it('killed at any point, another process goes on: each record once, and no query more than there were kills', {
  timeout: 120_000,
}, async () => {
  const speed = 600
  const sky = await skyForTest(exchange(9_000, -34 * DAY + 17 * 60_000, 5.3 * 60_000), {
    speed,
    sources: [QUERIES],
  })
  const { ground, tenant, records, cloud } = sky
  const { loginUrl, graphUrl, manageUrl, app } = cloud
  const order: HistoryOrder = {
    databaseUrl: ground.databaseUrl,
    urls: { loginUrl, graphUrl, manageUrl },
    app,
    lookBackDays: 35,
    time: { simulated: cloud.control.clock.now(), real: Date.now(), speed },
  }
  const read = async () => {
    const { begun, back } = ((await feedOf(ground, tenant.id, QUERIES)).cursor ?? {}) as Partial<Cursor>
    return Date.parse(back ?? '') <= Date.parse(begun ?? '') - order.lookBackDays * DAY
  }
  let kills = 0
  for (; !(await read()); kills++) {
    const child = spawn(process.execPath, [COLLECTOR, JSON.stringify(order)], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const before = cloud.control.requests(tenant.directoryTenantId).length
    // After some of them, the last one may come to the end.
    const requests = kills < KILLS ? 3 + ((kills * 7) % 5) : Number.POSITIVE_INFINITY
    const isEnough = async () =>
      cloud.control.requests(tenant.directoryTenantId).length >= before + requests || (await read())
    await until('it has asked for something', isEnough)
    await sleep((kills * 13) % 30)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  expect(kills).toBeGreaterThan(3)
  expect(await storedIds(ground, tenant.id)).toEqual(records.map(({ id }) => id).sort())
  const asked = cloud.control
    .requests(tenant.directoryTenantId)
    .filter(({ endpoint }) => endpoint === 'auditQueries')
  expect(asked.length).toBeGreaterThanOrEqual(5)
  expect(asked.length).toBeLessThanOrEqual(5 + kills)
})
