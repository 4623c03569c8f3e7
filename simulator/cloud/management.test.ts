// The Management Activity API over HTTP, clause by clause of Microsoft's reference.
import { expect, test } from 'vitest'
import { call, DAY, HOUR, idsOf, type Loose, NOW } from './fixtures/caller.ts'
import { syntheticRecords, syntheticTenant } from './synthetic.ts'

const ENTRA = 'Audit.AzureActiveDirectory'
const window = (from: number, to: number) =>
  `&startTime=${new Date(from).toISOString().slice(0, 19)}&endTime=${new Date(to).toISOString().slice(0, 19)}`

test('a subscription is started, listed and stopped', async () => {
  const { start, manage } = await call()
  const started = await start(ENTRA)
  expect(started.status).toBe(200)
  expect(started.body).toEqual({ contentType: ENTRA, status: 'enabled', webhook: null })
  expect((await manage('subscriptions/list')).body).toEqual([
    { contentType: ENTRA, status: 'enabled', webhook: null },
  ])
  const again = await start(ENTRA)
  expect([again.status, again.body.error.code]).toEqual([400, 'AF20024'])
  expect((await manage(`subscriptions/stop?contentType=${ENTRA}`, { method: 'POST' })).status).toBe(200)
  const content = await manage(`subscriptions/content?contentType=${ENTRA}`)
  expect([content.status, content.body.error]).toEqual([
    400,
    { code: 'AF20022', message: 'No subscription found for the specified content type.' },
  ])
})

test('everything published in the last day is in the blobs, once, and nothing else', async () => {
  const { start, readContent, cloud, id } = await call({
    records: id => [
      ...syntheticRecords(id, ENTRA, 1000, { from: NOW - 20 * HOUR, everyMs: 7_000 }),
      ...syntheticRecords(id, 'Audit.SharePoint', 10, { from: NOW - HOUR }),
    ],
    settings: { recordsPerBlob: 3, blobsPerPage: 7 },
  })
  await start(ENTRA)
  const records = await readContent(ENTRA)
  expect(idsOf(records)).toEqual([...cloud.control.published(id).get(ENTRA)!].sort())
  expect(records).toHaveLength(1000)
  expect(cloud.control.served(id).get(ENTRA)).toEqual(cloud.control.published(id).get(ENTRA))
})

test('a blob says what it is, since when it is there and until when', async () => {
  const { start, listContent, cloud, id } = await call({
    records: id => syntheticRecords(id, ENTRA, 1, { from: NOW - HOUR }),
  })
  await start(ENTRA)
  const [blob] = await listContent(ENTRA)
  expect(Object.keys(blob).sort()).toEqual([
    'contentCreated',
    'contentExpiration',
    'contentId',
    'contentType',
    'contentUri',
  ])
  expect(blob.contentType).toBe(ENTRA)
  expect(blob.contentId).toMatch(/^\d{23}\$\d{23}\$audit_azureactivedirectory\$Audit_AzureActiveDirectory$/)
  expect(blob.contentUri).toBe(`${cloud.manageUrl}/api/v1.0/${id}/activity/feed/audit/${blob.contentId}`)
  expect(Date.parse(blob.contentExpiration) - Date.parse(blob.contentCreated)).toBe(7 * DAY)
})

test('windows include their start and exclude their end, so that they can be laid side by side', async () => {
  const { start, listContent } = await call({
    records: id => syntheticRecords(id, ENTRA, 240, { from: NOW - 5 * HOUR, everyMs: 60_000 }),
    settings: { blobSpanMs: 1 },
  })
  await start(ENTRA)
  const whole = await listContent(ENTRA, window(NOW - 6 * HOUR, NOW))
  const parts: Loose[] = []
  const half = HOUR / 2
  for (let from = NOW - 6 * HOUR; from < NOW; from += half)
    parts.push(...(await listContent(ENTRA, window(from, from + half))))
  expect(parts).toEqual(whole)
  expect(whole).toHaveLength(240)
})

