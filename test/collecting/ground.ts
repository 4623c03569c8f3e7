// What the tests of collecting share: a database, tenants with feeds, and sources that serve what a test gives them.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { inOrganization, type Tx } from '../../src/database/in-organization.ts'
import { type Database, openOn } from '../../src/database/open.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import { type CollectParts, type CollectSettings, startCollecting } from '../../src/sources/collect.ts'
import { startFeeds } from '../../src/sources/feeds.ts'
import type { Page, Source, SourceContext, SourceName } from '../../src/sources/source.ts'
import { onboardTenant } from '../../src/tenants/onboard.ts'
import { Clock, dropDatabase, makeDatabase } from '../harness.ts'
import { plain } from './plain.ts'

const silent = pino({ level: 'silent' })

export interface Ground {
  database: Database
  databaseUrl: string
  clock: Clock
  organizationId: string
  work<T>(change: (tx: Tx) => Promise<T>): Promise<T>
}

export async function groundForTest(): Promise<Ground> {
  const databaseUrl = await makeDatabase()
  const database = await openOn({ connectionString: databaseUrl }, 8, silent)
  onTestFinished(async () => {
    await database.close()
    await dropDatabase(databaseUrl)
  })
  const clock = new Clock()
  const organizationId = await createOrganization(database.owner, { name: 'Harbour', at: clock.read() })
  return {
    database,
    databaseUrl,
    clock,
    organizationId,
    work: change => inOrganization(database.db, organizationId, change),
  }
}

export interface FedTenant {
  id: string
  directoryTenantId: string
  serviceTenantId: string
}

export async function fedTenant(
  { work, organizationId, clock }: Ground,
  sources: SourceName[] = ['signIns'],
  service: 'Monitoring' | 'Scan' = 'Monitoring',
): Promise<FedTenant> {
  const directoryTenantId = randomUUID()
  return work(async tx => {
    const { id, serviceTenantId } = await onboardTenant(tx, organizationId, {
      directoryTenantId,
      displayName: `Tenant ${directoryTenantId.slice(0, 4)}`,
      service,
      isInternal: false,
      onboardedOn: '2026-03-01',
      trialDays: 14,
      at: clock.read(),
    })
    await startFeeds(tx, organizationId, { tenantId: id, sources, at: clock.read() })
    return { id, directoryTenantId, serviceTenantId }
  })
}

export const record = (id: string | number, time = '2026-03-10T11:59:00.000Z') => ({ id: String(id), time })

/** A source whose pages a test makes from the context; `n` of the cursor counts them. */
export const fakeSource = (
  pages: (context: SourceContext<unknown>) => AsyncIterable<Page> | Iterable<Page>,
  { name = 'signIns', ...rest }: Partial<Omit<Source, 'pages'>> = {},
): Source => ({
  name,
  isSilenceOdd: name !== 'directory',
  ...rest,
  async *pages(context) {
    yield* pages(context)
  },
})

/** Serves these pages once, each under its number as cursor. */
export const serving = (all: Page['records'][], options?: Partial<Omit<Source, 'pages'>>) =>
  fakeSource(function* ({ cursor }) {
    for (let n = (cursor as number | null) ?? 0; n < all.length; n++)
      yield { records: all[n]!, cursor: n + 1 }
  }, options)

export const SETTINGS: CollectSettings = {
  pollSeconds: 60,
  lookBackDays: 30,
  overlapSeconds: 600,
  leaseSeconds: 10,
  pagesPerTurn: 20,
  secondsPerTurn: 30,
  turns: 16,
  turnsOfTenant: 2,
  lookSeconds: 0.02,
}

/** Collects until the test ends or it is stopped. */
export function collecting(
  { database, clock }: Pick<Ground, 'database'> & { clock: Pick<Clock, 'read'> },
  sources: Source[],
  { settings, ...rest }: Partial<CollectParts<unknown>> = {},
) {
  const loop = startCollecting({
    db: database.db,
    clock: clock.read,
    random: () => 0.5,
    log: silent,
    normalise: plain,
    connect: async () => null,
    sources,
    ...rest,
    settings: { ...SETTINGS, ...settings },
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= loop.stop()
    return stopped
  }
  onTestFinished(stop)
  return { stop }
}

export const storedIds = async ({ database }: Pick<Ground, 'database'>, tenantId: string) =>
  (await database.owner.selectFrom('events').select('id').where('tenant_id', '=', tenantId).execute())
    .map(({ id }) => id)
    .sort()

export const feedOf = ({ database }: Pick<Ground, 'database'>, tenantId: string, source = 'signIns') =>
  database.owner
    .selectFrom('feeds')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
