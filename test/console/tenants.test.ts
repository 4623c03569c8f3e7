// What the dashboard shows and does with tenants.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveLicences } from '../../src/directory/licences.ts'
import { saveUsers } from '../../src/directory/save.ts'
import { offboardTenant } from '../../src/tenants/offboard.ts'
import { recordDays } from '../../src/usage/record-day.ts'
import { makeIncident, makeTenant, move, type Service, startService, type Tenant } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

let service: Service
let admin: SignedIn
let member: SignedIn
let stranger: SignedIn
let tenant: Tenant
let foreign: Tenant

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: '' } })
  admin = await signIn(service, { role: 'Admin' })
  member = await signIn(service, { role: 'Full Member', organization: admin.organization })
  stranger = await signIn(service, { role: 'Admin' })
  tenant = await makeTenant(service, admin.organization)
  foreign = await makeTenant(service, stranger.organization, { displayName: 'Elsewhere' })
})
afterAll(() => service.close())

const body = async <T = Record<string, never>>(response: Response) => (await response.json()) as T
const audited = () =>
  admin.organization.work(tx =>
    tx
      .selectFrom('audit_entries')
      .selectAll()
      .where('organization_id', '=', admin.organization.id)
      .where('action', 'like', '%a tenant')
      .orderBy('at')
      .execute(),
  )
const pausesOf = ({ id }: Tenant) =>
  admin.organization.work(tx =>
    tx.selectFrom('tenant_pauses').selectAll().where('tenant_id', '=', id).execute(),
  )

interface View {
  serviceTenantId: string
  displayName: string
  billableStatus: string
  isPaused: boolean
  users: number
  openIncidents: number
  proratingPercentageThisMonth: number
  firstBillableDate: string
}

describe('the list', () => {
  test('has the tenants of the organization alone, with what there is to count', async () => {
    const open = await makeIncident(service, admin.organization, tenant)
    const contained = await makeIncident(service, admin.organization, tenant)
    await move(service, admin.organization, contained, 'contain')
    for (const who of [admin, member]) {
      const { tenants } = await body<{ tenants: View[] }>(await who.get('/tenants'))
      expect(tenants).toEqual([
        {
          serviceTenantId: tenant.serviceTenantId,
          directoryTenantId: tenant.directoryTenantId,
          displayName: 'Northwind Dairy',
          service: 'Monitoring',
          onboardedOn: '2026-01-01',
          offboardedOn: null,
          users: 1,
          openIncidents: 1,
          containedIncidents: 1,
          isPaused: false,
          firstBillableDate: '2026-01-15',
          billableStatus: 'Billable',
          proratingPercentageThisMonth: 100,
        },
      ])
    }
    await move(service, admin.organization, open, 'mark as false positive')
    await move(service, admin.organization, contained, 'remediate')
  })

  test('is empty for an organization that has none', async () => {
    const fresh = await signIn(service, { role: 'Admin' })
    expect(await body(await fresh.get('/tenants'))).toEqual({ tenants: [] })
  })

  test('is for those who are signed in', async () => {
    expect((await fetch(`${service.url}/console/tenants`)).status).toBe(401)
  })
})

