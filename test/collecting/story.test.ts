// From blob to usage report: a tenant of the simulated cloud is connected in the dashboard, collected, falls ill in the ways
// that tenants do, and recovers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clock as makeClock } from '../../simulator/cloud/clock.ts'
import type { Fault } from '../../simulator/cloud/faults.ts'
import { fixedSource } from '../../simulator/cloud/source.ts'
import { type RunningCloud, startCloud } from '../../simulator/cloud/start.ts'
import { createWorld, type Feed, recordsOf, type WorldTenant } from '../../simulator/world/world.ts'
import { isBillable } from '../../src/usage/skus.ts'
import { type SignedIn, signIn } from '../console/sign-in.ts'
import { Clock, type Service, startService } from '../harness.ts'
import { until } from '../processes.ts'
import { connectByConsent } from '../sources/consent.ts'

const DAY = 86_400_000
const clock = new Clock()
const begun = clock.read().getTime()
const feeds: Feed[] = [
  'Audit.AzureActiveDirectory',
  'Audit.Exchange',
  'Audit.SharePoint',
  'Audit.General',
  'signIns',
  'nonInteractiveSignIns',
  'directoryAudits',
]

let office: WorldTenant
let cloud: RunningCloud
let service: Service
let admin: SignedIn
let serviceTenantId: string

