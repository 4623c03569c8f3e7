// Months of history by Graph's queries of the audit log, against the simulated cloud, over HTTP.
import { describe, expect, it, test } from 'vitest'
import type { Fault } from '../../simulator/cloud/faults.ts'
import { historyPermissions, readingPermissions } from '../../simulator/cloud/permissions.ts'
import type { LoggedRecord } from '../../simulator/cloud/source.ts'
import { syntheticRecords } from '../../simulator/cloud/synthetic.ts'
import { auditQueries } from '../../src/sources/microsoft/audit-queries.ts'
import { checkConnection } from '../../src/sources/microsoft/check.ts'
import type { MicrosoftClient } from '../../src/sources/microsoft/client.ts'
import { managementActivity } from '../../src/sources/microsoft/management-activity.ts'
import { DAY, HOUR, NOW, type Sky, skyForTest, type Turn, turn } from './cloud.ts'

const app = { permissions: [...readingPermissions, ...historyPermissions] }
const MINUTE = 60_000

/** Two logs, every few hours, for months; none at the very edge of a stretch, for time goes by while they are read. */
const months = (id: string): LoggedRecord[] => [
  ...syntheticRecords(id, 'Audit.Exchange', 911, { from: NOW - 190 * DAY + 17 * MINUTE, everyMs: 5 * HOUR }),
  ...syntheticRecords(id, 'Audit.AzureActiveDirectory', 500, {
    from: NOW - 100 * DAY + 17 * MINUTE,
    everyMs: 4.5 * HOUR,
  }),
]
const within = (records: LoggedRecord[], days: number) =>
  new Set(records.filter(({ at }) => at >= NOW - days * DAY).map(({ id }) => id))

const skyWith = (order: Parameters<typeof skyForTest>[0] = {}) =>
  skyForTest({ app, records: months, ...order })

/** Turn by turn, each as soon as it is due, until it has caught up; what is wrong on the way is looked at by `onTurn`. */
async function readAll(
  sky: Sky,
  {
    cursor = null as unknown,
    lookBackDays = 179,
    pagesAtMost = Number.POSITIVE_INFINITY,
    onTurn = ({ fault }: Turn) => expect(fault).toBeNull(),
  } = {},
) {
  const done = { ids: [] as string[], turns: [] as Turn[], cursor }
  for (let turns = 0; turns < 600; turns++) {
    const taken = await turn(sky, auditQueries, { cursor: done.cursor, lookBackDays, pagesAtMost })
    onTurn(taken)
    done.turns.push(taken)
    done.ids.push(...taken.ids)
    done.cursor = taken.cursor
    const resume = taken.pages.at(-1)?.resume
    const isStopped =
      taken.pages.length >= pagesAtMost && (taken.ids.length > 0 || 'window' in (taken.cursor as object))
    if (!taken.fault && !resume && !isStopped) return done
    sky.cloud.control.clock.advance((resume?.inSeconds ?? (isStopped ? 0 : 60)) * 1000)
  }
  throw new Error('it never came to an end')
}

async function readWithFaults(sky: Sky) {
  const faults: unknown[] = []
  const onTurn = ({ fault }: Turn) => void (fault && faults.push(fault))
  return { ...(await readAll(sky, { lookBackDays: 20, onTurn })), faults }
}

