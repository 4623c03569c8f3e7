// What the dashboard shows of usage, held against what the API says.
import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUsers } from '../../src/directory/delete.ts'
import { saveLicences } from '../../src/directory/licences.ts'
import { saveUsers } from '../../src/directory/save.ts'
import { recordDays } from '../../src/usage/record-day.ts'
import { makeTenant, type Service, startService, type Tenant } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

let service: Service
let admin: SignedIn
let member: SignedIn
let tenant: Tenant
let tricky: Tenant

const FORMULA = '=HYPERLINK("http://evil.example","Free, ""cheap""")'

beforeAll(async () => {
  service = await startService({
    settings: { VEDETTE_APP_URL: '', VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000' },
  })
  admin = await signIn(service, { role: 'Admin' })
  member = await signIn(service, { role: 'Full Member', organization: admin.organization })
  tenant = await makeTenant(service, admin.organization)
  tricky = await makeTenant(service, admin.organization, { displayName: FORMULA, onboardedOn: '2026-03-01' })
  await fillDirectory()
})
afterAll(() => service.close())

/** Counts of three days, and who is behind them: one leaves, one gets a paid licence, one is deleted. */
async function fillDirectory(): Promise<void> {
  const ids = Array.from({ length: 5 }, () => randomUUID())
  const { id: organizationId } = admin.organization
  const licence = (place: number, sku: string, assignedOn: string, removedOn: string | null = null) => ({
    userId: ids[place]!,
    sku,
    assignedOn,
    removedOn,
  })
  await admin.organization.work(async tx => {
    await saveUsers(tx, organizationId, {
      tenantId: tenant.id,
      at: service.clock.read(),
      users: ids.map((id, place) => ({
        id,
        userPrincipalName: `user${place}@northwind.example`,
        mail: null,
        displayName: `User ${place}`,
        accountEnabled: true,
        lastPasswordChangeAt: null,
      })),
    })
    await saveLicences(tx, organizationId, {
      tenantId: tenant.id,
      licences: [
        licence(0, 'SPE_E3', '2026-01-01'),
        licence(1, 'SPB', '2026-01-01', '2026-02-20'),
        licence(2, 'FLOW_FREE', '2026-01-01'),
        licence(2, 'EXCHANGESTANDARD', '2026-02-20'),
        licence(3, 'MEETING_ROOM', '2026-01-01'),
        licence(4, 'SPE_E5', '2026-01-01'),
      ],
    })
    await deleteUsers(tx, organizationId, {
      tenantId: tenant.id,
      users: [{ id: ids[4]!, deletedAt: new Date('2026-03-01T10:00:00.000Z') }],
    })
    for (const [day, totalLicensedUsers, billableUsers] of [
      ['2026-01-31', 5, 3],
      ['2026-02-20', 4, 3],
      ['2026-03-01', 3, 2],
    ] as const)
      await recordDays(tx, organizationId, {
        facts: [
          {
            tenantId: tenant.id,
            day,
            displayName: tenant.displayName,
            service: 'Monitoring',
            isInternal: false,
            totalLicensedUsers,
            billableUsers,
          },
        ],
        today: day,
        at: service.clock.read(),
      })
  })
}

interface Report {
  asOf: string
  totalTenants: number
  tenants: {
    displayName: string
    serviceTenantId: string
    totalLicensedUsers: number
    billableUsersThisMonth: number
  }[]
}
const json = async <T>(response: Response) => {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
const apiReport = (asOf: string) =>
  service.get(`/v1/usage?asOf=${asOf}`, admin.organization.key).then(json<Report>)
const WITHOUT_MOMENT = { reportGeneratedAt: '' }

describe('the report', () => {
  test.each(['2026-03-10', '2026-03-01', '2026-02-25', '2026-01-31', '2026-01-01', '2025-06-30'])(
    'of %s is what the API says',
    async asOf => {
      for (const who of [admin, member]) {
        const { report, today } = await json<{ report: Report; today: string }>(
          await who.get(`/usage?asOf=${asOf}`),
        )
        expect({ ...report, ...WITHOUT_MOMENT }).toEqual({ ...(await apiReport(asOf)), ...WITHOUT_MOMENT })
        expect(today).toBe('2026-03-10')
      }
    },
  )

  test('of today is given when no day is', async () => {
    expect(await json(await admin.get('/usage'))).toMatchObject({ report: { asOf: '2026-03-10' } })
  })

  test('comes with totals', async () => {
    expect(await json(await admin.get('/usage?asOf=2026-03-01'))).toMatchObject({
      totals: {
        totalLicensedUsers: 3,
        billableUsers: 2,
        billableUsersByStatus: { Billable: 2, Trial: 0, Paused: 0, NotBillable: 0 },
        proratedUsers: 2,
      },
    })
  })

  test.each(['2026-03-11', '2026-02-30', 'yesterday', '2026-3-1', '1999-12-31', '', '0000-01-01'])(
    'of %s is refused, by every address',
    async asOf => {
      for (const path of [
        '/usage?',
        '/usage/history?',
        `/usage/users?tenant=${tenant.serviceTenantId}&`,
        '/usage/export?format=csv&',
      ]) {
        const response = await admin.get(`${path}asOf=${asOf}`)
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ parameter: 'asOf' })
      }
    },
  )
})