beforeAll(async () => {
  const [from, to] = [begun - 2 * DAY, begun + 2 * DAY]
  const world = createWorld({
    seed: 11,
    from: new Date(from),
    to: new Date(to),
    tenants: [{ people: 25, hasP1: true, attacks: [{ kind: 'aitm', at: new Date(begun + DAY / 24) }] }],
  })
  office = world.tenants[0]!
  const { directoryTenantId } = office
  cloud = await startCloud({
    source: fixedSource(world.tenants, { [directoryTenantId]: [...recordsOf(office, from, to)] }),
    clock: makeClock({ start: begun, speed: 0 }),
    isConsented: false,
    budgets: null,
  })
  service = await startService({
    clock,
    isCollecting: true,
    settings: {
      VEDETTE_APP_URL: '',
      VEDETTE_LOOK_BACK_DAYS: '3',
      VEDETTE_POLL_SECONDS: '60',
      VEDETTE_MICROSOFT_LOGIN_URL: cloud.loginUrl,
      VEDETTE_MICROSOFT_GRAPH_URL: cloud.graphUrl,
      VEDETTE_MICROSOFT_MANAGE_URL: cloud.manageUrl,
      VEDETTE_MICROSOFT_CLIENT_ID: cloud.app.clientId,
      VEDETTE_MICROSOFT_CLIENT_SECRET: cloud.app.secret,
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

interface Health {
  source: string
  state: string
  isProblem: boolean
  words: string
  permission: string | null
  stored: number
  lagSeconds: number | null
  rejected: unknown[]
  gaps: unknown[]
}

const allHealth = async (): Promise<Health[]> =>
  (await body(await admin.get(`/tenants/${serviceTenantId}`))).collecting

/** Without the log that this tenant does without. */
const health = async () => (await allHealth()).filter(({ source }) => source !== 'auditLogQueries')

/** Time goes by in the cloud and in the service alike. */
function turn(minutes: number): void {
  clock.turn({ minutes })
  cloud.control.clock.set(clock.read().getTime())
}

const feedRows = () => service.database.owner.selectFrom('feeds').selectAll().execute()

/** Every feed has had its turn, and nothing is due before the clock is turned. */
const atRest = () =>
  until('no log waits for its turn', async () => {
    const rows = await feedRows()
    const now = clock.read()
    return rows.length === feeds.length + 2 && rows.every(row => !row.lease_token && row.next_due_at > now)
  })

const readThrough = () =>
  until('every log is read up to now', async () => {
    await atRest()
    const rows = await feedRows()
    const isRead = (row: (typeof rows)[number]) => row.fault_kind === null && row.caught_up_at !== null
    if (rows.every(row => row.source === 'auditLogQueries' || isRead(row))) return true
    // It was asked to wait: it will, until it is time.
    turn(1)
    return false
  })

/** What is stored of each log, each record as often as it is there. */
async function stored(): Promise<Map<string, string[]>> {
  const rows = await service.database.owner.selectFrom('events').select(['source', 'id']).execute()
  const ids = new Map<string, string[]>(feeds.map(feed => [feed, []]))
  for (const { source, id } of rows) ids.get(source)!.push(id)
  return ids
}

async function expectAllStored(): Promise<number> {
  const there = await stored()
  const published = cloud.control.published(office.directoryTenantId)
  let count = 0
  for (const feed of feeds) {
    const wanted = [...(published.get(feed) ?? [])].sort()
    expect(there.get(feed)!.toSorted(), feed).toEqual(wanted)
    count += wanted.length
  }
  return count
}

describe('a tenant is watched', () => {
  let historyCount: number

  test('connected by consent, its history is collected, each record once', async () => {
    const made = await body(await connectByConsent(admin, office.directoryTenantId))
    expect(made.findings.isUsable).toBe(true)
    expect(made.tenant.displayName).toBe(office.name)
    serviceTenantId = made.tenant.serviceTenantId
    await readThrough()
    historyCount = await expectAllStored()
    expect(historyCount).toBeGreaterThan(1000)
    const { rows } = await countOf('is_history')
    expect(rows).toEqual([{ is: true, count: historyCount }])
  })

  test('the usage report shows its licensed and billable users, and that it is on trial', async () => {
    const report = await body(await service.get('/v1/usage', admin.organization.key))
    const sku = new Map(office.skus.map(({ skuId, skuPartNumber }) => [skuId, skuPartNumber]))
    const held = office
      .usersAt(begun)
      .map(({ assignedLicenses }) => assignedLicenses.map(({ skuId }) => sku.get(skuId) ?? skuId))
      .filter(({ length }) => length > 0)
    expect(held.length).toBeGreaterThan(20)
    expect(report.tenants).toHaveLength(1)
    expect(report.tenants[0]).toMatchObject({
      serviceTenantId,
      directoryTenantId: office.directoryTenantId,
      totalLicensedUsers: held.length,
      billableUsersThisMonth: held.filter(isBillable).length,
      billableStatus: 'Trial',
    })
  })

  test('the tenant page says that all its logs are well', async () => {
    const all = await health()
    expect(all.map(({ source }) => source).toSorted()).toEqual([...feeds, 'directory'].toSorted())
    for (const { state, isProblem, rejected, gaps, source } of all)
      expect({ source, state, isProblem, rejected, gaps }).toEqual({
        source,
        state: 'well',
        isProblem: false,
        rejected: [],
        gaps: [],
      })
  })

  test('and that it does without queries of older history, which is no problem', async () => {
    const older = (await allHealth()).find(({ source }) => source === 'auditLogQueries')
    expect(older).toMatchObject({
      state: 'left out',
      isProblem: false,
      permission: 'AuditLogsQuery.Read.All',
    })
  })

  test('what happens next is collected live, with its delay', async () => {
    for (const minutes of [30, 200]) {
      turn(minutes)
      await readThrough()
    }
    const count = await expectAllStored()
    expect(count).toBeGreaterThan(historyCount)
    const { rows } = await countOf('is_history')
    expect(rows.find(({ is }) => !is)!.count).toBeGreaterThan(100)
    const exchange = (await health()).find(({ source }) => source === 'Audit.Exchange')!
    expect(exchange.lagSeconds).toBeGreaterThan(0)
  })
})

describe('when something is wrong, the tenant page says what and what to do; once it is mended, nothing is missing', () => {
  /** Hours later, so that tokens have run out and there is something to collect. */
  async function during(fault: Fault, expectedFeeds: Feed[]): Promise<Health> {
    const id = cloud.control.faults.set(fault)
    turn(125)
    const isIll = ({ source, state, isProblem }: Health) =>
      state === 'failing' && isProblem && (expectedFeeds as string[]).includes(source)
    const failing = await until('it shows', async () => {
      await atRest()
      const ill = (await health()).filter(isIll)
      if (ill.length === expectedFeeds.length) return ill
      // What passes by itself is no problem before it has failed a few times.
      turn(5)
      return undefined
    })
    cloud.control.faults.clear(id)
    return failing.find(({ source }) => source === expectedFeeds[0])!
  }

  async function expectRecovered(): Promise<void> {
    await readThrough()
    for (const { source, state } of await health())
      expect({ source, state }).toEqual({ source, state: 'well' })
    await expectAllStored()
  }

  test('a permission withdrawn', async () => {
    const signIns = await during({ kind: 'permissionMissing', permission: 'AuditLog.Read.All' }, [
      'signIns',
      'nonInteractiveSignIns',
      'directoryAudits',
    ])
    expect(signIns.permission).toBe('AuditLog.Read.All')
    expect(signIns.words).toContain('AuditLog.Read.All')
    // The rest is collected meanwhile.
    expect((await health()).find(({ source }) => source === 'Audit.Exchange')!.state).toBe('well')
    const checked = await body(await admin.change('POST', `/tenants/${serviceTenantId}/check`))
    expect(checked.findings.isUsable).toBe(true)
    await expectRecovered()
  })

  test('a secret that has expired', async () => {
    const exchange = await during({ kind: 'secretExpired' }, ['Audit.Exchange', 'signIns'])
    expect(exchange.words).toMatch(/secret/i)
    expect(exchange.words).toMatch(/expired/i)
    const overview = JSON.stringify(await body(await admin.get('/overview')))
    expect(overview).toContain(exchange.words.slice(0, 30))
    await admin.change('POST', `/tenants/${serviceTenantId}/check`)
    await expectRecovered()
  })

  test('an outage, without anybody doing anything', async () => {
    const exchange = await during({ kind: 'outage', status: 503, on: ['graph', 'management'] }, [
      'Audit.Exchange',
      'signIns',
    ])
    expect(exchange.words).toMatch(/tried again/)
    turn(60)
    await expectRecovered()
  })
})

async function countOf(column: 'is_history') {
  const rows = await service.database.owner
    .selectFrom('events')
    .select(({ fn }) => [column, fn.countAll<string>().as('count')])
    .groupBy(column)
    .execute()
  return { rows: rows.map(row => ({ is: row[column], count: Number(row.count) })) }
}
