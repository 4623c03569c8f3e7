import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { offboardTenant } from '../../src/tenants/offboard.ts'
import { pauseTenant, resumeTenant } from '../../src/tenants/pause.ts'
import { type DailyFacts, recordDays } from '../../src/usage/record-day.ts'
import type { UsageReport } from '../../src/usage/usage.ts'
import {
  makeOrganization,
  makeTenant,
  type Organization,
  type Service,
  startService,
  type Tenant,
} from '../harness.ts'

let service: Service
let organization: Organization

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_USAGE_REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set('2026-03-20T12:00:00.000Z')
  organization = await makeOrganization(service)
})

const get = (query = '') => service.get(`/v1/usage${query}`, organization.key)
async function report(query = ''): Promise<UsageReport> {
  const response = await get(query)
  expect(response.status).toBe(200)
  return (await response.json()) as UsageReport
}
const withoutMoment = ({ reportGeneratedAt: _, ...rest }: UsageReport) => rest

const facts = (tenant: Tenant, day: string, changes: Partial<DailyFacts> = {}): DailyFacts => ({
  tenantId: tenant.id,
  day,
  displayName: tenant.displayName,
  service: 'Monitoring',
  isInternal: false,
  totalLicensedUsers: 40,
  billableUsers: 31,
  ...changes,
})
const record = (...days: DailyFacts[]) =>
  organization.work(tx =>
    recordDays(tx, organization.id, {
      facts: days,
      today: service.clock.read().toISOString().slice(0, 10),
      at: service.clock.read(),
    }),
  )
const noon = (day: string) => new Date(`${day}T12:00:00.000Z`)
const pause = (tenant: Tenant, on: string) =>
  organization.work(tx => pauseTenant(tx, organization.id, { tenantId: tenant.id, at: noon(on) }))
const resume = (tenant: Tenant, on: string) =>
  organization.work(tx => resumeTenant(tx, organization.id, { tenantId: tenant.id, at: noon(on) }))

