// Graph's sign-ins and directory audits over HTTP.
import { expect, test } from 'vitest'
import { publishedLimits } from './budgets.ts'
import { call, DAY, HOUR, idsOf, type Loose, NOW } from './fixtures/caller.ts'
import { syntheticRecords, syntheticTenant } from './synthetic.ts'

const SIGN_INS = '/beta/auditLogs/signIns'
const moment = (at: number) => new Date(at).toISOString()
const since = (at: number) => `$filter=createdDateTime ge ${moment(at)}`
const hundred = (id: string) =>
  syntheticRecords(id, 'signIns', 100, { from: NOW - 2 * HOUR, everyMs: 60_000 })

test('every sign-in is there once, newest first, over all pages', async () => {
  const { readAll, cloud, id } = await call({ records: hundred })
  const signIns = await readAll(`${SIGN_INS}?$top=7`)
  expect(idsOf(signIns)).toEqual([...cloud.control.published(id).get('signIns')!].sort())
  expect(signIns).toHaveLength(100)
  const times = signIns.map(({ createdDateTime }) => createdDateTime)
  expect(times).toEqual(times.toSorted().reverse())
  expect(cloud.control.served(id).get('signIns')).toEqual(cloud.control.published(id).get('signIns'))
})

test('oldest first where that is asked for', async () => {
  const { readAll } = await call({ records: hundred })
  const times = (await readAll(`${SIGN_INS}?$top=9&$orderby=createdDateTime asc`)).map(
    one => one.createdDateTime,
  )
  expect(times).toHaveLength(100)
  expect(times).toEqual(times.toSorted())
})

test('a page names its context and, unless it is the last, where the next one is', async () => {
  const { graph, cloud } = await call({ records: hundred })
  const { body, headers } = await graph(`${SIGN_INS}?$top=60`)
  expect(Object.keys(body)).toEqual(['@odata.context', '@odata.nextLink', 'value'])
  expect(body['@odata.context']).toBe(`${cloud.graphUrl}/beta/$metadata#auditLogs/signIns`)
  expect(body['@odata.nextLink']).toMatch(/\/beta\/auditLogs\/signIns\?\$top=60&\$skiptoken=./)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(Object.keys((await graph(body['@odata.nextLink'])).body)).toEqual(['@odata.context', 'value'])
})

test('times in the filter are kept to the millisecond', async () => {
  const { readAll } = await call({ records: hundred })
  const first = NOW - 2 * HOUR
  const within = (filter: string) => readAll(`${SIGN_INS}?$filter=${filter}`).then(found => found.length)
  expect(
    await within(`createdDateTime ge ${moment(first)} and createdDateTime lt ${moment(first + 600_000)}`),
  ).toBe(10)
  expect(
    await within(`createdDateTime ge ${moment(first)} and createdDateTime le ${moment(first + 600_000)}`),
  ).toBe(11)
  expect(
    await within(`createdDateTime gt ${moment(first)} and createdDateTime le ${moment(first + 600_000)}`),
  ).toBe(10)
})

test('records that appear while pages are read disturb none of the others', async () => {
  const { graph, source, id } = await call({ records: hundred })
  const first = await graph(`${SIGN_INS}?$top=50`)
  source.add(
    id,
    syntheticRecords(id, 'signIns', 5, { from: NOW - 30_000 }).map((one, index) => ({
      ...one,
      id: `new-${index}`,
    })),
  )
  const second = await graph(first.body['@odata.nextLink'])
  const ids = [...first.body.value, ...second.body.value].map(({ id: own }: Loose) => own)
  expect(new Set(ids).size).toBe(100)
})

test('sign-ins at which nobody sat are shown by beta alone, and only when asked for', async () => {
  const { readAll } = await call({
    records: id => [
      ...hundred(id),
      ...syntheticRecords(id, 'nonInteractiveSignIns', 40, { from: NOW - HOUR }),
    ],
  })
  expect(await readAll(SIGN_INS)).toHaveLength(100)
  const some = await readAll(`${SIGN_INS}?$filter=signInEventTypes/any(t: t eq 'nonInteractiveUser')&$top=11`)
  expect(some).toHaveLength(40)
  expect(some.every(({ isInteractive }) => isInteractive === false)).toBe(true)
  const all = await readAll(
    `${SIGN_INS}?$filter=(signInEventTypes/any(t: t eq 'interactiveUser' or t eq 'nonInteractiveUser'))`,
  )
  expect(all).toHaveLength(140)
  expect(await readAll('/v1.0/auditLogs/signIns')).toHaveLength(100)
})

