// The collecting loop on a real database, with sources that serve what a test gives them.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CollectSettings } from '../../src/sources/collect.ts'
import { SourceFault } from '../../src/sources/source.ts'
import { offboardTenant } from '../../src/tenants/offboard.ts'
import { pauseTenant, resumeTenant } from '../../src/tenants/pause.ts'
import { until } from '../processes.ts'
import {
  collecting,
  fakeSource,
  fedTenant,
  feedOf,
  groundForTest,
  record,
  serving,
  storedIds,
} from './ground.ts'

it('stores every page and goes on from its cursor', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  const asked: unknown[] = []
  const source = fakeSource(function* ({ cursor }) {
    asked.push(cursor)
    const n = (cursor as { n: number } | null)?.n ?? 0
    if (n < 3) yield { records: [record(`${n}a`), record(`${n}b`)], cursor: { n: n + 1 } }
  })
  collecting(ground, [source])
  for (const turns of [1, 2, 3, 4]) {
    await until('a turn has ended', () => asked.length === turns)
    await until('it has caught up', async () => (await feedOf(ground, tenant.id)).lease_token === null)
    ground.clock.turn({ seconds: 61 })
  }
  expect(asked.slice(0, 4)).toEqual([null, { n: 1 }, { n: 2 }, { n: 3 }])
  expect(await storedIds(ground, tenant.id)).toEqual(['0a', '0b', '1a', '1b', '2a', '2b'])
})

it('drops what it has seen, and counts what came again with another content', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  const changed = { ...record('b'), note: 'now different' }
  collecting(ground, [
    serving([
      [record('a'), record('b')],
      [record('a'), changed, record('c')],
      [record('c'), record('c')],
    ]),
  ])
  const feed = await until('it has caught up', async () => {
    const feed = await feedOf(ground, tenant.id)
    return feed.caught_up_at ? feed : undefined
  })
  expect(feed).toMatchObject({ stored: 3, seen: 4, changed: 1 })
  const { raw } = await ground.database.owner
    .selectFrom('events')
    .select('raw')
    .where('id', '=', 'b')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(raw)).toEqual(record('b'))
})

it('knows a record by its id within its log: what two logs tell is kept twice', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  const unified = { ...record('same'), log: 'unified' }
  collecting(ground, [
    serving([
      [record('same'), unified],
      [unified, record('same')],
    ]),
  ])
  await until('both pages are read', async () => (await feedOf(ground, tenant.id)).caught_up_at !== null)
  const rows = await ground.database.owner.selectFrom('events').select(['id', 'log']).orderBy('log').execute()
  expect(rows).toEqual([
    { id: 'same', log: 'signinlogs' },
    { id: 'same', log: 'unified' },
  ])
  expect(await feedOf(ground, tenant.id)).toMatchObject({ stored: 2, seen: 2, changed: 0 })
})

it('keeps records as they came, whatever characters they hold', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  const odd = {
    ...record('odd'),
    text: 'a\nb\r\u0000\u2028"\\\ud800',
    user: 'nul\u0000@x.example',
    'key\n': null,
    deep: [{}, [1.5e300]],
  }
  collecting(ground, [serving([[odd, record('x'.repeat(5000)), record('nul\u0000')]])])
  await until('all are stored', async () => (await feedOf(ground, tenant.id)).stored === 3)
  const rows = await ground.database.owner.selectFrom('events').selectAll().orderBy('sequence').execute()
  expect(JSON.parse(rows[0]!.raw)).toEqual(odd)
  expect(rows[0]!.user_name).toBe('nul@x.example')
})

it('marks what happened before it watched as history, and what happened while it rested', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  let served = [record('old', '2026-02-20T00:00:00Z'), record('new', '2026-03-10T12:00:00Z')]
  const source = fakeSource(function* () {
    yield { records: served, cursor: 1 }
  })
  collecting(ground, [source])
  await until('two are stored', async () => (await storedIds(ground, tenant.id)).length === 2)
  await until('the turn is over', async () => (await feedOf(ground, tenant.id)).lease_token === null)
  await ground.work(tx =>
    pauseTenant(tx, ground.organizationId, { tenantId: tenant.id, at: ground.clock.read() }),
  )
  served = [record('while paused', '2026-03-12T00:00:00Z')]
  ground.clock.turn({ days: 4 })
  await sleep(300)
  expect(await storedIds(ground, tenant.id)).toHaveLength(2)
  await ground.work(tx =>
    resumeTenant(tx, ground.organizationId, { tenantId: tenant.id, at: ground.clock.read() }),
  )
  await until('the pause is filled', async () => (await storedIds(ground, tenant.id)).length === 3)
  const rows = await ground.database.owner.selectFrom('events').select(['id', 'is_history']).execute()
  expect(Object.fromEntries(rows.map(({ id, is_history }) => [id, is_history]))).toEqual({
    old: true,
    new: false,
    'while paused': true,
  })
})

