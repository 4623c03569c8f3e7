// The list of incidents against a naive filter and sort of the same incidents, for random questions.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RemediationStatus } from '../src/database/types.ts'
import type { Cursor } from '../src/incidents/cursor.ts'
import { type ListIncidents, listIncidents } from '../src/incidents/list.ts'
import { renderAroundDwell } from '../src/incidents/render.ts'
import {
  type Listed,
  makeOrganization,
  makeTenant,
  type Organization,
  type Service,
  startService,
  type Tenant,
} from './harness.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const FIRST = Date.parse('2025-05-01T00:00:00.000Z')
const APP = 'https://app.vedette.example'
const TENANTS = 4
const INCIDENTS = 400
// Also in the report of whatever fails, so that a run can be had again.
const seed = Math.floor(Math.random() * 2 ** 31)

interface Facts {
  id: string
  tenant: number
  createdAt: number
  updatedAt: number
  occurredAt: number
  dwellEndedAt: number | null
  status: RemediationStatus
  isLive: boolean
}

// A few moments that many share, so that the id has to decide.
const shared = fc.nat(30).map(index => FIRST + index * 10 * DAY)
const created = fc.oneof(
  shared,
  fc.nat(300 * DAY).map(after => FIRST + after),
)
const lag = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.nat(200 * DAY) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 * MINUTE }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(18), fc.constantFrom(-1, 0, 1))
      .map(([power, more]) => 2 ** power * MINUTE + more),
  },
)
const facts: fc.Arbitrary<Facts> = fc
  .record({
    id: fc.uuid(),
    tenant: fc.nat(TENANTS - 1),
    createdAt: created,
    lag,
    before: fc.oneof(
      fc.nat(3 * DAY),
      fc.nat(100).map(minutes => minutes * MINUTE),
      fc.constant(-5 * MINUTE),
    ),
    dwell: fc.option(
      fc.oneof(
        fc.nat(3 * DAY),
        fc.tuple(fc.nat(5000), fc.constantFrom(-1, 0, 1)).map(([minutes, more]) => minutes * MINUTE + more),
      ),
      { nil: null },
    ),
    status: fc.constantFrom('CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE'),
    isLive: fc.boolean(),
  })
  .map(({ lag, before, dwell, status, ...rest }) => {
    const occurredAt = rest.createdAt - before
    return {
      ...rest,
      updatedAt: rest.createdAt + lag,
      occurredAt,
      dwellEndedAt: dwell === null ? null : occurredAt + dwell,
      status: dwell === null ? 'UNREMEDIATED' : status,
    }
  })

let service: Service
let organization: Organization
let tenants: Tenant[]
let strangers: Tenant[]
let incidents: Facts[]
let strange: Facts[]

async function fill(some: Organization, theirs: Tenant[], all: Facts[]) {
  const user = {
    user_principal_name: 'mara@northwind.example',
    mail: null,
    display_name: 'Mara "M" Lindqvist',
    account_enabled: true,
    last_password_change_at: null,
  }
  await service.database.owner
    .insertInto('incidents')
    .values(
      all.map(one => {
        const tenant = theirs[one.tenant]!
        const incident = {
          id: one.id,
          created_at: new Date(one.createdAt),
          occurred_at: new Date(one.occurredAt),
          remediation_status: one.status,
          is_live: one.isLive,
        }
        return {
          ...incident,
          organization_id: some.id,
          tenant_id: tenant.id,
          user_id: tenant.userId,
          updated_at: new Date(one.updatedAt),
          dwell_ended_at: one.dwellEndedAt === null ? null : new Date(one.dwellEndedAt),
          ...renderAroundDwell(
            incident,
            {
              service_tenant_id: tenant.serviceTenantId,
              directory_tenant_id: tenant.directoryTenantId,
              display_name: tenant.displayName,
            },
            { id: tenant.userId, ...user },
          ),
        }
      }),
    )
    .execute()
}

