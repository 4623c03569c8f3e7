// What the tests of judging share: a simulated tenant's records, stored in any order, and judged by one node or several.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { attacksOf, createWorld, recordsOf, type WorldOrder } from '../../simulator/world/world.ts'
import type { Activity } from '../../src/events/activity.ts'
import { isRejection, normalise } from '../../src/events/normalise.ts'
import { openPlaces } from '../../src/events/places/places.ts'
import { storableOf, storeRecords } from '../../src/events/stored/store.ts'
import { createJudge, type Judge, type JudgeSettings } from '../../src/monitor/judge.ts'
import { makeTenant, type Organization, type Service, type Tenant } from '../harness.ts'

export const DAY = 86_400_000
export const FROM = Date.parse('2026-02-16T00:00:00Z')

export interface Told {
  activity: Activity
  publishedAt: number
}

/** All records of one simulated tenant, in the order in which the cloud shows them. */
export function tell({
  seed,
  attacks,
  people = 8,
  days = 20,
}: { seed: number; people?: number; days?: number } & Pick<WorldOrder['tenants'][number], 'attacks'>) {
  const directoryTenantId = randomUUID()
  const world = createWorld({
    seed,
    from: new Date(FROM),
    to: new Date(FROM + days * DAY),
    tenants: [{ people, directoryTenantId, hasP1: true, ...(attacks && { attacks }) }],
  })
  const tenant = world.tenants[0]!
  const records: Told[] = []
  for (const { record, publishedAt } of recordsOf(tenant, world.from, world.to)) {
    const activity = normalise(record, { tenant: directoryTenantId })
    if (!isRejection(activity)) records.push({ activity, publishedAt })
  }
  records.sort((a, b) => a.publishedAt - b.publishedAt)
  return { directoryTenantId, records, truths: attacksOf(tenant) }
}

export const tenantOf = (service: Service, organization: Organization, directoryTenantId: string) =>
  makeTenant(service, organization, { directoryTenantId })

export async function store(
  { clock }: Service,
  organization: Organization,
  tenant: Tenant,
  records: Told[],
  { historyUntil = new Date(0) }: { historyUntil?: Date } = {},
): Promise<number> {
  const { stored } = await organization.work(tx =>
    storeRecords(tx, organization.id, {
      tenantId: tenant.id,
      source: 'import',
      records: records.map(({ activity }) => storableOf(activity)),
      historyUntil,
      publishedAt: records[0] && new Date(records[0].publishedAt),
      storedAt: clock.read(),
    }),
  )
  return stored
}

const places = openPlaces()

/** A node of its own: what it remembers is not shared. */
export async function node(
  { database, clock }: Service,
  settings: Partial<JudgeSettings> = {},
): Promise<Judge> {
  return createJudge({
    db: database.db,
    clock: clock.read,
    log: pino({ level: 'silent' }),
    reading: await places,
    settings: { patienceSeconds: 0, ...settings },
  })
}

/** The same every time, unlike Math.random. */
export function shuffled<T>(all: T[], seed: number): T[] {
  let state = seed
  const keyed = all.map(one => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return { one, key: state }
  })
  return keyed.sort((a, b) => a.key - b.key).map(({ one }) => one)
}

export function batches<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