describe('the page of a tenant', () => {
  test('has its open incidents, newest first, and its pauses', async () => {
    const own = await makeTenant(service, admin.organization, { displayName: 'With incidents' })
    const older = await makeIncident(service, admin.organization, own)
    service.clock.turn({ minutes: 1 })
    const newer = await makeIncident(service, admin.organization, own)
    for (const step of ['contain', 'mark as false positive'] as const)
      await move(service, admin.organization, await makeIncident(service, admin.organization, own), step)
    const page = await body<{
      incidents: { id: string }[]
      counts: unknown
      tenant: View
      trialDays: number
    }>(await member.get(`/tenants/${own.serviceTenantId}`))
    expect(page.incidents.map(({ id }) => id)).toEqual([newer, older])
    expect(page.counts).toEqual({ UNREMEDIATED: 2, CONTAINED: 1, REMEDIATED: 0, FALSE_POSITIVE: 1 })
    expect(page.tenant.displayName).toBe('With incidents')
    expect(page).toMatchObject({ trialDays: 14, pauses: [] })
  })

  test.each(['', '/users', '/pause-preview'])(
    "answers for another organization's as for one that does not exist%s",
    async path => {
      const other = await admin.get(`/tenants/${foreign.serviceTenantId}${path}`)
      const none = await admin.get(`/tenants/22222222${path}`)
      expect([other.status, none.status]).toEqual([404, 404])
      const [a, b] = [await body<{ requestId: string }>(other), await body<{ requestId: string }>(none)]
      expect({ ...a, requestId: '' }).toEqual({ ...b, requestId: '' })
    },
  )
})

describe('the users of a tenant', () => {
  test('come with their licences, can be searched and are given a page at a time', async () => {
    const own = await makeTenant(service, admin.organization, { displayName: 'With users' })
    const people = Array.from({ length: 120 }, (_, index) => ({
      id: randomUUID(),
      userPrincipalName: `person${index}@with-users.example`,
      mail: null,
      displayName: `Person ${String(index).padStart(3, '0')}`,
      accountEnabled: true,
      lastPasswordChangeAt: null,
    }))
    await admin.organization.work(async tx => {
      await saveUsers(tx, admin.organization.id, {
        tenantId: own.id,
        users: people,
        at: service.clock.read(),
      })
      await saveLicences(tx, admin.organization.id, {
        tenantId: own.id,
        licences: people.flatMap(({ id }, index) => [
          { userId: id, sku: 'FLOW_FREE', assignedOn: '2026-01-01', removedOn: null },
          ...(index < 100 ? [{ userId: id, sku: 'SPE_E3', assignedOn: '2026-01-01', removedOn: null }] : []),
          { userId: id, sku: 'SPB', assignedOn: '2025-01-01', removedOn: '2026-03-10' },
          { userId: id, sku: 'VISIOCLIENT', assignedOn: '2026-03-11', removedOn: null },
        ]),
      })
    })
    const users = (query: string) =>
      member.get(`/tenants/${own.serviceTenantId}/users${query}`).then(
        body<{
          users: { displayName: string; isBillable: boolean; licences: { name: string }[] }[]
          found: number
          pages: number
          counts: unknown
        }>,
      )
    const first = await users('')
    expect(first.counts).toEqual({ all: 121, licensed: 120, billable: 100 })
    expect(first).toMatchObject({ found: 121, pages: 3 })
    expect(first.users).toHaveLength(50)
    expect((await users('?page=3')).users).toHaveLength(21)
    const { users: found } = await users('?search=person%20042')
    expect(found).toMatchObject([
      {
        displayName: 'Person 042',
        isBillable: true,
        // Held today: not what ended today, not what begins tomorrow.
        licences: [{ name: 'Microsoft 365 E3' }, { name: 'Power Automate Free' }],
      },
    ])
    expect(await users('?whom=not%20billable')).toMatchObject({ found: 21 })
  })

  test.each(['?page=0', '?page=x', '?whom=nobody', '?other=1', `?search=${'x'.repeat(201)}`])(
    'refuses %s',
    async query => {
      expect((await admin.get(`/tenants/${tenant.serviceTenantId}/users${query}`)).status).toBe(400)
    },
  )
})