beforeAll(async () => {
  service = await startService()
  const all = fc.sample(facts, { numRuns: INCIDENTS * 2, seed })
  incidents = all.slice(0, INCIDENTS)
  strange = all.slice(INCIDENTS)
  const made = async (name: string, its: Facts[]) => {
    const some = await makeOrganization(service, name)
    const theirs: Tenant[] = []
    for (let index = 0; index < TENANTS; index++)
      theirs.push(await makeTenant(service, some, { displayName: `${name} ${index}` }))
    await fill(some, theirs, its)
    return [some, theirs] as const
  }
  ;[organization, tenants] = await made('Harbour', incidents)
  ;[, strangers] = await made('Strangers', strange)
})
afterAll(() => service.close())

type Ask = Pick<ListIncidents, 'tenantId' | 'createdSince' | 'updatedSince' | 'cursor' | 'limit' | 'now'>

const isNewer = (one: { createdAt: number; id: string }, other: { createdAt: number; id: string }) =>
  one.createdAt !== other.createdAt ? one.createdAt > other.createdAt : one.id > other.id
const dwellOf = ({ occurredAt, dwellEndedAt }: Facts, now: Date) =>
  Math.max(0, Math.floor(((dwellEndedAt ?? now.getTime()) - occurredAt) / MINUTE))

/** All that the question means, before its limit. */
function matching({ tenantId, createdSince, updatedSince, cursor }: Ask): Facts[] {
  return incidents
    .filter(one => tenantId === null || tenants[one.tenant]!.id === tenantId)
    .filter(one => createdSince === null || one.createdAt >= createdSince.getTime())
    .filter(one => updatedSince === null || one.updatedAt >= updatedSince.getTime())
    .filter(one => cursor === null || isNewer({ createdAt: cursor.createdAt.getTime(), id: cursor.id }, one))
    .sort((one, other) => (isNewer(one, other) ? -1 : 1))
}

function expected(ask: Ask) {
  const all = matching(ask)
  const page = all.slice(0, ask.limit)
  const last = page.at(-1)
  // Of the one beyond the page as well: it is read along, and being remade a little early does no harm.
  const ticks = all
    .slice(0, ask.limit + 1)
    .filter(({ dwellEndedAt }) => dwellEndedAt === null)
    .map(one => one.occurredAt + (dwellOf(one, ask.now) + 1) * MINUTE)
  return {
    ids: page.map(({ id }) => id),
    dwells: page.map(one => dwellOf(one, ask.now)),
    next: all.length > ask.limit && last ? { createdAt: new Date(last.createdAt), id: last.id } : null,
    staleAt: ticks.length ? new Date(Math.min(...ticks)) : null,
  }
}

const list = (ask: Ask) => listIncidents(service.database.fast, organization.id, { ...ask, appUrl: APP })

async function compare(ask: Ask) {
  const page = await list(ask)
  const { incidents: listed } = JSON.parse(page.body.toString()) as { incidents: Listed[] }
  expect({
    ids: listed.map(({ id }) => id),
    dwells: listed.map(({ dwellTimeMinutes }) => dwellTimeMinutes),
    next: page.next,
    staleAt: page.staleAt,
  }).toEqual(expected(ask))
  for (const one of listed) {
    const known = incidents.find(({ id }) => id === one.id)!
    const { serviceTenantId, displayName: name } = tenants[known.tenant]!
    expect(one).toMatchObject({
      url: `${APP}/tenant/${serviceTenantId}/incidents/${one.id}`,
      createdAt: new Date(known.createdAt).toISOString(),
      occurredAt: new Date(known.occurredAt).toISOString(),
      remediationStatus: known.status,
      isLive: known.isLive,
      tenant: { serviceTenantId, name },
    })
  }
}

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 1 })
const anywhere = fc.integer({ min: FIRST - 10 * DAY, max: FIRST + 510 * DAY })
const beside = (moments: fc.Arbitrary<number>) =>
  fc
    .tuple(fc.oneof(moments, anywhere), fc.constantFrom(-1, 0, 0, 1))
    .map(([time, more]) => new Date(time + more))