describe('the report', () => {
  it('gives every field of spec §2.4 and §2.5, in that order, and no other', async () => {
    const tenant = await makeTenant(service, organization, { onboardedOn: '2026-02-25' })
    await record(facts(tenant, '2026-03-20'))
    const answer = await report()
    expect(answer).toEqual({
      asOf: '2026-03-20',
      reportGeneratedAt: '2026-03-20T12:00:00.000Z',
      organizationName: 'Harbour Services',
      totalTenants: 1,
      tenants: [
        {
          serviceTenantId: tenant.serviceTenantId,
          directoryTenantId: tenant.directoryTenantId,
          onboardingDate: '2026-02-25',
          displayName: 'Northwind Dairy',
          service: 'Monitoring',
          isPaused: false,
          firstBillableDate: '2026-03-11',
          billableStatus: 'Billable',
          totalLicensedUsers: 40,
          billableUsersThisMonth: 31,
          proratingPercentageThisMonth: 67.74,
        },
      ],
    })
    expect(Object.keys(answer)).toEqual([
      'asOf',
      'reportGeneratedAt',
      'organizationName',
      'totalTenants',
      'tenants',
    ])
    expect(Object.keys(answer.tenants[0]!)).toEqual([
      'serviceTenantId',
      'directoryTenantId',
      'onboardingDate',
      'displayName',
      'service',
      'isPaused',
      'firstBillableDate',
      'billableStatus',
      'totalLicensedUsers',
      'billableUsersThisMonth',
      'proratingPercentageThisMonth',
    ])
  })

  it('is empty before the first tenant, and later tenants are not in earlier reports', async () => {
    await makeTenant(service, organization, { onboardedOn: '2026-03-01', displayName: 'First' })
    await makeTenant(service, organization, { onboardedOn: '2026-03-10', displayName: 'Later' })
    expect(await report('?asOf=2026-02-28')).toMatchObject({
      asOf: '2026-02-28',
      totalTenants: 0,
      tenants: [],
    })
    expect(await report('?asOf=0000-01-01')).toMatchObject({
      asOf: '0000-01-01',
      totalTenants: 0,
      tenants: [],
    })
    expect((await report('?asOf=2026-03-09')).tenants.map(tenant => tenant.displayName)).toEqual(['First'])
    expect((await report('?asOf=2026-03-10')).totalTenants).toBe(2)
  })

  it('is sorted by displayName', async () => {
    for (const displayName of ['Zeta', 'alpha', 'Émile', 'Beta'])
      await makeTenant(service, organization, { displayName })
    expect((await report()).tenants.map(tenant => tenant.displayName)).toEqual([
      'alpha',
      'Beta',
      'Émile',
      'Zeta',
    ])
  })

  it('takes counts from the latest day not after asOf', async () => {
    const tenant = await makeTenant(service, organization)
    await record(facts(tenant, '2026-03-20', { totalLicensedUsers: 12, billableUsers: 9 }))
    service.clock.set('2026-04-02T00:00:00.000Z')
    await record(
      facts(tenant, '2026-04-02', { totalLicensedUsers: 20, billableUsers: 20, displayName: 'Renamed' }),
    )
    const counts = async (asOf: string) => {
      const [only] = (await report(`?asOf=${asOf}`)).tenants
      return [only!.totalLicensedUsers, only!.billableUsersThisMonth, only!.displayName]
    }
    expect(await counts('2026-03-19')).toEqual([0, 0, 'Northwind Dairy'])
    expect(await counts('2026-03-20')).toEqual([12, 9, 'Northwind Dairy'])
    expect(await counts('2026-04-01')).toEqual([12, 9, 'Northwind Dairy'])
    expect(await counts('2026-04-02')).toEqual([20, 20, 'Renamed'])
  })

  it('for a day that has ended is the same whenever it is asked for, whatever happens after', async () => {
    const tenant = await makeTenant(service, organization)
    const gone = await makeTenant(service, organization, { displayName: 'Soon Gone' })
    await pause(tenant, '2026-03-18')
    await record(facts(tenant, '2026-03-20'), facts(gone, '2026-03-20'))
    service.clock.set('2026-03-21T00:00:00.000Z')
    const before = await report('?asOf=2026-03-20')
    expect(before.tenants[0]).toMatchObject({ isPaused: true, billableStatus: 'Paused' })

    service.clock.set('2026-03-25T00:00:00.000Z')
    await resume(tenant, '2026-03-25')
    await pause(gone, '2026-03-25')
    await organization.work(tx =>
      offboardTenant(tx, organization.id, { tenantId: gone.id, at: noon('2026-03-26') }),
    )
    await makeTenant(service, organization, { displayName: 'Newcomer', onboardedOn: '2026-03-25' })
    // A day that has ended stands, also against a late writer.
    await record(
      facts(tenant, '2026-03-20', { totalLicensedUsers: 999, billableUsers: 999, displayName: 'Forged' }),
    )
    expect(withoutMoment(await report('?asOf=2026-03-20'))).toEqual(withoutMoment(before))
  })

  it('a day still under way may be written again', async () => {
    const tenant = await makeTenant(service, organization)
    await record(facts(tenant, '2026-03-20'))
    await report()
    await record(facts(tenant, '2026-03-20', { totalLicensedUsers: 50, billableUsers: 50 }))
    expect((await report()).tenants[0]!.totalLicensedUsers).toBe(50)
  })
})

