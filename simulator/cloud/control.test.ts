// The handle over HTTP, and the account of what was asked and served.
import { expect, test } from 'vitest'
import { call, HOUR, type Loose, NOW } from './fixtures/caller.ts'
import { syntheticRecords, syntheticTenant } from './synthetic.ts'

const ENTRA = 'Audit.AzureActiveDirectory'

async function setUp() {
  const caller = await call({
    tenants: [syntheticTenant({ number: 1 }), syntheticTenant({ number: 2 })],
    records: id => syntheticRecords(id, ENTRA, 30, { from: NOW - HOUR }),
  })
  const control = async (path = '', method = 'GET', body?: object) => {
    const response = await fetch(`${caller.cloud.url}/_control${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : null) as Loose }
  }
  return { ...caller, control }
}

test('it tells tenants, applications, time and what can go wrong, and no secret', async () => {
  const { control, cloud, id } = await setUp()
  const { body } = await control()
  expect(body.tenants.map((tenant: Loose) => tenant.id)).toContain(id)
  expect(body.apps[0].clientId).toBe(cloud.app.clientId)
  expect(body.now).toBe(new Date(NOW).toISOString())
  expect(body.kinds).toHaveProperty('throttle')
  expect(JSON.stringify(body)).not.toContain(cloud.app.secret)
})

test('faults are set and cleared', async () => {
  const { control, graph, id } = await setUp()
  await graph('/v1.0/organization')
  const set = await control('/faults', 'POST', { kind: 'outage', tenant: id })
  expect(set.status).toBe(201)
  expect((await graph('/v1.0/users')).status).toBe(503)
  expect((await control('/faults')).body).toMatchObject([{ kind: 'outage', struck: 1 }])
  expect((await control(`/faults/${set.body.id}`, 'DELETE')).status).toBe(204)
  expect((await graph('/v1.0/users')).status).toBe(200)
  const refused = await control('/faults', 'POST', { kind: 'nonsense' })
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('nonsense')])
})

test('time is set, advanced and sped up', async () => {
  const { control, clock } = await setUp()
  await control('/clock', 'POST', { advanceMs: 5000 })
  expect(clock.now()).toBe(NOW + 5000)
  await control('/clock', 'POST', { set: '2026-06-01T00:00:00Z' })
  expect(clock.now()).toBe(Date.parse('2026-06-01T00:00:00Z'))
  expect((await control('/clock', 'POST', { speed: 60 })).body.speed).toBe(60)
})

test('what was served and what is published can be compared, tenant by tenant', async () => {
  const { control, start, readContent, tenants, id } = await setUp()
  await start(ENTRA)
  expect((await control(`/published/${id}`)).body[ENTRA]).toHaveLength(30)
  expect((await control(`/served/${id}`)).body).toEqual({})
  await readContent(ENTRA)
  expect((await control(`/served/${id}`)).body[ENTRA]).toEqual(
    (await control(`/published/${id}`)).body[ENTRA],
  )
  expect((await control(`/served/${tenants[1]!.directoryTenantId}`)).body).toEqual({})
  await control('/account', 'DELETE')
  expect((await control(`/served/${id}`)).body).toEqual({})
})

test('who was asked how often and when', async () => {
  const { control, start, graph, clock, id } = await setUp()
  await start(ENTRA)
  clock.advance(1000)
  await graph('/v1.0/users')
  await graph('/v1.0/users/nobody')
  const { body } = await control(`/requests/${id}`)
  expect(
    body.map(({ service, endpoint, status, at }: Loose) => [service, endpoint, status, at - NOW]),
  ).toEqual([
    ['login', 'token', 200, 0],
    ['management', 'start', 200, 0],
    ['login', 'token', 200, 1000],
    ['graph', 'users', 200, 1000],
    ['graph', 'user', 404, 1000],
  ])
  expect((await control('/counters')).body[id]).toEqual({
    'token 200': 2,
    'start 200': 1,
    'users 200': 1,
    'user 404': 1,
  })
})

test('consent, subscriptions and users are changed', async () => {
  const { control, start, manage, graph, cloud, id, token } = await setUp()
  await start(ENTRA)
  await control(`/subscriptions/${id}/${ENTRA}`, 'DELETE')
  expect((await manage(`subscriptions/content?contentType=${ENTRA}`)).body.error.code).toBe('AF20022')
  const user = '00000001-aaaa-4000-8000-000000000002'
  await control(`/users/${id}/${user}`, 'PATCH', { displayName: 'Changed' })
  expect((await graph(`/v1.0/users/${user}`)).body.displayName).toBe('Changed')
  await control(`/users/${id}/${user}`, 'DELETE')
  expect((await graph(`/v1.0/users/${user}`)).status).toBe(404)
  await control(`/consent/${id}/${cloud.app.clientId}`, 'DELETE')
  expect(await token('graph')).toBeUndefined()
  await control(`/consent/${id}`, 'POST', { clientId: cloud.app.clientId })
  expect(await token('graph')).toEqual(expect.any(String))
  expect((await control('/consent/nobody', 'POST', { clientId: 'x' })).status).toBe(400)
  expect((await control('/nonsense')).status).toBe(404)
})
