// Everything that can be made to go wrong, seen from outside.
import { expect, test } from 'vitest'
import type { Fault } from './faults.ts'
import { type Caller, type CallOrder, call, DAY, HOUR, idsOf, type Loose, NOW } from './fixtures/caller.ts'
import { syntheticRecords, syntheticTenant } from './synthetic.ts'

const ENTRA = 'Audit.AzureActiveDirectory'
const LIST = `subscriptions/content?contentType=${ENTRA}`
const SIGN_INS = '/beta/auditLogs/signIns'

/** Sixty records of both kinds, one a minute, the last hour. */
async function begin(faults: Fault[] = [], order: CallOrder = {}): Promise<Caller> {
  const caller = await call({
    records: id => [
      ...syntheticRecords(id, ENTRA, 60, { from: NOW - HOUR, everyMs: 60_000 }),
      ...syntheticRecords(id, 'signIns', 60, { from: NOW - HOUR, everyMs: 60_000 }),
    ],
    ...order,
    settings: { blobSpanMs: 60_000, ...order.settings },
  })
  await caller.start(ENTRA)
  await caller.token('graph')
  await caller.graph('/v1.0/organization')
  for (const fault of faults) caller.cloud.control.faults.set(fault)
  return caller
}

test('throttling says when to come back, or does not', async () => {
  const { graph, manage, cloud } = await begin([{ kind: 'throttle', retryAfterSeconds: 7 }])
  expect((await graph('/v1.0/users')).headers.get('retry-after')).toBe('7')
  expect((await manage(LIST)).status).toBe(429)
  cloud.control.faults.clear()
  cloud.control.faults.set({ kind: 'throttle', retryAfterSeconds: null })
  const silent = await graph('/v1.0/users')
  expect([silent.status, silent.headers.get('retry-after')]).toEqual([429, null])
  cloud.control.faults.clear()
  cloud.control.faults.set({ kind: 'throttle', status: 403 })
  const refused = await manage(LIST)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'AF429'])
})

test.each([500, 502, 503, 504])('an outage answers %i in the dialect of each service', async status => {
  const { graph, manage, askToken } = await begin([{ kind: 'outage', status }])
  expect((await graph('/v1.0/users')).body.error.code).toEqual(expect.any(String))
  expect((await graph('/v1.0/users')).status).toBe(status)
  const management = await manage(LIST)
  expect([management.status, management.body.error.code]).toEqual([status, 'AF50000'])
  expect((await askToken({})).status).toBe(status)
})

test('connections are reset, cut in the middle, or left hanging', async () => {
  const { graph, cloud } = await begin([{ kind: 'reset', times: 1 }])
  await expect(graph('/v1.0/users')).rejects.toThrow('fetch failed')
  cloud.control.faults.set({ kind: 'cut', times: 1 })
  await expect(graph('/v1.0/users')).rejects.toThrow('terminated')
  cloud.control.faults.set({ kind: 'hang', times: 1 })
  await expect(graph('/v1.0/users', { signal: AbortSignal.timeout(150) })).rejects.toThrow('timeout')
  expect((await graph('/v1.0/users')).status).toBe(200)
})

test('latency delays an answer', async () => {
  const { graph } = await begin([{ kind: 'latency', ms: 120, on: 'users' }])
  const order: string[] = []
  await Promise.all([
    graph('/v1.0/users').then(() => order.push('users')),
    graph('/v1.0/organization').then(() => order.push('organization')),
  ])
  expect(order).toEqual(['organization', 'users'])
})

test.each<[Fault['kind'], (body: Loose) => unknown]>([
  ['truncated', body => typeof body === 'string' && body.startsWith('[{')],
  ['wrongJson', body => !Array.isArray(body) && typeof body === 'object'],
  ['notJson', body => typeof body === 'string'],
  ['htmlPage', body => String(body).startsWith('<!DOCTYPE html>')],
])('a body that is %s comes with 200 and is not counted as served', async (kind, isSo) => {
  const { manage, listContent, cloud, id } = await begin()
  const [blob] = await listContent(ENTRA)
  cloud.control.faults.set({ kind, on: 'blob', times: 1 })
  const spoilt = await manage(blob.contentUri)
  expect(spoilt.status).toBe(200)
  expect(isSo(spoilt.body)).toBe(true)
  expect(cloud.control.served(id).get(ENTRA)).toBeUndefined()
  expect((await manage(blob.contentUri)).body).toHaveLength(1)
  expect(cloud.control.served(id).get(ENTRA)!.size).toBe(1)
})