it('asks nothing of an offboarded tenant, and nothing more of a scan that has caught up', async () => {
  const ground = await groundForTest()
  const asked: string[] = []
  const source = fakeSource(function* ({ tenant }) {
    asked.push(tenant.directoryTenantId)
    yield { records: [], cursor: 1 }
  })
  const gone = await fedTenant(ground)
  await ground.work(tx =>
    offboardTenant(tx, ground.organizationId, { tenantId: gone.id, at: ground.clock.read() }),
  )
  const scan = await fedTenant(ground, ['signIns'], 'Scan')
  collecting(ground, [source])
  await until('the scan is over', async () => (await feedOf(ground, scan.id)).is_finished)
  ground.clock.turn({ days: 1 })
  await sleep(300)
  expect(asked).toEqual([scan.directoryTenantId])
})

it('backs a failing feed off, says why, and goes on when it is mended', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  let isBroken = true
  let asked = 0
  const source = fakeSource(function* () {
    asked++
    if (isBroken)
      throw new SourceFault('permission', 'AuditLog.Read.All is missing. Grant it.', {
        permission: 'AuditLog.Read.All',
      })
    yield { records: [record('a')], cursor: 1 }
  })
  collecting(ground, [source])
  const first = await until('it has failed', async () => {
    const feed = await feedOf(ground, tenant.id)
    return feed.failures === 1 && feed
  })
  expect(first).toMatchObject({ fault_kind: 'permission', fault_permission: 'AuditLog.Read.All' })
  expect(first.next_due_at.getTime() - ground.clock.read().getTime()).toBe(45_000)
  ground.clock.turn({ seconds: 46 })
  const second = await until('it has failed again', async () => {
    const feed = await feedOf(ground, tenant.id)
    return feed.failures === 2 && feed
  })
  expect(second.next_due_at.getTime() - ground.clock.read().getTime()).toBe(90_000)
  expect(second.fault_since).toEqual(first.fault_since)
  expect(asked).toBe(2)
  isBroken = false
  ground.clock.turn({ seconds: 91 })
  await until('it works', async () => (await feedOf(ground, tenant.id)).stored === 1)
  expect(
    await until('the turn is over', async () => {
      const feed = await feedOf(ground, tenant.id)
      return feed.lease_token === null && feed
    }),
  ).toMatchObject({ failures: 0, fault_kind: null, fault_since: null })
})

it('gives a huge tenant its share and then makes way, so that nobody waits for it', async () => {
  const ground = await groundForTest()
  const huge = await fedTenant(ground)
  const endless = fakeSource(async function* ({ cursor, tenant }) {
    for (let n = (cursor as number | null) ?? 0; tenant.directoryTenantId === huge.directoryTenantId; n++) {
      await sleep(1)
      yield { records: [record(`huge ${n}`)], cursor: n + 1 }
    }
    yield { records: [record('small')], cursor: 1 }
  })
  const small = await Promise.all(Array.from({ length: 5 }, () => fedTenant(ground)))
  collecting(ground, [endless], { settings: { turns: 1, pagesPerTurn: 5 } as CollectSettings })
  await until('the small ones are done', async () => {
    const counts = await Promise.all(small.map(async ({ id }) => (await storedIds(ground, id)).length))
    return counts.every(count => count === 1)
  })
  await until('the huge one goes on', async () => (await storedIds(ground, huge.id)).length > 10)
})

it('lets a source that hangs hold no more than its own turn', async () => {
  const ground = await groundForTest()
  const stuck = await fedTenant(ground)
  const other = await fedTenant(ground)
  const source = fakeSource(async function* ({ tenant }) {
    if (tenant.directoryTenantId === stuck.directoryTenantId) await new Promise(() => {})
    yield { records: [record('a')], cursor: 1 }
  })
  const { stop } = collecting(ground, [source])
  await until('the other is served', async () => (await storedIds(ground, other.id)).length === 1)
  await stop()
  expect(await feedOf(ground, stuck.id)).toMatchObject({ lease_token: null, fault_kind: null, stored: 0 })
})