describe('pausing', () => {
  test('is foretold, done, seen in the report, written down and undone', async () => {
    const own = await makeTenant(service, admin.organization, { displayName: 'To be paused' })
    const path = `/tenants/${own.serviceTenantId}`
    await admin.organization.work(tx =>
      recordDays(tx, admin.organization.id, {
        facts: [
          {
            tenantId: own.id,
            day: '2026-03-09',
            displayName: own.displayName,
            service: 'Monitoring',
            isInternal: false,
            totalLicensedUsers: 12,
            billableUsers: 10,
          },
        ],
        today: '2026-03-09',
        at: service.clock.read(),
      }),
    )
    const preview = await body(await admin.get(`${path}/pause-preview`))
    expect(preview).toMatchObject({
      today: '2026-03-10',
      move: 'pause',
      billableUsers: 10,
      before: { proratingPercentageThisMonth: 100, billableStatus: 'Billable' },
      after: { proratingPercentageThisMonth: 29.03, billableStatus: 'Paused' },
    })
    const paused = await body<{ tenant: View }>(await admin.change('POST', `${path}/pause`))
    expect(paused.tenant).toMatchObject({ isPaused: true, proratingPercentageThisMonth: 29.03 })
    const report = await service.get('/v1/usage', admin.organization.key)
    const { tenants } = await body<{ tenants: View[] }>(report)
    expect(tenants.find(each => each.serviceTenantId === own.serviceTenantId)).toMatchObject({
      isPaused: true,
      billableStatus: 'Paused',
      proratingPercentageThisMonth: 29.03,
    })
    expect((await admin.change('POST', `${path}/pause`)).status).toBe(409)

    service.clock.turn({ minutes: 1 })
    expect(await body(await admin.get(`${path}/pause-preview`))).toMatchObject({
      move: 'resume',
      before: { proratingPercentageThisMonth: 29.03 },
      after: { proratingPercentageThisMonth: 100 },
    })
    expect((await admin.change('POST', `${path}/resume`)).status).toBe(200)
    expect((await admin.change('POST', `${path}/resume`)).status).toBe(409)
    expect(await audited()).toMatchObject([
      {
        action: 'paused a tenant',
        subject: 'To be paused',
        actor: admin.name,
        person_id: admin.personId,
        detail: { serviceTenantId: own.serviceTenantId, percentageBefore: 100, percentageAfter: 29.03 },
      },
      { action: 'resumed a tenant', detail: { percentageBefore: 29.03, percentageAfter: 100 } },
    ])
  })

  test('is not for Full Members, who are not told what it would do either', async () => {
    const path = `/tenants/${tenant.serviceTenantId}`
    expect((await member.get(`${path}/pause-preview`)).status).toBe(403)
    for (const move of ['pause', 'resume']) {
      const response = await member.change('POST', `${path}/${move}`)
      expect(response.status).toBe(403)
      expect(await body(response)).toMatchObject({ detail: expect.stringContaining('pause tenants') })
    }
    expect(await pausesOf(tenant)).toEqual([])
  })

  test("does not reach another organization's tenants", async () => {
    for (const move of ['pause', 'resume'])
      expect((await admin.change('POST', `/tenants/${foreign.serviceTenantId}/${move}`)).status).toBe(404)
    expect(
      await stranger.organization.work(tx => tx.selectFrom('tenant_pauses').selectAll().execute()),
    ).toEqual([])
  })

  test('is refused to pages of others', async () => {
    const response = await fetch(`${service.url}/console/tenants/${tenant.serviceTenantId}/pause`, {
      method: 'POST',
      headers: { cookie: admin.cookie, origin: 'https://elsewhere.example' },
    })
    expect(response.status).toBe(403)
    expect(await pausesOf(tenant)).toEqual([])
  })

  test('is not for a tenant that has left', async () => {
    const gone = await makeTenant(service, admin.organization, { displayName: 'Gone' })
    await admin.organization.work(tx =>
      offboardTenant(tx, admin.organization.id, { tenantId: gone.id, at: service.clock.read() }),
    )
    const path = `/tenants/${gone.serviceTenantId}`
    expect((await admin.get(`${path}/pause-preview`)).status).toBe(409)
    expect((await admin.change('POST', `${path}/pause`)).status).toBe(409)
    expect(await pausesOf(gone)).toEqual([])
    expect((await admin.get(path)).status).toBe(200)
  })
})