const asks: fc.Arbitrary<Ask> = fc
  .record({
    tenant: orNull(fc.nat(TENANTS)),
    index: fc.nat(INCIDENTS - 1),
    createdBy: orNull(fc.nat(INCIDENTS - 1)),
    updatedBy: orNull(fc.nat(INCIDENTS - 1)),
    createdSince: beside(anywhere),
    more: fc.constantFrom(-1, 0, 0, 1),
    wild: fc.boolean(),
    cursor: fc.constantFrom('none', 'an incident', 'an incident of others', 'anywhere'),
    id: fc.uuid(),
    limit: fc.oneof(
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(1, 100, 500),
    ),
    now: anywhere,
  })
  .map(({ tenant, index, createdBy, updatedBy, createdSince, more, wild, cursor, id, limit, now }) => {
    const near = (time: number) => (wild ? createdSince : new Date(time + more))
    const at = { ...incidents[index], ...(cursor === 'an incident of others' && strange[index]) } as Facts
    const cursors: Record<typeof cursor, Cursor | null> = {
      none: null,
      'an incident': { createdAt: new Date(at.createdAt), id: at.id },
      'an incident of others': { createdAt: new Date(at.createdAt), id: at.id },
      anywhere: { createdAt: createdSince, id },
    }
    return {
      // One beyond ours: a tenant of the other organization.
      tenantId: tenant === null ? null : (tenants[tenant] ?? strangers[0]!).id,
      createdSince: createdBy === null ? null : near(incidents[createdBy]!.createdAt),
      updatedSince: updatedBy === null ? null : near(incidents[updatedBy]!.updatedAt),
      cursor: cursors[cursor],
      limit,
      now: new Date(now),
    }
  })

const EVERYTHING: Ask = {
  tenantId: null,
  createdSince: null,
  updatedSince: null,
  cursor: null,
  limit: 500,
  now: new Date(FIRST + 300 * DAY),
}

describe('the list of incidents', () => {
  it('gives all of the organization and nothing of another', async () => {
    await compare(EVERYTHING)
    expect(expected(EVERYTHING).ids.length).toBe(INCIDENTS)
  })

  it('gives nothing for a tenant of another organization', async () => {
    const page = await list({ ...EVERYTHING, tenantId: strangers[0]!.id })
    expect(page).toMatchObject({ body: Buffer.from('{"incidents":[]}'), next: null, staleAt: null })
  })

  it('is the naive filter and sort, for any combination of parameters', async () => {
    await fc.assert(fc.asyncProperty(asks, compare), { numRuns: 500, seed })
  })

  it('finds by updatedSince what changed exactly then, and not what changed a millisecond before', async () => {
    // Every change's own moment: the classes of lag meet at powers of four, where one could fall between.
    for (const { id, updatedAt } of incidents) {
      const since = async (time: number) => (await list({ ...EVERYTHING, updatedSince: new Date(time) })).body
      expect((await since(updatedAt)).includes(id)).toBe(true)
      expect((await since(updatedAt + 1)).includes(id)).toBe(false)
    }
  })

  it('walked page by page gives each once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(asks, fc.integer({ min: 7, max: 60 }), async (ask, limit) => {
        const walked: string[] = []
        let cursor = ask.cursor
        do {
          const page = await list({ ...ask, limit, cursor })
          const { incidents: listed } = JSON.parse(page.body.toString()) as { incidents: Listed[] }
          walked.push(...listed.map(({ id }) => id))
          cursor = page.next
        } while (cursor)
        expect(walked).toEqual(matching(ask).map(({ id }) => id))
      }),
      { numRuns: 60, seed },
    )
  })
})