test('next pages come in the NextPageUri header and keep the window', async () => {
  const { start, manage } = await call({
    records: id => syntheticRecords(id, ENTRA, 5, { from: NOW - HOUR, everyMs: 60_000 }),
    settings: { blobsPerPage: 2 },
  })
  await start(ENTRA)
  const first = await manage(`subscriptions/content?contentType=${ENTRA}${window(NOW - DAY, NOW)}`)
  expect(first.body).toHaveLength(2)
  const next = new URL(first.headers.get('nextpageuri')!)
  expect(next.searchParams.get('startTime')).toBe(new Date(NOW - DAY).toISOString().slice(0, 19))
  expect(next.searchParams.get('endTime')).toBe(new Date(NOW).toISOString().slice(0, 19))
  expect(next.searchParams.get('nextPage')).toMatch(/./)
  const bad = await manage(`subscriptions/content?contentType=${ENTRA}&nextPage=nonsense`)
  expect(bad.body.error.code).toBe('AF20031')
})

test.each([
  ['only a start', `&startTime=2026-05-10`, 'AF20030'],
  ['more than 24 hours', window(NOW - 25 * HOUR, NOW), 'AF20055'],
  ['more than 7 days back', window(NOW - 8 * DAY, NOW - 7.5 * DAY), 'AF20055'],
  ['an end before its start', window(NOW, NOW - HOUR), 'AF20055'],
  ['no time', '&startTime=yesterday&endTime=today', 'AF20002'],
])('a window with %s is refused', async (_, query, code) => {
  const { start, manage } = await call()
  await start(ENTRA)
  const refused = await manage(`subscriptions/content?contentType=${ENTRA}${query}`)
  expect([refused.status, refused.body.error.code]).toEqual([400, code])
})

test.each(['2026-05-10', '2026-05-10T06:00', '2026-05-10T06:00:00', '2026-05-10T06:00:00.000Z'])(
  'the time format %s is taken',
  async startTime => {
    const { start, manage } = await call()
    await start(ENTRA)
    const listed = await manage(
      `subscriptions/content?contentType=${ENTRA}&startTime=${startTime}&endTime=2026-05-10T12:00:00`,
    )
    expect(listed.status).toBe(200)
  },
)

test.each([
  ['no content type', 'subscriptions/content', 'AF20001'],
  ['an unknown content type', 'subscriptions/content?contentType=Audit.Nothing', 'AF20020'],
  ['a content id of another form', 'audit/nonsense', 'AF20052'],
])('%s is refused', async (_, path, code) => {
  const { start, manage } = await call()
  await start(ENTRA)
  expect((await manage(path)).body.error.code).toBe(code)
})

test('a blob that never was does not exist; one older than 7 days has expired', async () => {
  const { start, manage, listContent, clock } = await call({
    records: id => syntheticRecords(id, ENTRA, 1, { from: NOW - HOUR }),
  })
  await start(ENTRA)
  const [blob] = await listContent(ENTRA)
  const never = await manage(`audit/${blob.contentId.replaceAll('2026051011', '2026051009')}`)
  expect([never.status, never.body.error.code]).toEqual([404, 'AF20050'])
  clock.advance(7 * DAY)
  const expired = await manage(blob.contentUri)
  expect([expired.status, expired.body.error.code]).toEqual([400, 'AF20051'])
  expect(await listContent(ENTRA)).toEqual([])
})

test('only what is published by now can be seen', async () => {
  const { start, readContent, clock } = await call({
    records: id =>
      syntheticRecords(id, ENTRA, 10, {
        from: NOW - HOUR,
        everyMs: 60_000,
        publishedAfterMs: HOUR + 5 * 60_000,
      }),
    settings: { blobSpanMs: 1 },
  })
  await start(ENTRA)
  expect(await readContent(ENTRA)).toEqual([])
  expect(await readContent(ENTRA, window(NOW - HOUR, NOW + 20 * HOUR))).toEqual([])
  clock.advance(9 * 60_000)
  expect(await readContent(ENTRA)).toHaveLength(5)
})

test('a blob never changes after it was listed', async () => {
  const { start, listContent, manage, graph, clock } = await call({
    app: { permissions: ['ActivityFeed.Read', 'User.ReadWrite.All'] },
  })
  await start(ENTRA)
  const seen = new Map<string, string>()
  for (let round = 0; round < 20; round++) {
    await graph('/v1.0/users/person.1@tenant-1.example/revokeSignInSessions', { method: 'POST' })
    clock.advance(17_000)
    for (const { contentId, contentUri } of await listContent(ENTRA)) {
      const body = JSON.stringify((await manage(contentUri)).body)
      expect(seen.get(contentId) ?? body).toBe(body)
      seen.set(contentId, body)
    }
  }
  expect(seen.size).toBeGreaterThan(2)
})