describe('history', () => {
  it('of half a year comes whole, newest first, a query at a time', async () => {
    const sky = await skyWith()
    const { ids, turns } = await readAll(sky)
    const wanted = within(months(sky.tenantId), 179)
    expect(wanted.size).toBeGreaterThan(1300)
    expect(new Set(ids)).toEqual(wanted)
    expect(ids).toHaveLength(wanted.size)
    const asked = sky.cloud.control
      .requests(sky.tenantId)
      .filter(({ endpoint }) => endpoint === 'auditQueries')
    expect(asked).toHaveLength(26)
    const newest = turns.flatMap(({ pages }) =>
      pages.map(({ records }) => String(records[0]?.CreationTime ?? '')),
    )
    const times = newest.filter(Boolean)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('is the records of the audit log, as its live feed brings them', async () => {
    const sky = await skyWith()
    const recent = (await readAll(sky, { lookBackDays: 5 })).turns.flatMap(({ pages }) =>
      pages.flatMap(({ records }) => records),
    )
    const live = (await turn(sky, managementActivity('Audit.Exchange'))).pages.flatMap(
      ({ records }) => records,
    )
    const byId = new Map(live.map(record => [record.Id, record]))
    const both = recent.filter(({ Id }) => byId.has(Id))
    expect(both.length).toBeGreaterThan(20)
    for (const record of both) expect(record).toEqual(byId.get(record.Id))
  })

  it('says when what people are judged by is here, and that it waits', async () => {
    const sky = await skyWith()
    const { turns } = await readAll(sky, { lookBackDays: 45 })
    const waits = turns.flatMap(({ pages }) => pages.flatMap(({ resume }) => resume ?? []))
    expect(waits.length).toBeGreaterThan(10)
    expect(waits.every(({ inSeconds }) => inSeconds >= 15 && inSeconds <= 300)).toBe(true)
    const isRead = waits.map(({ isRecentRead }) => isRecentRead)
    expect(isRead).toEqual(isRead.toSorted())
    expect(new Set(isRead).size).toBe(2)
  })

  it('goes on from any page it was stopped at, at another process as well', async () => {
    const sky = await skyWith()
    const client = sky.clientBy(sky.cloud.app)
    const short: MicrosoftClient = {
      ...client,
      list: ask => client.list({ ...ask, path: ask.path.replace('$top=1000', '$top=7') }),
    }
    const done = await readAll({ ...sky, client: short }, { pagesAtMost: 1, lookBackDays: 60 })
    expect(done.turns.length).toBeGreaterThan(60)
    expect(done.ids).toHaveLength(new Set(done.ids).size)
    expect(new Set(done.ids)).toEqual(within(months(sky.tenantId), 60))
    expect(JSON.stringify(done.cursor).length).toBeLessThan(1000)
  })

  it('of a week with too many records is asked for in shorter stretches', async () => {
    const sky = await skyWith({ settings: { recordsPerAuditQuery: 25 } })
    const { ids, turns } = await readAll(sky, { lookBackDays: 60 })
    expect(new Set(ids)).toEqual(within(months(sky.tenantId), 60))
    expect(turns.flatMap(({ pages }) => pages.flatMap(({ gaps }) => gaps ?? []))).toEqual([])
  })

  it('of an hour with too many records is read as far as it goes, and the gap is told', async () => {
    const sky = await skyWith({
      records: id => syntheticRecords(id, 'Audit.Exchange', 40, { from: NOW - 30 * MINUTE }),
      settings: { recordsPerAuditQuery: 25 },
    })
    const { ids, turns } = await readAll(sky, { lookBackDays: 1 })
    expect(new Set(ids).size).toBe(25)
    const gaps = turns.flatMap(({ pages }) => pages.flatMap(({ gaps }) => gaps ?? []))
    expect(gaps).toHaveLength(1)
    expect(gaps[0]!.reason).toMatch(/more than/)
  })

  it('is read by beta where v1.0 does not have it', async () => {
    const sky = await skyWith()
    sky.fault({ kind: 'onlyBeta' })
    expect(new Set((await readAll(sky, { lookBackDays: 20 })).ids)).toEqual(within(months(sky.tenantId), 20))
  })

  it('that the live feed can no longer bring is made good, and the gap closed', async () => {
    const sky = await skyWith({ records: () => [] })
    const { cursor } = await readAll(sky, { lookBackDays: 7 })
    const missed = syntheticRecords(sky.tenantId, 'Audit.Exchange', 30, {
      from: NOW + HOUR,
      everyMs: 6 * HOUR,
    })
    sky.add(missed)
    sky.cloud.control.clock.advance(12 * DAY)
    const { ids, turns } = await readAll(sky, { cursor, lookBackDays: 7 + 12 })
    expect(new Set(ids)).toEqual(new Set(missed.map(({ id }) => id)))
    const fills = turns.flatMap(({ pages }) => pages.flatMap(({ fills }) => fills ?? []))
    expect(fills.at(-1)!.from.getTime()).toBeLessThan(NOW - DAY + HOUR)
    expect(fills.at(-1)!.until.getTime()).toBeGreaterThan(NOW + 5 * DAY)
  })
})

describe('a query that comes to nothing', () => {
  test.each<Fault>([
    { kind: 'queryFailed', times: 2 },
    { kind: 'queryGone', times: 2 },
  ])('($kind) is asked for again, and said', async fault => {
    const sky = await skyWith()
    sky.fault(fault)
    const { ids, faults } = await readWithFaults(sky)
    expect(faults).toHaveLength(2)
    expect(faults[0]).toMatchObject({ kind: 'broken-answer', message: /asked for again/ })
    expect(new Set(ids)).toEqual(within(months(sky.tenantId), 20))
  })

  it('again and again is passed over, with the gap told, and the rest is read', async () => {
    const sky = await skyWith()
    sky.fault({ kind: 'queryFailed', times: 3 })
    const { ids, turns } = await readAll(sky, { lookBackDays: 20, onTurn: () => {} })
    const gaps = turns.flatMap(({ pages }) => pages.flatMap(({ gaps }) => gaps ?? []))
    expect(gaps.map(({ from, until }) => [from.getTime(), until.getTime()])).toEqual([[NOW - 7 * DAY, NOW]])
    const all = months(sky.tenantId)
    const wanted = within(all, 20).difference(within(all, 7))
    expect(new Set(ids)).toEqual(wanted)
  })

  it('is looked at for a day at most', async () => {
    const sky = await skyWith({ settings: { auditQueryMs: 40 * HOUR } })
    const first = await turn(sky, auditQueries)
    sky.cloud.control.clock.advance(25 * HOUR)
    expect((await turn(sky, auditQueries, { cursor: first.cursor })).fault).toMatchObject({
      kind: 'broken-answer',
    })
  })
})

describe('the permission', () => {
  const { signal } = new AbortController()

  it('may be left out: what it is good for is said, and nobody is alarmed', async () => {
    const sky = await skyForTest()
    const { fault } = await turn(sky, auditQueries, { lookBackDays: 180 })
    expect(fault).toMatchObject({
      kind: 'left-out',
      permission: 'AuditLogsQuery.Read.All',
      message: /180 days/,
    })
    const found = await checkConnection(sky.client, { signal, lookBackDays: 180 })
    expect(found.isUsable).toBe(true)
    expect(found.items.find(({ name }) => name === 'Older history')).toMatchObject({
      state: 'optional',
      permission: 'AuditLogsQuery.Read.All',
    })
  })

  it.each([
    [30, /for 30 days instead of 7,/],
    [7, /looks back 7 days .* up to 7 are collected without/],
    [5, /looks back 5 days .* up to 7 are collected without/],
    [1, /looks back one day /],
  ])('where %i days are looked back, is said to be good for what it is', async (lookBackDays, said) => {
    const sky = await skyForTest()
    const { fault } = await turn(sky, auditQueries, { lookBackDays })
    expect((fault as Error).message).toMatch(said)
    // The check of the connection, which stands beside it on the page, says the same.
    const { items } = await checkConnection(sky.client, { signal, lookBackDays })
    expect(items.find(({ name }) => name === 'Older history')!.says).toBe((fault as Error).message)
  })

  it('is found in order where it was given, and counts as reading alone', async () => {
    const sky = await skyWith()
    const found = await checkConnection(sky.client, { signal, lookBackDays: 180 })
    expect(found.items.find(({ name }) => name === 'Older history')!.state).toBe('ok')
    expect(found.excess).toEqual([])
  })

  it('given later, history is read', async () => {
    const sky = await skyWith()
    const id = sky.fault({ kind: 'permissionMissing', permission: 'AuditLogsQuery.Read.All' })
    const first = await turn(sky, auditQueries)
    expect(first.fault).toMatchObject({ kind: 'left-out' })
    sky.cloud.control.faults.clear(id)
    expect((await readAll(sky, { cursor: first.cursor, lookBackDays: 7 })).ids.length).toBeGreaterThan(20)
  })

  it('is not asked about where Microsoft’s cloud has no queries, nor where no history is wanted', async () => {
    const sky = await skyWith()
    const client: MicrosoftClient = { ...sky.client, hasAuditQueries: false }
    expect((await turn({ ...sky, client }, auditQueries)).fault).toMatchObject({
      kind: 'left-out',
      message: /not offer/,
    })
    expect((await turn(sky, auditQueries, { lookBackDays: 0 })).fault).toBeNull()
    expect(sky.cloud.control.requests(sky.tenantId)).toEqual([])
  })
})

describe('bad answers', () => {
  const RECORDS = 'auditRecords'
  test.each<[Fault, object]>([
    [
      { kind: 'truncated', on: RECORDS, times: 2 },
      { kind: 'broken-answer', message: /cut off/ },
    ],
    [
      { kind: 'wrongJson', on: RECORDS, times: 2 },
      { kind: 'broken-answer', message: /shape/ },
    ],
    [{ kind: 'notJson', on: RECORDS, times: 2 }, { kind: 'broken-answer' }],
    [
      { kind: 'htmlPage', on: RECORDS, times: 2 },
      { kind: 'broken-answer', message: /web page/ },
    ],
    [
      { kind: 'wrongContentType', on: RECORDS, times: 2 },
      { kind: 'broken-answer', message: /JSON/ },
    ],
    [
      { kind: 'cyclicNextLink', on: RECORDS, times: 2 },
      { kind: 'broken-answer', message: /itself/ },
    ],
    [
      { kind: 'foreignNextLink', on: RECORDS, times: 2 },
      { kind: 'broken-answer', message: /another host/ },
    ],
    [{ kind: 'outage', on: RECORDS, status: 503, times: 2 }, { kind: 'unreachable' }],
    [
      { kind: 'throttle', on: RECORDS, retryAfterSeconds: 90, times: 2 },
      { kind: 'throttled', retryAfterSeconds: 90 },
    ],
    [
      { kind: 'htmlPage', on: 'auditQuery', times: 2 },
      { kind: 'broken-answer', message: /web page/ },
    ],
    [{ kind: 'truncated', on: 'auditQuery', times: 2 }, { kind: 'broken-answer' }],
    [
      { kind: 'htmlPage', on: 'auditQueries', times: 2 },
      { kind: 'broken-answer', message: /asked for again/ },
    ],
    [{ kind: 'throttle', on: 'auditQueries', retryAfterSeconds: 600, times: 2 }, { kind: 'throttled' }],
  ])('$kind of $on is named, and costs no record', async (fault, expected) => {
    const sky = await skyWith()
    sky.fault(fault)
    const { ids, faults } = await readWithFaults(sky)
    expect(faults).toHaveLength(2)
    for (const fault of faults) expect(fault).toMatchObject(expected)
    expect(new Set(ids)).toEqual(within(months(sky.tenantId), 20))
  })

  it('pages that lead in a circle are noticed, and read anew', async () => {
    const sky = await skyWith({
      records: id => syntheticRecords(id, 'Audit.Exchange', 3500, { from: NOW - 4 * HOUR }),
    })
    const links: string[] = []
    let circles = 0
    const client: MicrosoftClient = {
      ...sky.client,
      async list(ask) {
        const found = await sky.client.list(ask)
        if (found.next) links.push(found.next)
        return links.length >= 3 && !found.next && circles++ === 0 ? { ...found, next: links[0]! } : found
      },
    }
    const faults: unknown[] = []
    const { ids } = await readAll(
      { ...sky, client },
      { lookBackDays: 1, onTurn: ({ fault }) => void (fault && faults.push(fault)) },
    )
    expect(faults).toMatchObject([{ message: /circle/ }])
    expect(new Set(ids).size).toBe(3500)
  })

  it('a page size that is refused is left out', async () => {
    const sky = await skyWith()
    const client: MicrosoftClient = {
      ...sky.client,
      list: ask => sky.client.list(ask.path.endsWith('$top=1000') ? { ...ask, path: `${ask.path}0` } : ask),
    }
    const { ids } = await readAll({ ...sky, client }, { lookBackDays: 20 })
    expect(new Set(ids)).toEqual(within(months(sky.tenantId), 20))
  })

  it('a link that has run out has the query read again, and the query asked for again when that does not help', async () => {
    const sky = await skyWith({
      records: id => syntheticRecords(id, 'Audit.Exchange', 2500, { from: NOW - 4 * HOUR }),
    })
    let refused = 0
    const client: MicrosoftClient = {
      ...sky.client,
      list: ask =>
        sky.client.list(
          ask.path.includes('skiptoken') && refused++ < 3
            ? { ...ask, path: ask.path.replace(/skiptoken=.*/, 'skiptoken=zzzz') }
            : ask,
        ),
    }
    const faults: unknown[] = []
    const { ids } = await readAll(
      { ...sky, client },
      { lookBackDays: 1, onTurn: ({ fault }) => void (fault && faults.push(fault)) },
    )
    expect(faults).toHaveLength(1)
    expect(new Set(ids).size).toBe(2500)
  })

  it('records without ids, without times, of no form at all', async () => {
    const sky = await skyWith({
      records: id => syntheticRecords(id, 'Audit.Exchange', 50, { from: NOW - 4 * HOUR }),
    })
    sky.fault({ kind: 'withoutId', share: 0.3 })
    sky.fault({ kind: 'withoutTime', share: 0.3 })
    let first = true
    const client: MicrosoftClient = {
      ...sky.client,
      async list(ask) {
        const found = await sky.client.list(ask)
        if (!first) return found
        first = false
        return { ...found, records: [{ id: 'x' }, { auditData: 'text' }, ...found.records] }
      },
    }
    const { turns } = await readAll({ ...sky, client }, { lookBackDays: 1 })
    const pages = turns.flatMap(({ pages }) => pages)
    expect(pages.flatMap(({ rejected }) => rejected ?? [])).toEqual([
      { reason: 'holds no auditData', count: 2 },
    ])
    expect(pages.flatMap(({ records }) => records)).toHaveLength(50)
    // The envelope knows when it was.
    expect(pages.flatMap(({ records }) => records).every(({ CreationTime }) => CreationTime)).toBe(true)
  })
})