test('the right body may be said to be plain text', async () => {
  const { graph } = await begin([{ kind: 'wrongContentType' }])
  const { headers, body } = await graph(SIGN_INS)
  expect(headers.get('content-type')).toBe('text/plain')
  expect(body.value).toHaveLength(60)
})

test('next-links lead in circles or to another host', async () => {
  const { graph, manage, cloud } = await begin([{ kind: 'cyclicNextLink' }])
  const page = await graph(`${SIGN_INS}?$top=10`)
  expect(page.body['@odata.nextLink']).toBe(`${cloud.graphUrl}${SIGN_INS}?$top=10`)
  expect(page.body.value).toHaveLength(10)
  const list = await manage(LIST)
  expect(list.headers.get('nextpageuri')).toContain(LIST)
  cloud.control.faults.clear()
  cloud.control.faults.set({ kind: 'foreignNextLink', host: 'evil.example' })
  expect(new URL((await graph(`${SIGN_INS}?$top=10`)).body['@odata.nextLink']).host).toBe('evil.example')
  expect(new URL((await manage(LIST)).headers.get('nextpageuri')!).host).toBe('evil.example')
  expect(new URL((await graph('/v1.0/users/delta')).body['@odata.nextLink']).host).toBe('evil.example')
})

test('a token that expires between pages stays expired; a new one is good', async () => {
  const { graph, token } = await begin([{ kind: 'tokenExpired', on: 'signIns', times: 1 }])
  const old = await token('graph')
  const first = await graph(`${SIGN_INS}?$top=10`, { token: old })
  const next = first.body['@odata.nextLink']
  expect((await graph(next, { token: old })).status).toBe(401)
  expect((await graph(next, { token: old })).status).toBe(401)
  expect((await graph(next, { token: await token('graph') })).status).toBe(200)
})

test('the Date header can be off', async () => {
  const { graph, clock } = await begin([{ kind: 'clockSkew', ms: -2 * HOUR }])
  expect(Date.parse((await graph('/v1.0/users')).headers.get('date')!)).toBe(clock.now() - 2 * HOUR)
})

test('a subscription is found stopped once, or disabled for a time', async () => {
  const { manage, start, cloud, clock } = await begin([{ kind: 'subscriptionStopped' }])
  expect((await manage(LIST)).body.error.code).toBe('AF20022')
  expect((await start(ENTRA)).status).toBe(200)
  expect((await manage(LIST)).status).toBe(200)
  cloud.control.faults.set({ kind: 'subscriptionDisabled', until: clock.now() + HOUR })
  expect((await manage(LIST)).body.error).toEqual({
    code: 'AF20023',
    message: 'The subscription was disabled by a tenant admin.',
  })
  clock.advance(HOUR)
  expect((await manage(LIST)).status).toBe(200)
})

test('a licence can lapse', async () => {
  const { graph, clock } = await begin([{ kind: 'notLicensed', from: NOW + DAY }])
  expect((await graph(SIGN_INS)).status).toBe(200)
  clock.advance(DAY)
  expect((await graph(SIGN_INS)).body.error.code).toBe(
    'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
  )
})

test('a fault strikes its tenant, its endpoint, its time, its share and no more', async () => {
  const tenants = [syntheticTenant({ number: 1 }), syntheticTenant({ number: 2 })]
  const [one, two] = tenants.map(({ directoryTenantId }) => directoryTenantId)
  const { graph, cloud, clock } = await begin([], { tenants })
  const status = (tenantId: string, path = '/v1.0/users') =>
    graph(path, { tenantId }).then(reply => reply.status)
  cloud.control.faults.set({ kind: 'outage', tenant: one!, on: 'users', from: NOW + 10, until: NOW + 20 })
  expect(await status(one!)).toBe(200)
  clock.set(NOW + 10)
  expect(await status(one!)).toBe(503)
  expect(await status(two!)).toBe(200)
  expect(await status(one!, '/v1.0/organization')).toBe(200)
  clock.set(NOW + 20)
  expect(await status(one!)).toBe(200)
  cloud.control.faults.set({ kind: 'outage', share: 0.25 })
  const statuses: number[] = []
  for (let request = 0; request < 12; request++) statuses.push(await status(one!))
  expect(statuses.filter(code => code === 503)).toHaveLength(3)
})