it('stops between pages, gives its leases back, and another goes on where it stood', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  const source = fakeSource(async function* ({ cursor }) {
    for (let n = (cursor as number | null) ?? 0; n < 200; n++) {
      await sleep(3)
      yield { records: [record(n)], cursor: n + 1 }
    }
  })
  const settings = { pagesPerTurn: 1000 } as CollectSettings
  const first = collecting(ground, [source], { settings })
  await until('some are stored', async () => (await feedOf(ground, tenant.id)).stored > 5)
  await first.stop()
  const feed = await feedOf(ground, tenant.id)
  expect(feed.lease_token).toBeNull()
  expect(feed.cursor).toBe(feed.stored)
  expect(feed.stored).toBeLessThan(200)
  collecting(ground, [source], { settings })
  await until('all are stored', async () => (await feedOf(ground, tenant.id)).stored === 200)
  expect(await feedOf(ground, tenant.id)).toMatchObject({ seen: 0 })
})

it('drops the page of a process that lost its lease, and the new holder stores it once', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const ends: unknown[] = []
  const slow = fakeSource(async function* () {
    await held
    yield { records: [record('from the old')], cursor: 'old' }
  })
  collecting(ground, [slow], {
    // Never renewed in time.
    settings: { leaseSeconds: 30 } as CollectSettings,
    onTurn: ({ result }) => ends.push(result?.end),
  })
  await until('it is leased', async () => (await feedOf(ground, tenant.id)).lease_token !== null)
  await ground.database.owner
    .updateTable('feeds')
    .set({ lease_until: new Date(0) })
    .execute()
  const quick = fakeSource(function* () {
    yield { records: [record('from the new')], cursor: 'new' }
  })
  collecting(ground, [quick])
  await until('the other has it', async () => (await feedOf(ground, tenant.id)).cursor === 'new')
  release()
  await until('the first is told', () => ends.length > 0)
  expect(ends[0]).toBe('lease lost')
  expect(await storedIds(ground, tenant.id)).toEqual(['from the new'])
  expect(await feedOf(ground, tenant.id)).toMatchObject({ cursor: 'new' })
})

it('never works on more feeds of a tenant at a time than it may, on two nodes together', async () => {
  const ground = await groundForTest()
  const names = ['Audit.Exchange', 'Audit.SharePoint', 'Audit.General', 'signIns', 'directoryAudits'] as const
  const tenant = await fedTenant(ground, [...names])
  let [now, most] = [0, 0]
  const sources = names.map(name =>
    fakeSource(
      async function* () {
        most = Math.max(most, ++now)
        await sleep(30)
        now--
        yield { records: [record(name)], cursor: 1 }
      },
      { name },
    ),
  )
  collecting(ground, sources)
  collecting(ground, sources)
  await until('all are stored', async () => (await storedIds(ground, tenant.id)).length === names.length)
  expect(most).toBe(2)
})

it('renews the lease of a page that takes longer than it lasts', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  let asked = 0
  const source = fakeSource(async function* () {
    asked++
    await sleep(7000)
    yield { records: [record('late')], cursor: 1 }
  })
  // So long that a busy machine does not miss the moment for renewing it.
  const settings = { leaseSeconds: 3 } as CollectSettings
  collecting(ground, [source], { settings })
  collecting(ground, [source], { settings })
  await until('it is stored', async () => (await storedIds(ground, tenant.id)).length === 1)
  expect(asked).toBe(1)
})

it('sweeps once a day, from before yesterday', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  const sweeps: (string | null)[] = []
  const source = fakeSource(function* ({ sweepFrom }) {
    sweeps.push(sweepFrom?.toISOString() ?? null)
    yield { records: [], cursor: 1 }
  })
  collecting(ground, [source])
  for (let turns = 1; turns <= 27; turns++) {
    await until(
      'a turn has ended',
      async () => sweeps.length === turns && (await feedOf(ground, tenant.id)).lease_token === null,
    )
    ground.clock.turn({ minutes: 60 })
  }
  expect(sweeps.filter(Boolean)).toEqual(['2026-03-10T10:00:00.000Z'])
})
