// Graph's queries of the audit log over HTTP.
import { expect, test } from 'vitest'
import { faultsOfAudit } from '../shapes/audit.ts'
import { faultsOfWhole } from '../shapes/faults.ts'
import { auditLogQuery, auditLogRecord } from '../shapes/graph.ts'
import { createWorld, recordsOf } from '../world/world.ts'
import { type CallOrder, call, DAY, HOUR, idsOf, type Loose, NOW } from './fixtures/caller.ts'
import { historyPermissions, readingPermissions } from './permissions.ts'
import { syntheticRecords } from './synthetic.ts'

const QUERIES = '/v1.0/security/auditLog/queries'
const moment = (at: number) => new Date(at).toISOString()
const app = { permissions: [...readingPermissions, ...historyPermissions] }
const exchange =
  (count: number, from: number, everyMs = HOUR) =>
  (id: string) =>
    syntheticRecords(id, 'Audit.Exchange', count, { from, everyMs })

async function cloudWith(order: CallOrder = {}) {
  const called = await call({ app, ...order })
  const post = (body: unknown, path = QUERIES) =>
    called.graph(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
  return {
    ...called,
    post,
    ask: async (from: number, until: number): Promise<string> =>
      (await post({ filterStartDateTime: moment(from), filterEndDateTime: moment(until) })).body.id,
  }
}

test('a query waits, is carried out, and then gives each record of its stretch once', async () => {
  const { ask, graph, clock, readAll, cloud, id } = await cloudWith({
    records: exchange(400, NOW - 100 * DAY),
  })
  const query = await ask(NOW - 99 * DAY, NOW - 90 * DAY)
  const state = async () => (await graph(`${QUERIES}/${query}`)).body.status
  expect(await state()).toBe('notStarted')
  clock.advance(30_000)
  expect(await state()).toBe('running')
  expect((await graph(`${QUERIES}/${query}/records`)).body.value).toEqual([])
  clock.advance(30_000)
  expect(await state()).toBe('succeeded')
  const found = await readAll(`${QUERIES}/${query}/records`)
  expect(found).toHaveLength(9 * 24)
  expect(new Set(idsOf(found)).size).toBe(9 * 24)
  expect(found.every(({ id: own, auditData }: Loose) => own === auditData.Id)).toBe(true)
  expect(cloud.control.served(id).get('Audit.Exchange')!.size).toBe(9 * 24)
})

test('records are there for 180 days, and as they stood when they were asked for', async () => {
  const { ask, clock, readAll, source, id } = await cloudWith({ records: exchange(10, NOW - 185 * DAY, DAY) })
  const query = await ask(NOW - 200 * DAY, NOW)
  const late = syntheticRecords('late', 'Audit.Exchange', 1, { from: NOW - HOUR, publishedAfterMs: HOUR + 1 })
  source.add(id, late)
  clock.advance(60_000)
  expect(await readAll(`${QUERIES}/${query}/records`)).toHaveLength(5)
})

test('both are of the shapes that Microsoft publishes', async () => {
  const world = createWorld({
    seed: 5,
    from: new Date(NOW - 2 * DAY),
    to: new Date(NOW),
    tenants: [{ people: 40, hasP1: true }],
  })
  const { ask, graph, clock, readAll } = await cloudWith({
    tenants: world.tenants,
    records: () => [...recordsOf(world.tenants[0]!, NOW - 2 * DAY, NOW)],
  })
  const query = await ask(NOW - 2 * DAY, NOW)
  clock.advance(60_000)
  const { '@odata.context': context, ...shown } = (await graph(`${QUERIES}/${query}`)).body
  expect(context).toMatch(/\$metadata#security\/auditLog\/queries\/\$entity$/)
  expect(faultsOfWhole(shown, auditLogQuery)).toEqual([])
  const records = await readAll(`${QUERIES}/${query}/records?$top=1000`)
  expect(records.length).toBeGreaterThan(500)
  const faults = records.flatMap((record: Loose) => {
    const { '@odata.type': type, ...auditData } = record.auditData
    expect(type).toBe('#microsoft.graph.security.defaultAuditData')
    return [...faultsOfWhole(record, auditLogRecord), ...faultsOfAudit(auditData)]
  })
  expect([...new Set(faults)]).toEqual([])
  expect(records.every(({ auditLogRecordType: type }: Loose) => type !== 'unknownFutureValue')).toBe(true)
})

test('what holds too much says so, and gives as much as it may', async () => {
  const { ask, graph, clock, readAll } = await cloudWith({
    records: exchange(50, NOW - 3 * DAY),
    settings: { recordsPerAuditQuery: 20 },
  })
  const query = await ask(NOW - 3 * DAY, NOW)
  clock.advance(60_000)
  expect((await graph(`${QUERIES}/${query}`)).body).toMatchObject({
    status: 'succeeded',
    isRecordCountLimitExceeded: true,
    recordCountLimit: 20,
  })
  expect(await readAll(`${QUERIES}/${query}/records?$top=7`)).toHaveLength(20)
})

test('refusals: no permission, no body, no such query, too many of them', async () => {
  const { post, graph, ask } = await cloudWith()
  expect((await post('{')).status).toBe(400)
  expect((await post({ filterStartDateTime: 'never', filterEndDateTime: moment(NOW) })).status).toBe(400)
  expect((await graph(`${QUERIES}/none`)).status).toBe(404)
  for (let n = 0; n < 50; n++) await ask(NOW - DAY, NOW)
  const refused = await post({ filterStartDateTime: moment(NOW - DAY), filterEndDateTime: moment(NOW) })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  const without = await call()
  expect((await without.graph(QUERIES, { method: 'POST', body: '{}' })).status).toBe(403)
})

test('faults: one that fails, one that goes away, v1.0 that knows none of it', async () => {
  const { post, ask, graph, cloud } = await cloudWith()
  const query = await ask(NOW - DAY, NOW)
  cloud.control.faults.set({ kind: 'queryFailed', times: 1 })
  expect((await graph(`${QUERIES}/${query}`)).body.status).toBe('failed')
  cloud.control.faults.set({ kind: 'queryGone', times: 1 })
  expect((await graph(`${QUERIES}/${query}`)).status).toBe(404)
  cloud.control.faults.set({ kind: 'onlyBeta' })
  const body = { filterStartDateTime: moment(NOW - DAY), filterEndDateTime: moment(NOW) }
  expect((await post(body)).status).toBe(404)
  expect((await post(body, QUERIES.replace('v1.0', 'beta'))).status).toBe(201)
})
