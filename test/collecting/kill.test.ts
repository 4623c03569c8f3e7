// Processes that collect are killed in the middle of it: nothing is lost, nothing is doubled, others go on.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { CollectSettings } from '../../src/sources/collect.ts'
import type { Source } from '../../src/sources/source.ts'
import { until } from '../processes.ts'
import { collecting, fedTenant, type Ground, groundForTest, SETTINGS, storedIds } from './ground.ts'
import { type Vendor, vendorForTest } from './served.ts'
import { servedSource } from './served-source.ts'

const COLLECTOR = fileURLToPath(new URL('../fixtures/collector.ts', import.meta.url))
const KILLS = Number(process.env.KILLS ?? 40)
const NODES = 2

// Nodes start three times as fast when they find their programs compiled.
const compiled = await mkdtemp(join(tmpdir(), 'vedette-test-'))
afterAll(() => rm(compiled, { recursive: true, force: true }))

/** Resolves when it has asked for so many pages: a busy machine only takes longer to get there. */
async function startNode(
  { databaseUrl }: Ground,
  { url, asked }: Vendor,
  { name, leaseSeconds, pages }: { name: string; leaseSeconds: number; pages: number },
): Promise<ChildProcess> {
  const working = new Promise<void>(resolve => {
    let count = 0
    asked.on(name, () => ++count === pages && resolve())
  })
  const child = spawn(process.execPath, [COLLECTOR, databaseUrl, `${url}/${name}`, String(leaseSeconds)], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await working
  return child
}

/** The same points in every run, as far as a machine allows. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it(`${KILLS} times killed at any point, what is stored is what was served`, {
  timeout: 900_000,
}, async () => {
  const ground = await groundForTest()
  const vendor = await vendorForTest()
  const tenants = await Promise.all(Array.from({ length: 5 }, () => fedTenant(ground)))
  await ground.database.owner
    .updateTable('feeds')
    .set({ next_due_at: new Date(0) })
    .execute()
  const chance = chances(42)
  // Short enough for the dead one's tenants to be taken up by the next.
  const leaseSeconds = 0.4
  const life = async (_: unknown, node: number) => {
    for (let kills = 0; kills < KILLS / NODES; kills++) {
      const child = await startNode(ground, vendor, {
        name: `${node}-${kills}`,
        leaseSeconds,
        pages: 1 + Math.floor(chance() * 20),
      })
      await sleep(chance() * 20)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await Promise.all(Array.from({ length: NODES }, life))
  vendor.pages = vendor.highest + 3
  const before = await sql<{ stored: number }>`select sum(stored)::int as stored from feeds`.execute(
    ground.database.owner,
  )
  // They did work before they died.
  expect(before.rows[0]!.stored).toBeGreaterThan(100)
  const settings: CollectSettings = { ...SETTINGS, pollSeconds: 0.1, pagesPerTurn: 1000 }
  collecting({ ...ground, clock: { read: () => new Date() } }, [servedSource as Source], {
    connect: async () => `${vendor.url}/last`,
    settings,
  })
  for (const { id, directoryTenantId } of tenants) {
    const stored = await until('everything is stored', async () => {
      const { rows } = await sql<{ cursor: number }>`
        select cursor from feeds where tenant_id = ${id} and cursor = to_jsonb(${vendor.pages}::int)`.execute(
        ground.database.owner,
      )
      return rows.length > 0 && storedIds(ground, id)
    })
    expect(new Set(stored)).toEqual(vendor.served.get(directoryTenantId))
    expect(stored).toHaveLength(vendor.served.get(directoryTenantId)!.size)
    // Counted in the same commits: once each.
    const counts = await sql<{ feed: number; hours: number; newest: number; head: number }>`
      select f.stored::int as feed, (select sum(n)::int from feed_days d, unnest(d.counts) n where d.tenant_id = f.tenant_id) as hours,
        (select max(sequence)::int from events e where e.tenant_id = f.tenant_id) as newest, h.last_sequence::int as head
      from feeds f join event_heads h on h.tenant_id = f.tenant_id where f.tenant_id = ${id}`.execute(
      ground.database.owner,
    )
    const { feed, hours, newest, head } = counts.rows[0]!
    expect({ feed, hours }).toEqual({ feed: stored.length, hours: stored.length })
    expect(newest).toBeLessThanOrEqual(head)
  }
})

it('the tenants of a killed node move to another within one lease', async () => {
  const ground = await groundForTest()
  const vendor = await vendorForTest()
  vendor.delayMilliseconds = 30
  const tenants = await Promise.all(Array.from({ length: 4 }, () => fedTenant(ground)))
  await ground.database.owner
    .updateTable('feeds')
    .set({ next_due_at: new Date(0) })
    .execute()
  const leaseSeconds = 4
  const node = await startNode(ground, vendor, { name: 'doomed', leaseSeconds, pages: 1 })
  const stored = async () =>
    (
      await sql<{ stored: number; leased: Date | null }>`
      select stored::int as stored, lease_until as leased from feeds order by tenant_id`.execute(
        ground.database.owner,
      )
    ).rows
  await until('the node works on all', async () => (await stored()).every(({ stored }) => stored > 10))
  node.kill('SIGKILL')
  await once(node, 'exit')
  const died = Date.now()
  const before = await stored()
  for (const { leased } of before)
    expect(leased?.getTime() ?? 0).toBeLessThanOrEqual(died + leaseSeconds * 1000)
  collecting({ ...ground, clock: { read: () => new Date() } }, [servedSource as Source], {
    connect: async () => `${vendor.url}/last`,
  })
  await until('all go on', async () => (await stored()).every(({ stored }, n) => stored > before[n]!.stored))
  expect(tenants).toHaveLength(before.length)
})