test('what was created while a subscription was stopped stays out of reach', async () => {
  const { start, readContent, clock, cloud, id } = await call({
    records: id => syntheticRecords(id, ENTRA, 180, { from: NOW, everyMs: 60_000 }),
    settings: { blobSpanMs: 1000 },
  })
  await start(ENTRA)
  clock.advance(HOUR)
  cloud.control.stopSubscription(id)
  clock.advance(HOUR)
  await start(ENTRA)
  clock.advance(HOUR)
  const minutes = (await readContent(ENTRA)).map(
    ({ CreationTime }) => (Date.parse(`${CreationTime}Z`) - NOW) / 60_000,
  )
  expect(minutes.filter(minute => minute >= 60 && minute < 120)).toEqual([])
  expect(minutes).toHaveLength(120)
})

test('a missing permission is named, with 401', async () => {
  const { start, cloud } = await call()
  cloud.control.faults.set({ kind: 'permissionMissing', permission: 'ActivityFeed.Read' })
  const refused = await start(ENTRA)
  expect([refused.status, refused.body.error.code]).toEqual([401, 'AF10001'])
  expect(refused.body.error.message).toContain('ActivityFeed.Read')
})

test('a token of another tenant or of another service is refused', async () => {
  const tenants = [syntheticTenant({ number: 1 }), syntheticTenant({ number: 2 })]
  const { manage, token } = await call({ tenants })
  const [, other] = tenants
  const foreign = await manage('subscriptions/list', {
    token: await token('management', other!.directoryTenantId),
  })
  expect([foreign.status, foreign.body.error.code]).toEqual([400, 'AF20010'])
  expect((await manage('subscriptions/list', { token: await token('graph') })).status).toBe(401)
  expect((await manage('subscriptions/list', { token: 'nonsense' })).status).toBe(401)
})

test('with auditing switched off nothing can be started, and what was started is disabled', async () => {
  const { start, manage, cloud, id } = await call()
  await start(ENTRA)
  const fault = cloud.control.faults.set({ kind: 'auditingOff' })
  const started = await start('Audit.Exchange')
  expect(started.status).toBe(400)
  expect(started.body.error.message).toContain(`DataServiceException: Tenant ${id} does not exist`)
  expect((await manage(`subscriptions/content?contentType=${ENTRA}`)).body.error.code).toBe('AF20023')
  cloud.control.faults.clear(fault)
  expect((await manage(`subscriptions/content?contentType=${ENTRA}`)).status).toBe(200)
})

test('beyond its budget a tenant is throttled, and another is not', async () => {
  const tenants = [syntheticTenant({ number: 1 }), syntheticTenant({ number: 2 })]
  const limit = { requests: 1000, perMs: 60_000 }
  const { manage } = await call({
    tenants,
    budgets: { reports: limit, graph: limit, management: { requests: 2, perMs: 60_000 } },
  })
  await manage('subscriptions/list')
  await manage('subscriptions/list')
  const throttled = await manage(
    'subscriptions/list?PublisherIdentifier=46b472a7-c68e-4adf-8ade-3db49497518e',
  )
  expect([throttled.status, throttled.body.error]).toEqual([
    429,
    {
      code: 'AF429',
      message: 'Too many requests. Method=GET, PublisherId=46b472a7-c68e-4adf-8ade-3db49497518e',
    },
  ])
  expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await manage('subscriptions/list', { tenantId: tenants[1]!.directoryTenantId })).status).toBe(200)
})

test('a webhook is refused, because nobody would call it', async () => {
  const { manage } = await call()
  const body = JSON.stringify({ webhook: { address: 'https://hook.example/', authId: 'a', expiration: '' } })
  const refused = await manage(`subscriptions/start?contentType=${ENTRA}`, { method: 'POST', body })
  expect(refused.body.error.code).toBe('AF20021')
  expect((await manage('subscriptions/list')).body).toEqual([])
})