test('v1.0 shows the properties of its resource and no others', async () => {
  const { graph } = await call({ records: hundred })
  const [signIn] = (await graph('/v1.0/auditLogs/signIns?$top=1')).body.value
  expect(signIn).not.toHaveProperty('sessionId')
  expect(signIn).not.toHaveProperty('signInEventTypes')
  expect(signIn).toMatchObject({ id: expect.any(String), isInteractive: true, status: { errorCode: 0 } })
  const [beta] = (await graph(`${SIGN_INS}?$top=1`)).body.value
  expect(beta).toHaveProperty('sessionId')
})

test('late records show up in the past when they are published', async () => {
  const { readAll, clock } = await call({
    records: id => syntheticRecords(id, 'signIns', 3, { from: NOW - HOUR, publishedAfterMs: 3 * HOUR }),
  })
  const filter = `${SIGN_INS}?$filter=createdDateTime ge ${moment(NOW - HOUR)} and createdDateTime le ${moment(NOW)}`
  expect(await readAll(filter)).toHaveLength(0)
  clock.advance(3 * HOUR)
  expect(await readAll(filter)).toHaveLength(3)
})

test('nothing is kept longer than 30 days', async () => {
  const { readAll } = await call({
    records: id => syntheticRecords(id, 'signIns', 3, { from: NOW - 31 * DAY, everyMs: DAY }),
  })
  expect(await readAll(`${SIGN_INS}?${since(NOW - 40 * DAY)}`)).toHaveLength(2)
})

test('without P1, sign-ins are refused as Microsoft does, and directory audits reach back 7 days', async () => {
  const { graph, readAll } = await call({
    tenants: [syntheticTenant({ number: 1, hasP1: false })],
    records: id => syntheticRecords(id, 'directoryAudits', 10, { from: NOW - 10 * DAY, everyMs: DAY }),
  })
  const refused = await graph(SIGN_INS)
  expect(refused.status).toBe(403)
  expect(refused.body.error).toMatchObject({
    code: 'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
    message: "Neither tenant is B2C or tenant doesn't have premium license",
    innerError: {
      date: expect.any(String),
      'request-id': expect.any(String),
      'client-request-id': expect.any(String),
    },
  })
  expect(await readAll('/v1.0/auditLogs/directoryAudits')).toHaveLength(7)
})

test('directory audits are filtered by activityDateTime', async () => {
  const { readAll } = await call({
    records: id => syntheticRecords(id, 'directoryAudits', 10, { from: NOW - HOUR, everyMs: 60_000 }),
  })
  const filter = `$filter=activityDateTime ge ${moment(NOW - HOUR + 300_000)}`
  expect(await readAll(`/v1.0/auditLogs/directoryAudits?${filter}&$top=2`)).toHaveLength(5)
})

test('without AuditLog.Read.All, the permission is named', async () => {
  const { graph, cloud } = await call()
  cloud.control.faults.set({ kind: 'permissionMissing', permission: 'AuditLog.Read.All' })
  const refused = await graph(SIGN_INS)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'Authentication_MSGraphPermissionMissing'])
  expect(refused.body.error.message).toContain('AuditLog.Read.All')
})

test.each(['$top=0', '$top=1001', '$top=x', '$filter=nonsense', '$orderby=userId', '$skiptoken=!'])(
  '%s is refused',
  async query => {
    const { graph } = await call()
    const refused = await graph(`${SIGN_INS}?${query}`)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'BadRequest'])
  },
)

test('reports take 5 requests in 10 seconds for each tenant, and then say when to come back', async () => {
  const tenants = [syntheticTenant({ number: 1 }), syntheticTenant({ number: 2 })]
  const { graph } = await call({ tenants, budgets: publishedLimits })
  for (let request = 0; request < 5; request++) expect((await graph(SIGN_INS)).status).toBe(200)
  const throttled = await graph('/v1.0/auditLogs/directoryAudits')
  expect([throttled.status, throttled.body.error.code]).toEqual([429, 'TooManyRequests'])
  expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(throttled.headers.get('retry-after'))).toBeLessThanOrEqual(10)
  expect((await graph(SIGN_INS, { tenantId: tenants[1]!.directoryTenantId })).status).toBe(200)
  expect((await graph('/v1.0/users')).status).toBe(200)
})
