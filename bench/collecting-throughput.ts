// Collecting from the simulated cloud into PostgreSQL, against the same process only downloading and parsing.
import { inOrganization } from '../src/database/in-organization.ts'
import type { Database } from '../src/database/open.ts'
import { normalise } from '../src/events/normalise.ts'
import { createOrganization } from '../src/organizations/create.ts'
import { startCollecting } from '../src/sources/collect.ts'
import { startFeeds } from '../src/sources/feeds.ts'
import { type Budgets, clientFor, type MicrosoftClient } from '../src/sources/microsoft/client.ts'
import { cloudFrom } from '../src/sources/microsoft/clouds.ts'
import { managementActivitySources } from '../src/sources/microsoft/management-activity.ts'
import { onboardTenant } from '../src/tenants/onboard.ts'
import type { CloudOptions, CloudTold } from './collecting-cloud.ts'
import { quiet } from './dataset.ts'
import { startTelling } from './processes.ts'
import { median } from './ratio.ts'
import { progressLine } from './say.ts'
import type { Sizes } from './sizes.ts'
import type { Row } from './table.ts'

// The evening of a working day, with everybody's records of the last 24 hours.
const CLOUD: CloudOptions = { at: '2026-06-10T18:00:00Z', tenants: 4, peoplePerTenant: 300 }
const LOOK_BACK_DAYS = 1
// What is measured is how fast it goes, not how long Microsoft has one wait.
const UNLIMITED = Object.fromEntries(
  ['reports', 'graph', 'manage'].map(name => [name, { requests: 1e9, milliseconds: 1 }]),
) as Budgets
const clock = () => new Date(CLOUD.at)

type Clients = Map<string, MicrosoftClient>

export async function throughput(database: Database, { rounds }: Pick<Sizes, 'rounds'>): Promise<Row> {
  const told = await startTelling<CloudTold>('collecting-cloud.ts', CLOUD)
  const clients: Clients = new Map(
    told.tenantIds.map(directoryTenantId => [
      directoryTenantId,
      clientFor({
        cloud: cloudFrom({ cloud: 'global', ...told }),
        directoryTenantId,
        credentials: told.app,
        fetch,
        clock: () => new Date(),
        budgets: UNLIMITED,
      }),
    ]),
  )
  // Not counted: the simulator makes its day, and gives the tokens that are used from here on.
  const { records } = await download(clients)
  const line = progressLine('collecting, against downloading and parsing alone', rounds)
  const found: { ratio: number; downloads: number; collects: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    await onboardAll(database, told.tenantIds)
    const downloadSeconds = await timed(() => download(clients))
    const collectSeconds = await timed(() => collect(database, clients, records))
    // The first warms both up.
    if (round > 0)
      found.push({
        ratio: downloadSeconds / collectSeconds,
        downloads: records / downloadSeconds,
        collects: records / collectSeconds,
      })
    line.at(round)
  }
  line.done()
  const middle = (figure: 'downloads' | 'collects') => median(found.map(each => each[figure])).toFixed(0)
  return {
    what: 'collecting into PostgreSQL, against downloading and parsing alone',
    measured: `${middle('collects')} records/s`,
    compared: `${middle('downloads')} records/s`,
    figure: median(found.map(({ ratio }) => ratio)),
    unit: '×',
    target: { atLeast: 0.25 },
  }
}

/** Everything that collecting does up to a page's records, by the same sources and the same client. */
async function download(clients: Clients): Promise<{ records: number }> {
  let records = 0
  await Promise.all(
    [...clients].flatMap(([directoryTenantId, client]) =>
      managementActivitySources.map(async source => {
        const pages = source.pages({
          tenant: { directoryTenantId, displayName: '' },
          client,
          cursor: null,
          now: clock(),
          lookBackDays: LOOK_BACK_DAYS,
          overlapSeconds: 0,
          sweepFrom: null,
          signal: new AbortController().signal,
        })
        for await (const page of pages) records += page.records.length
      }),
    ),
  )
  return { records }
}

function collect({ db }: Database, clients: Clients, records: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let stored = 0
    const loop = startCollecting({
      db,
      clock,
      random: Math.random,
      log: quiet,
      normalise,
      connect: async feed => clients.get(feed.directoryTenantId)!,
      sources: managementActivitySources,
      onTurn({ result }) {
        if (result?.end === 'failed') reject(new Error('a turn failed while collecting was measured'))
        stored += result?.stored ?? 0
        if (stored === records) void loop.stop().then(resolve)
      },
      settings: {
        pollSeconds: 3600,
        lookBackDays: LOOK_BACK_DAYS,
        overlapSeconds: 0,
        leaseSeconds: 30,
        pagesPerTurn: 20,
        secondsPerTurn: 60,
        turns: 32,
        turnsOfTenant: 2,
        lookSeconds: 1,
      },
    })
  })
}

/** In an organization of their own: every round finds tenants that nothing is known of. */
async function onboardAll({ owner, db }: Database, directoryTenantIds: string[]): Promise<void> {
  const at = clock()
  const organizationId = await createOrganization(owner, { name: 'Bench', at })
  await inOrganization(db, organizationId, async tx => {
    for (const directoryTenantId of directoryTenantIds) {
      const { id } = await onboardTenant(tx, organizationId, {
        directoryTenantId,
        displayName: directoryTenantId,
        service: 'Monitoring',
        isInternal: false,
        onboardedOn: '2026-01-01',
        trialDays: 14,
        at,
      })
      await startFeeds(tx, organizationId, {
        tenantId: id,
        sources: managementActivitySources.map(({ name }) => name),
        at,
      })
    }
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}