describe('billing', () => {
  const only = async (asOf: string) => (await report(`?asOf=${asOf}`)).tenants[0]!

  it('a trial that ends inside the month is charged for the rest of it', async () => {
    await makeTenant(service, organization, { onboardedOn: '2026-02-10' })
    service.clock.set('2026-04-30T00:00:00.000Z')
    expect(await only('2026-02-10')).toMatchObject({
      billableStatus: 'Trial',
      firstBillableDate: '2026-02-24',
      proratingPercentageThisMonth: 17.86,
    })
    expect(await only('2026-02-23')).toMatchObject({
      billableStatus: 'Trial',
      proratingPercentageThisMonth: 17.86,
    })
    expect(await only('2026-02-24')).toMatchObject({
      billableStatus: 'Billable',
      proratingPercentageThisMonth: 17.86,
    })
    expect(await only('2026-03-31')).toMatchObject({
      billableStatus: 'Billable',
      proratingPercentageThisMonth: 100,
    })
  })

  it('the length of the trial is the one agreed at onboarding', async () => {
    await makeTenant(service, organization, { onboardedOn: '2026-03-01', trialDays: 0 })
    expect(await only('2026-03-01')).toMatchObject({
      firstBillableDate: '2026-03-01',
      billableStatus: 'Billable',
      proratingPercentageThisMonth: 100,
    })
  })

  it('a pause is not charged for, from the day it begins to the day before it ends', async () => {
    const tenant = await makeTenant(service, organization)
    await pause(tenant, '2026-03-11')
    expect(await pause(tenant, '2026-03-12')).toBe(false)
    expect(await only('2026-03-10')).toMatchObject({
      isPaused: false,
      billableStatus: 'Billable',
      proratingPercentageThisMonth: 100,
    })
    expect(await only('2026-03-11')).toMatchObject({
      isPaused: true,
      billableStatus: 'Paused',
      proratingPercentageThisMonth: 32.26,
    })
    await resume(tenant, '2026-03-16')
    expect(await resume(tenant, '2026-03-17')).toBe(false)
    expect(await only('2026-03-15')).toMatchObject({ isPaused: true, billableStatus: 'Paused' })
    expect(await only('2026-03-16')).toMatchObject({
      isPaused: false,
      billableStatus: 'Billable',
      proratingPercentageThisMonth: 83.87,
    })
  })

  it("the organization's own tenant is NotBillable and has no firstBillableDate", async () => {
    const tenant = await makeTenant(service, organization, { isInternal: true })
    await record(facts(tenant, '2026-03-20', { isInternal: true }))
    expect(await only('2026-03-20')).toMatchObject({
      billableStatus: 'NotBillable',
      firstBillableDate: null,
      proratingPercentageThisMonth: 0,
      totalLicensedUsers: 40,
    })
  })

  it('an offboarded tenant stays in the reports of its last month, charged up to the day before', async () => {
    const tenant = await makeTenant(service, organization)
    await organization.work(tx =>
      offboardTenant(tx, organization.id, { tenantId: tenant.id, at: noon('2026-03-11') }),
    )
    service.clock.set('2026-04-30T00:00:00.000Z')
    expect(await only('2026-03-31')).toMatchObject({
      billableStatus: 'Billable',
      proratingPercentageThisMonth: 32.26,
    })
    expect((await report('?asOf=2026-04-01')).tenants).toEqual([])
  })

  it('service tells a look-back from a watch', async () => {
    await makeTenant(service, organization, { service: 'Scan' })
    expect((await only('2026-03-20')).service).toBe('Scan')
  })
})

describe('asOf', () => {
  it('defaults to the current UTC date', async () => {
    service.clock.set('2026-03-20T23:59:59.999Z')
    expect((await report()).asOf).toBe('2026-03-20')
    service.clock.turn({ milliseconds: 1 })
    expect((await report()).asOf).toBe('2026-03-21')
    expect((await report('?asOf=2026-03-21')).asOf).toBe('2026-03-21')
  })

  it.each([
    '2026-03-21',
    '9999-12-31',
    '2026-02-29',
    '2026-3-1',
    '2026-03-20T00:00:00Z',
    '20260320',
    'today',
    '',
    '%00',
    '2026-03-20%20',
    '2026-03-20&asOf=2026-03-20',
  ])('%s is refused', async text => {
    const response = await get(`?asOf=${text}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ parameter: 'asOf', status: 400 })
  })

  it.each(['asof=2026-03-01', 'limit=5', 'tenantId=x'])('%s is no parameter of this address', async query => {
    const response = await get(`?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ parameter: query.split('=')[0] })
  })
})
