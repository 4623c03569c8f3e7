// What health says of a feed, from what its source served: on a real database.
import { expect, it } from 'vitest'
import { normalise } from '../../src/events/normalise.ts'
import { doChores } from '../../src/monitor/chores.ts'
import { feedProblems, readHealth } from '../../src/sources/health.ts'
import { type Page, SourceFault } from '../../src/sources/source.ts'
import { until } from '../processes.ts'
import { collecting, fakeSource, fedTenant, feedOf, type Ground, groundForTest } from './ground.ts'

const quiet = { error: (what: object) => expect.fail(JSON.stringify(what)) }

async function healthAfter(ground: Ground, pages: Page[], fault?: SourceFault) {
  const tenant = await fedTenant(ground)
  const source = fakeSource(function* ({ cursor }) {
    yield* pages.slice((cursor as number | null) ?? 0)
    if (fault) throw fault
  })
  collecting(ground, [source], { normalise })
  await until('a turn has ended', async () => (await feedOf(ground, tenant.id)).turned_at ?? undefined)
  const [feed] = await ground.work(tx =>
    readHealth(tx, ground.organizationId, { tenantId: tenant.id, now: ground.clock.read(), pollSeconds: 60 }),
  )
  return { tenant, feed: feed! }
}

const audit = (id: string, time: string) => ({
  Id: id,
  CreationTime: time,
  Operation: 'FileAccessed',
  RecordType: 6,
  Workload: 'SharePoint',
  UserId: 'mara@northwind.example',
})

it('tells the latest record, the delay, and that all is well', async () => {
  const ground = await groundForTest()
  const records = [
    audit('a', '2026-03-10T12:00:00'),
    audit('b', '2026-03-10T12:02:00'),
    audit('c', '2026-03-01T09:00:00'),
  ]
  ground.clock.turn({ minutes: 10 })
  const tenant = await fedTenant(ground)
  await ground.database.owner
    .updateTable('feeds')
    .set({ watching_since: new Date('2026-03-10T12:00:00Z') })
    .execute()
  collecting(ground, [fakeSource(() => [{ records, cursor: 1 }])], { normalise })
  await until('a turn has ended', async () => (await feedOf(ground, tenant.id)).turned_at ?? undefined)
  const [feed] = await ground.work(tx =>
    readHealth(tx, ground.organizationId, { tenantId: tenant.id, now: ground.clock.read(), pollSeconds: 60 }),
  )
  expect(feed).toMatchObject({
    source: 'signIns',
    state: 'well',
    isProblem: false,
    lastRecordAt: new Date('2026-03-10T12:02:00.000Z'),
    // Of the two that happened while it was watched, the median one is ten minutes old; the old one is no delay.
    lagSeconds: 600,
    stored: 3,
    gaps: [],
    rejected: [],
  })
})

it.each<[string, unknown]>([
  ['is of no known log', { hello: 'world' }],
  ['has no time', { ...audit('a', ''), CreationTime: undefined }],
  ['has no time', audit('a', '-000001-01-01T00:00:00Z')],
  ['is from before the year 2000', audit('a', '0001-01-01T00:00:00')],
  ['is more than a day in the future', audit('a', '9999-12-31T23:59:59')],
  ['is larger than 4 MB', { ...audit('a', '2026-03-10T11:00:00'), ObjectId: 'x'.repeat(100_000_000) }],
  ['is not an object', 'text'],
])('counts a record that %s, and keeps the rest', async (reason, record) => {
  const ground = await groundForTest()
  const records = [audit('good', '2026-03-10T11:00:00'), record] as Page['records']
  const { feed } = await healthAfter(ground, [{ records, cursor: 1 }])
  expect(feed.stored).toBe(1)
  expect(feed.rejected).toMatchObject([{ reason, count: 1 }])
  expect(feed.rejected[0]!.sample!.length).toBeLessThanOrEqual(300)
})

it('gives a record without an id one of its content, so that it too is stored once', async () => {
  const ground = await groundForTest()
  const { Id, ...nameless } = audit('', '2026-03-10T11:00:00')
  const { feed } = await healthAfter(ground, [
    { records: [nameless], cursor: 1 },
    { records: [{ ...nameless }], cursor: 2 },
  ])
  expect(feed.stored).toBe(1)
})

