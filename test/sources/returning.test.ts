// A tenant that is offboarded and connected again: the same tenant, with its history, its incidents and its bills.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedSource } from '../../simulator/cloud/source.ts'
import { type RunningCloud, startCloud } from '../../simulator/cloud/start.ts'
import { syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { saveUsers } from '../../src/directory/save.ts'
import { pauseTenant } from '../../src/tenants/pause.ts'
import { recordDays } from '../../src/usage/record-day.ts'
import { type SignedIn, signIn } from '../console/sign-in.ts'
import { ids as incidentIds, makeIncident, type Service, startService } from '../harness.ts'
import { connectByConsent } from './consent.ts'

let cloud: RunningCloud
let service: Service
let admin: SignedIn
const tenants = [1, 2, 3].map(number => syntheticTenant({ number }))
const [directory, second, third] = tenants.map(({ directoryTenantId }) => directoryTenantId) as [
  string,
  string,
  string,
]

beforeAll(async () => {
  cloud = await startCloud({ source: fixedSource(tenants), budgets: null })
  service = await startService({
    settings: {
      VEDETTE_APP_URL: '',
      VEDETTE_MICROSOFT_LOGIN_URL: cloud.loginUrl,
      VEDETTE_MICROSOFT_GRAPH_URL: cloud.graphUrl,
      VEDETTE_MICROSOFT_MANAGE_URL: cloud.manageUrl,
      VEDETTE_MICROSOFT_CLIENT_ID: cloud.app.clientId,
      VEDETTE_MICROSOFT_CLIENT_SECRET: cloud.app.secret,
      VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000',
    },
  })
  admin = await signIn(service, { role: 'Admin' })
})
afterAll(async () => {
  await service?.close()
  await cloud?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: what the wire brings is what the tests are about
const body = async (response: Response): Promise<any> => response.json()

const connect = async (given: object = {}, directoryTenantId = directory) =>
  admin.change('POST', '/onboarding/credentials', {
    directoryTenantId,
    credentials: { clientId: cloud.app.clientId, secret: cloud.app.secret },
    ...given,
  })

const offboard = ({ serviceTenantId, displayName }: { serviceTenantId: string; displayName: string }) =>
  admin.change('POST', `/tenants/${serviceTenantId}/offboard`, { displayName })

const report = async (asOf: string) => {
  const response = await service.get(`/v1/usage?asOf=${asOf}`, admin.organization.key)
  expect(response.status).toBe(200)
  const { reportGeneratedAt: _, ...facts } = await body(response)
  return facts
}

const tenantRow = (directoryTenantId: string) =>
  admin.organization.work(tx =>
    tx
      .selectFrom('tenants')
      .selectAll()
      .where('directory_tenant_id', '=', directoryTenantId)
      .executeTakeFirstOrThrow(),
  )

const DAYS = [
  '2026-03-09',
  '2026-03-10',
  '2026-03-30',
  '2026-04-04',
  '2026-04-05',
  '2026-04-06',
  '2026-04-30',
]

test('what was reported of the days before stays, and what comes after is counted from the return', async () => {
  service.clock.set('2026-03-10T12:00:00.000Z')
  const { tenant } = await body(await connect())
  const row = await tenantRow(directory)
  const userId = 'mara'
  await admin.organization.work(async tx => {
    await saveUsers(tx, admin.organization.id, {
      tenantId: row.id,
      at: service.clock.read(),
      users: [
        {
          id: userId,
          userPrincipalName: 'mara@tenant1.example',
          mail: null,
          displayName: null,
          accountEnabled: true,
          lastPasswordChangeAt: null,
        },
      ],
    })
    await recordDays(tx, admin.organization.id, {
      facts: [
        {
          tenantId: row.id,
          day: '2026-03-10',
          displayName: 'Tenant 1',
          service: 'Monitoring',
          isInternal: false,
          totalLicensedUsers: 9,
          billableUsers: 7,
        },
      ],
      today: '2026-03-10',
      at: service.clock.read(),
    })
  })
  const incident = await makeIncident(service, admin.organization, {
    ...row,
    serviceTenantId: row.service_tenant_id,
    directoryTenantId: directory,
    displayName: row.display_name,
    userId,
  })

  // Left while paused, and gone for a month and more.
  service.clock.set('2026-04-04T12:00:00.000Z')
  await admin.organization.work(tx =>
    pauseTenant(tx, admin.organization.id, { tenantId: row.id, at: service.clock.read() }),
  )
  service.clock.set('2026-04-05T12:00:00.000Z')
  expect((await offboard(tenant)).status).toBe(200)
  service.clock.set('2026-05-20T12:00:00.000Z')
  const before = await Promise.all([...DAYS, '2026-05-01', '2026-05-19'].map(report))
  expect(before.at(-1)).toMatchObject({ totalTenants: 0 })

  service.clock.set('2026-05-21T12:00:00.000Z')
  const returned = await body(await connect({ service: 'Scan', isInternal: false }))
  expect(returned.tenant).toEqual(tenant)
  expect(await Promise.all([...DAYS, '2026-05-01', '2026-05-19'].map(report))).toEqual(before)
  expect((await report('2026-05-21')).tenants).toEqual([
    expect.objectContaining({
      serviceTenantId: tenant.serviceTenantId,
      onboardingDate: '2026-03-10',
      firstBillableDate: '2026-03-24',
      billableStatus: 'Billable',
      service: 'Scan',
      isPaused: false,
      billableUsersThisMonth: 7,
      proratingPercentageThisMonth: 35.48,
    }),
  ])
  const again = await report('2026-05-21')
  service.clock.set('2026-06-10T12:00:00.000Z')
  expect(await report('2026-05-21')).toEqual(again)

  // By either of its ids.
  for (const id of [tenant.serviceTenantId, directory])
    expect(
      await incidentIds(await service.get(`/beta/incidents?tenantId=${id}`, admin.organization.key)),
    ).toEqual([incident])
  const page = await body(await admin.get(`/tenants/${tenant.serviceTenantId}`))
  expect(page.tenant).toMatchObject({ offboardedOn: null, service: 'Scan' })
  expect(page.absences).toEqual([{ leftOn: '2026-04-05', returnedOn: '2026-05-21', wasInternal: false }])
})

test('it is collected from as a new one: from the look-back on, by new turns', async () => {
  const row = await tenantRow(directory)
  const feeds = () =>
    admin.organization.work(tx =>
      tx.selectFrom('feeds').selectAll().where('tenant_id', '=', row.id).execute(),
    )
  await service.database.owner
    .updateTable('feeds')
    .set({ cursor: '{"at":1}', is_finished: true, watching_since: service.clock.read(), failures: 3 })
    .where('tenant_id', '=', row.id)
    .execute()
  const { length: count } = await feeds()
  expect(
    (await offboard({ serviceTenantId: row.service_tenant_id, displayName: row.display_name })).status,
  ).toBe(200)
  service.clock.turn({ days: 3 })
  expect((await connectByConsent(admin, directory)).status).toBe(200)
  const now = await feeds()
  expect(now).toHaveLength(count)
  for (const feed of now)
    expect(feed).toMatchObject({ cursor: null, is_finished: false, watching_since: null, failures: 0 })
  const entries = await admin.organization.work(tx =>
    tx
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'connected a tenant')
      .orderBy('at', 'desc')
      .execute(),
  )
  expect(entries[0]!.detail).toMatchObject({ by: 'consent', awaySince: '2026-06-10' })
})

test('offboarded and connected again on one day, it was never away', async () => {
  const { tenant } = await body(await connect({}, second))
  const before = await report('2026-06-13')
  expect((await offboard(tenant)).status).toBe(200)
  expect(await report('2026-06-13')).not.toEqual(before)
  expect((await connect({}, second)).status).toBe(200)
  expect(await report('2026-06-13')).toEqual(before)
  expect((await body(await admin.get(`/tenants/${tenant.serviceTenantId}`))).absences).toEqual([])
})

test('never counted and back as another service, it is reported as it was then', async () => {
  service.clock.set('2026-07-10T12:00:00.000Z')
  const { tenant } = await body(await connect({ service: 'Monitoring' }, third))
  service.clock.set('2026-07-15T12:00:00.000Z')
  expect((await offboard(tenant)).status).toBe(200)
  const days = ['2026-07-10', '2026-07-14', '2026-07-15', '2026-07-19', '2026-07-20', '2026-07-24']
  const ofThird = async (asOf: string) =>
    (await report(asOf)).tenants.find(
      ({ directoryTenantId }: { directoryTenantId: string }) => directoryTenantId === third,
    )
  service.clock.set('2026-07-20T12:00:00.000Z')
  const before = await Promise.all(days.slice(0, 4).map(ofThird))
  expect(before.map(entry => entry.service)).toEqual(Array(4).fill('Monitoring'))
  expect((await connect({ service: 'Scan' }, third)).status).toBe(200)
  expect(await Promise.all(days.slice(0, 4).map(ofThird))).toEqual(before)

  service.clock.set('2026-07-25T12:00:00.000Z')
  const asScan = await Promise.all(days.map(ofThird))
  expect(asScan.slice(4).map(entry => entry.service)).toEqual(['Scan', 'Scan'])
  expect((await offboard(tenant)).status).toBe(200)
  expect((await connect({ service: 'Monitoring' }, third)).status).toBe(200)
  expect(await Promise.all(days.map(ofThird))).toEqual(asScan)
  expect((await ofThird('2026-07-25')).service).toBe('Monitoring')
})

test('of two who connect it at the same time one does, and the other is told so', async () => {
  const row = await tenantRow(second)
  await offboard({ serviceTenantId: row.service_tenant_id, displayName: row.display_name })
  const answers = await Promise.all([connect({}, second), connect({}, second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const absences = await admin.organization.work(tx =>
    tx.selectFrom('tenant_absences').select('left_on').where('tenant_id', '=', row.id).execute(),
  )
  expect(absences).toHaveLength(2)
})