test('an unknown kind of fault is refused with the list of those there are', async () => {
  const { cloud } = await call()
  expect(() => cloud.control.faults.set({ kind: 'nonsense' as never })).toThrow(/there are latency, throttle/)
  expect(() => cloud.control.faults.set({ kind: 'late', share: 2 })).toThrow('share')
})

test('records come late, and then all are there', async () => {
  const { readContent, readAll, clock, cloud, id } = await begin([{ kind: 'late', share: 0.5, ms: 2 * HOUR }])
  const early = await readContent(ENTRA)
  const late = cloud.control.struck(id, 'late')
  expect(early.length).toBeGreaterThan(10)
  expect(early.length).toBeLessThan(50)
  expect(early.some(({ Id }) => late.has(Id))).toBe(false)
  expect((await readAll(SIGN_INS)).length).toBeLessThan(60)
  clock.advance(2 * HOUR)
  const all = await readContent(ENTRA)
  expect(all).toHaveLength(60)
  expect(new Set(idsOf(all)).size).toBe(60)
  expect(await readAll(SIGN_INS)).toHaveLength(60)
})

test('records come again in another blob, whole blobs come again under a new name', async () => {
  const duplicated = await begin([{ kind: 'duplicated', ms: 10 * 60_000 }])
  duplicated.clock.advance(HOUR)
  const records = await duplicated.readContent(ENTRA)
  expect([records.length, new Set(idsOf(records)).size]).toEqual([120, 60])

  const resent = await begin([{ kind: 'resent', ms: 30 * 60_000 }])
  resent.clock.advance(HOUR)
  const blobs = await resent.listContent(ENTRA)
  expect(blobs).toHaveLength(120)
  expect(new Set(blobs.map(({ contentId }) => contentId)).size).toBe(120)
  const again = await resent.readContent(ENTRA)
  expect([again.length, new Set(idsOf(again)).size]).toEqual([120, 60])
})

test('a blob is listed twice', async () => {
  const { listContent } = await begin([{ kind: 'listedTwice' }])
  const blobs = await listContent(ENTRA)
  expect([blobs.length, new Set(blobs.map(({ contentId }) => contentId)).size]).toEqual([120, 60])
})

test('the same id comes with other content', async () => {
  const { readContent, clock } = await begin([{ kind: 'changedDuplicate', share: 0.5 }])
  clock.advance(HOUR)
  const records = await readContent(ENTRA)
  const changed = records.filter(({ ResultStatus }) => ResultStatus === 'Changed')
  expect(changed.length).toBeGreaterThan(10)
  expect(records.length - changed.length).toBe(60)
  expect(
    changed.every(({ Id }) => records.some(one => one.Id === Id && one.ResultStatus === 'Success')),
  ).toBe(true)
})

test.each<[Fault['kind'], (record: Loose) => boolean]>([
  ['withoutId', record => !('Id' in record) && !('id' in record)],
  ['withoutTime', record => !('CreationTime' in record) && !('createdDateTime' in record)],
  ['negativeTime', record => /^(0001|-0044)-/.test(record.CreationTime ?? record.createdDateTime)],
  ['farFuture', record => (record.CreationTime ?? record.createdDateTime) === '9999-12-31T23:59:59'],
])('records are %s, the others are as they were', async (kind, isSo) => {
  const { readContent, readAll, cloud, id } = await begin([{ kind, share: 0.3 }])
  for (const records of [await readContent(ENTRA), await readAll(SIGN_INS)]) {
    const spoilt = records.filter(isSo).length
    expect(records).toHaveLength(60)
    expect(spoilt).toBeGreaterThan(5)
    expect(spoilt).toBeLessThan(40)
  }
  expect(cloud.control.struck(id, kind as 'withoutId').size).toBeGreaterThan(10)
})

test('one record is 100 MB', async () => {
  const { listContent, manage } = await begin([{ kind: 'hugeRecord', on: ENTRA }])
  const sizes: number[] = []
  for (const { contentUri } of await listContent(ENTRA)) {
    const [record] = (await manage(contentUri)).body
    sizes.push(record.AdditionalInfo?.length ?? 0)
  }
  expect(sizes.filter(size => size === 100 * 1024 * 1024)).toHaveLength(1)
  expect(sizes.filter(size => size === 0)).toHaveLength(59)
})