it('adds up what a source itself refused, and tells its gaps', async () => {
  const ground = await groundForTest()
  const gap = {
    from: new Date('2026-03-01T00:00:00Z'),
    until: new Date('2026-03-03T00:00:00Z'),
    reason: 'Microsoft keeps seven days.',
  }
  const rejected = [{ reason: 'not JSON', sample: '<html>\0'.repeat(200), count: 2 }, { reason: 'not JSON' }]
  const { feed } = await healthAfter(ground, [
    { records: [], rejected, gaps: [gap], cursor: 1 },
    { records: [], rejected, gaps: [gap], cursor: 2 },
  ])
  expect(feed.rejected).toMatchObject([{ reason: 'not JSON', count: 6 }])
  expect(feed.gaps).toEqual([gap])
})

it('keeps the pages before a fault, and tells the fault to the overview', async () => {
  const ground = await groundForTest()
  const words = 'The tenant has withdrawn its consent. Ask its administrator to grant it again.'
  const { feed, tenant } = await healthAfter(
    ground,
    [{ records: [audit('a', '2026-03-10T11:00:00')], cursor: 1 }],
    new SourceFault('consent', words),
  )
  expect(feed).toMatchObject({ state: 'failing', isProblem: true, words, stored: 1 })
  const problems = await ground.work(tx =>
    feedProblems(tx, ground.organizationId, { now: ground.clock.read(), pollSeconds: 60 }),
  )
  expect(problems.get(tenant.id)).toEqual({ feeds: 1, words })
})

it('never shows what an unknown error says: it may hold a token', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground)
  const source = fakeSource(() => {
    throw new Error('Bearer eyJhbGciOi')
  })
  collecting(ground, [source])
  const feed = await until('it has failed', async () => {
    const feed = await feedOf(ground, tenant.id)
    return feed.fault_kind ? feed : undefined
  })
  expect(feed.fault_kind).toBe('unexpected')
  expect(JSON.stringify(feed)).not.toContain('eyJ')
})

it('finds a feed that has fallen silent, until something comes again', async () => {
  const ground = await groundForTest()
  const records: Page['records'] = []
  const start = Date.parse('2026-02-10T12:00:00Z')
  for (let hour = 0; hour < 28 * 24; hour++)
    for (let n = 0; n < 3; n++)
      records.push(audit(`${hour} ${n}`, new Date(start + hour * 3_600_000).toISOString()))
  let served = records
  const source = fakeSource(() => [{ records: served, cursor: 1 }])
  const tenant = await fedTenant(ground)
  collecting(ground, [source], { normalise })
  await until('a turn has ended', async () => (await feedOf(ground, tenant.id)).turned_at ?? undefined)
  const chores = () =>
    doChores(
      {
        database: ground.database,
        clock: ground.clock.read,
        log: quiet,
        retentionDays: 180,
        sources: [source],
      },
      new AbortController().signal,
    )
  const health = async () => {
    const now = ground.clock.read()
    return (
      await ground.work(tx =>
        readHealth(tx, ground.organizationId, { tenantId: tenant.id, now, pollSeconds: 60 }),
      )
    )[0]
  }
  await chores()
  expect(await health()).toMatchObject({ state: 'well', usualPerHour: 3 })
  served = []
  ground.clock.turn({ minutes: 9 * 60 })
  await until(
    'it is asked',
    async () => (await feedOf(ground, tenant.id)).caught_up_at?.getTime() === ground.clock.read().getTime(),
  )
  await chores()
  expect(await health()).toMatchObject({ state: 'silent', isProblem: true })
  served = [audit('again', ground.clock.read().toISOString())]
  ground.clock.turn({ minutes: 2 })
  await until('it is back', async () => (await health())?.state === 'well')
})

it('forgets records when they are older than they are kept', async () => {
  const ground = await groundForTest()
  const { tenant } = await healthAfter(ground, [
    { records: [audit('old', '2026-02-01T00:00:00'), audit('new', '2026-03-09T00:00:00')], cursor: 1 },
  ])
  const chores = {
    database: ground.database,
    clock: ground.clock.read,
    log: quiet,
    retentionDays: 30,
    sources: [],
  }
  await doChores(chores, new AbortController().signal)
  const left = await ground.database.owner
    .selectFrom('events')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .execute()
  expect(left).toEqual([{ id: 'new' }])
})