test('thirteen months end with that of the day asked for, and say what the API says at their ends', async () => {
  const { months } = await json<{ months: { asOf: string; billableUsers: number; totalTenants: number }[] }>(
    await member.get('/usage/history?asOf=2026-03-02'),
  )
  expect(months).toHaveLength(13)
  expect(months[0]!.asOf).toBe('2025-03-31')
  // The current month has no end yet.
  expect(months.at(-1)!.asOf).toBe('2026-03-10')
  expect(months.at(-2)!.asOf).toBe('2026-02-28')
  for (const { asOf, billableUsers, totalTenants } of months.slice(-3)) {
    const report = await apiReport(asOf)
    expect(totalTenants).toBe(report.totalTenants)
    expect(billableUsers).toBe(report.tenants.reduce((sum, each) => sum + each.billableUsersThisMonth, 0))
  }
})

describe('the users behind a count', () => {
  const behind = (asOf: string, more = '') =>
    member.get(`/usage/users?tenant=${tenant.serviceTenantId}&asOf=${asOf}${more}`).then(
      json<{
        users: { displayName: string; isBillable: boolean; licences: { name: string }[] }[]
        counts: { licensed: number; billable: number }
        count: { day: string } | null
      }>,
    )

  test.each(['2026-01-31', '2026-02-25', '2026-03-10'])(
    'are as many as the report of %s says',
    async asOf => {
      const { tenants } = await apiReport(asOf)
      const reported = tenants.find(each => each.serviceTenantId === tenant.serviceTenantId)!
      const { counts, users } = await behind(asOf)
      expect(counts.licensed).toBe(reported.totalLicensedUsers)
      expect(counts.billable).toBe(reported.billableUsersThisMonth)
      expect(users).toHaveLength(reported.totalLicensedUsers)
    },
  )

  test('are named with the licence they had that day', async () => {
    const named = async (asOf: string) =>
      (await behind(asOf, '&whom=billable')).users.map(user => [user.displayName, user.licences[0]!.name])
    expect(await named('2026-01-31')).toEqual([
      ['User 0', 'Microsoft 365 E3'],
      ['User 1', 'Microsoft 365 Business Premium'],
      ['User 4', 'Microsoft 365 E5'],
    ])
    expect(await named('2026-03-10')).toEqual([
      ['User 0', 'Microsoft 365 E3'],
      ['User 2', 'Exchange Online (Plan 1)'],
    ])
  })

  test('are none before anything was counted', async () => {
    expect(await behind('2026-01-15')).toMatchObject({ users: [], count: null })
  })

  test("of another organization's tenant, or one that came later, are not to be had", async () => {
    const stranger = await signIn(service, { role: 'Admin' })
    expect((await stranger.get(`/usage/users?tenant=${tenant.serviceTenantId}`)).status).toBe(404)
    expect((await admin.get('/usage/users?tenant=22222222')).status).toBe(404)
    expect((await admin.get(`/usage/users?tenant=${tricky.serviceTenantId}&asOf=2026-02-01`)).status).toBe(
      404,
    )
    expect((await admin.get('/usage/users')).status).toBe(400)
  })
})

/** The texts in an archive, by the directory at its end. */
function unzipped(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const isDeflated = archive.readUInt16LE(at + 10) === 8
    const size = archive.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const header = archive.readUInt32LE(at + 42)
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const bytes = archive.subarray(start, start + size)
    files.set(
      archive.toString('utf8', at + 46, at + 46 + name),
      (isDeflated ? inflateRawSync(bytes) : bytes).toString('utf8'),
    )
    at += 46 + name + extra + comment
  }
  return files
}

describe('a file to keep', () => {
  test('as CSV has a line per tenant with the numbers of the API, and no formula', async () => {
    const response = await member.get('/usage/export?asOf=2026-03-10&format=csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="vedette-usage-2026-03-10.csv"',
    )
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    expect(text.startsWith('\uFEFFasOf,displayName,')).toBe(true)
    const lines = text.slice(1).split('\r\n')
    expect(lines).toContain(
      `2026-03-10,Northwind Dairy,${tenant.serviceTenantId},${tenant.directoryTenantId},Monitoring,Billable,false,2026-01-01,2026-01-15,3,2,100`,
    )
    expect(lines.find(line => line.includes('HYPERLINK'))).toContain(
      `,"'${FORMULA.replaceAll('"', '""')}",${tricky.serviceTenantId},`,
    )
  })

  test('as a sheet has the same, with text as text', async () => {
    const response = await member.get('/usage/export?asOf=2026-03-10&format=xlsx')
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const files = unzipped(Buffer.from(await response.arrayBuffer()))
    const sheet = files.get([...files.keys()].find(name => name.includes('worksheets/sheet'))!)!
    expect(sheet).not.toContain('<f>')
    expect(sheet.match(/<row /g)).toHaveLength(3)
    const words = [...files.values()].join('')
    expect(words).toContain('Northwind Dairy')
    expect(words).toContain('proratingPercentageThisMonth')
    expect(words).toContain('=HYPERLINK(')
  })

  test.each(['', '&format=pdf', '&format=csv&other=1'])('is refused with %j', async query => {
    expect((await admin.get(`/usage/export?asOf=2026-03-10${query}`)).status).toBe(400)
  })
})
