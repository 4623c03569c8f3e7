// Declared travel and trusted networks over HTTP.
import { beforeAll, expect, test } from 'vitest'
import { readDeclared } from '../../src/monitor/declared.ts'
import { makeTenant, type Service, startService, type Tenant } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

let service: Service
let admin: SignedIn
let member: SignedIn
let stranger: SignedIn
let tenant: Tenant

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
  admin = await signIn(service, { role: 'Admin' })
  member = await signIn(service, { role: 'Full Member', organization: admin.organization })
  stranger = await signIn(service, { role: 'Admin' })
  tenant = await makeTenant(service, admin.organization)
  return () => service.close()
})

const path = (rest: string) => `/tenant/${tenant.serviceTenantId}/${rest}`
const declared = async (who = admin) =>
  (await (await who.get(`/declared?tenant=${tenant.serviceTenantId}`)).json()) as {
    travel: { id: string }[]
    networks: { id: string }[]
  }
const TRIP = {
  user: 'Mara@Northwind.example',
  countries: ['fr', 'DE'],
  fromOn: '2026-03-09',
  untilOn: '2026-03-20',
}
const OFFICE = { network: '203.0.113.0/24', note: 'New office', untilOn: '2026-06-01' }

test('are declared by Admins, read by all members, reach detection, and are withdrawn', async () => {
  expect((await admin.change('POST', path('travel'), TRIP)).status).toBe(200)
  expect((await admin.change('POST', path('networks'), OFFICE)).status).toBe(200)
  const { travel, networks } = await declared(member)
  expect(travel).toMatchObject([
    { user: 'mara@northwind.example', countries: ['DE', 'FR'], untilOn: '2026-03-20', isOver: false },
  ])
  expect(networks).toMatchObject([{ network: '203.0.113.0/24', note: 'New office', isOver: false }])
  const { id } = admin.organization
  const settings = await admin.organization.work(tx => readDeclared(tx, id, tenant.id))
  expect(settings.travel).toMatchObject([{ user: 'mara@northwind.example', countries: ['DE', 'FR'] }])
  expect(settings.travel[0]!.until).toBeGreaterThan(Date.parse('2026-03-21'))
  expect(settings.trusted).toMatchObject([{ network: '203.0.113.0/24' }])
  for (const { id } of [...travel, ...networks])
    expect((await admin.change('DELETE', path(`declared/${id}`))).status).toBe(200)
  expect(await declared()).toMatchObject({ travel: [], networks: [] })
  expect((await admin.change('DELETE', path(`declared/${travel[0]!.id}`))).status).toBe(404)
})

test.each([
  ['203.0.113.5', '203.0.113.5/32'],
  [' 2001:db8::7 ', '2001:db8::7/128'],
  ['11.0.0.0/8', '11.0.0.0/8'],
  ['2001::/16', '2001::/16'],
  ['203.0.113.5/24', '203.0.113.0/24'],
  ['2001:db8::7/32', '2001:db8::/32'],
  ['as1', 'AS1'],
  ['AS4294967295', 'AS4294967295'],
])('the network %s is trusted as %s', async (network, kept) => {
  expect((await admin.change('POST', path('networks'), { ...OFFICE, network })).status).toBe(200)
  const { networks } = await declared()
  expect(networks).toMatchObject([{ network: kept }])
  await admin.change('DELETE', path(`declared/${networks[0]!.id}`))
})

test('are refused when they make no sense, by other roles and by other organizations, and nothing changes', async () => {
  const refused: [string, object, number][] = [
    ['travel', { ...TRIP, user: 'nobody' }, 400],
    ['travel', { ...TRIP, countries: ['France'] }, 400],
    ['travel', { ...TRIP, countries: ['FR', 'ZZ'] }, 400],
    ['travel', { ...TRIP, countries: ['EU'] }, 400],
    ['travel', { ...TRIP, countries: ['SU'] }, 400],
    ['travel', { ...TRIP, fromOn: '2026-03-21' }, 400],
    ['travel', { ...TRIP, untilOn: '2026-03-09' }, 400],
    ['travel', { ...TRIP, untilOn: '2030-01-01' }, 400],
    ['networks', { ...OFFICE, network: '203.0.113.0/99' }, 400],
    ...['10.1/16', '10.1', 'fe80::1%eth0', '0.0.0.0/0', '::/0', '1.2.3.4/1', '11.0.0.0/7', '2000::/15'].map(
      (network): [string, object, number] => ['networks', { ...OFFICE, network }, 400],
    ),
    ...['AS0', 'as99999999999', 'AS4294967296'].map((network): [string, object, number] => [
      'networks',
      { ...OFFICE, network },
      400,
    ]),
    ['networks', { ...OFFICE, untilOn: '2026-03-01' }, 400],
  ]
  for (const [where, body, status] of refused)
    expect([where, body, (await admin.change('POST', path(where), body)).status]).toEqual([
      where,
      body,
      status,
    ])
  expect((await member.change('POST', path('travel'), TRIP)).status).toBe(403)
  expect((await member.change('POST', path('networks'), OFFICE)).status).toBe(403)
  expect((await stranger.change('POST', path('travel'), TRIP)).status).toBe(404)
  expect((await stranger.get(`/declared?tenant=${tenant.serviceTenantId}`)).status).toBe(404)
  expect(await declared()).toMatchObject({ travel: [], networks: [] })
})

test('the United Kingdom is GB', async () => {
  const answer = await admin.change('POST', path('travel'), { ...TRIP, countries: ['uk'] })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    parameter: 'countries',
    detail: '"UK" is no country code: the United Kingdom is GB.',
  })
})

test('the same travel is declared once, also at the same moment, and that of a stranger with a warning', async () => {
  const declare = (trip: object) => admin.change('POST', path('travel'), trip)
  const twice = await Promise.all([declare(TRIP), declare({ ...TRIP, countries: ['DE', 'FR'] })])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  const [first, refused] = twice[0].status === 200 ? twice : twice.toReversed()
  expect(await first!.json()).toMatchObject({ warning: null })
  expect(await refused!.json()).toMatchObject({ detail: expect.stringContaining('is declared already') })
  const other = await declare({ ...TRIP, user: 'nobody@northwind.example' })
  expect(await other.json()).toMatchObject({
    warning: 'Nobody in Northwind Dairy is known as nobody@northwind.example.',
  })
  expect((await declare({ ...TRIP, untilOn: '2026-03-21' })).status).toBe(200)
  const { travel } = await declared()
  expect(travel).toHaveLength(3)
  for (const { id } of travel) await admin.change('DELETE', path(`declared/${id}`))
})

test('without a tenant named, are those of the first by name, with the tenants there are to choose from', async () => {
  const [read, first] = [
    async (who: SignedIn) => (await who.get('/declared')).json(),
    await makeTenant(service, admin.organization, { displayName: 'Aardvark' }),
  ]
  const { serviceTenantId } = first
  expect(await read(member)).toMatchObject({
    serviceTenantId,
    tenants: [{ serviceTenantId, name: 'Aardvark' }, { serviceTenantId: tenant.serviceTenantId }],
  })
  expect(await read(stranger)).toMatchObject({ serviceTenantId: null, tenants: [], travel: [], networks: [] })
})
