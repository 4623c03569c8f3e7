// Rows of collecting: storing against only downloading and parsing, and a thousand tenants in one process.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Connection } from '../src/database/connect.ts'
import type { OwnServer } from '../src/database/embedded/open.ts'
import { inOrganization } from '../src/database/in-organization.ts'
import { type Database, openOn } from '../src/database/open.ts'
import { normalise } from '../src/events/normalise.ts'
import { createOrganization } from '../src/organizations/create.ts'
import { startCollecting } from '../src/sources/collect.ts'
import { startFeeds } from '../src/sources/feeds.ts'
import type { Source } from '../src/sources/source.ts'
import { onboardTenant } from '../src/tenants/onboard.ts'
import type { NodeOptions, NodeResult } from './collecting-node.ts'
import { readPage, vendorSource } from './collecting-source.ts'
import type { VendorOptions } from './collecting-vendor.ts'
import { quiet } from './dataset.ts'
import { startYardstick, stopProcesses } from './processes.ts'
import { median } from './ratio.ts'
import { progressLine } from './say.ts'
import type { Sizes } from './sizes.ts'
import type { Row } from './table.ts'

const TENANTS = 4
const POLL_SECONDS = 20

export async function collecting(server: OwnServer, sizes: Sizes): Promise<Row[]> {
  const connection = await freshDatabase(server)
  const database = await openOn(connection, 10, quiet)
  try {
    return [await throughput(database, sizes), ...(await crowd(database, connection, sizes))]
  } finally {
    await database.close()
    await stopProcesses()
    await ask(server.connection, 'drop database if exists bench_collecting with (force)')
  }
}

async function throughput(database: Database, { rounds }: Sizes): Promise<Row> {
  const size: VendorOptions = { recordsPerPage: 1000, pagesPerTenant: 8 }
  const { port } = await startYardstick('collecting-vendor.ts', size)
  const url = `http://127.0.0.1:${port}`
  const records = size.recordsPerPage * size.pagesPerTenant * TENANTS
  const line = progressLine('collecting, against downloading and parsing alone', rounds)
  const ratios: number[] = []
  let [downloads, collects] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const names = await makeTenants(database, TENANTS, () => randomUUID())
    const download = await timed(() =>
      Promise.all(
        Object.values(names).map(async name => {
          for (let page = 0; await readPage({ url, name }, page); page++);
        }),
      ),
    )
    const collect = await timed(() => collectAll(database, names, url, records))
    ratios.push(download / collect)
    downloads = records / download
    collects = records / collect
    line.at(round + 1)
  }
  line.done()
  return {
    what: 'collecting into PostgreSQL, against downloading and parsing alone',
    measured: `${collects.toFixed(0)} records/s`,
    compared: `${downloads.toFixed(0)} records/s`,
    figure: median(ratios),
    unit: '×',
    target: { atLeast: 0.25 },
  }
}

function collectAll(database: Database, names: Record<string, string>, url: string, records: number) {
  return new Promise<void>(resolve => {
    let stored = 0
    const loop = startCollecting({
      db: database.db,
      clock: () => new Date(),
      random: Math.random,
      log: quiet,
      normalise,
      connect: async feed => ({ url, name: names[feed.directoryTenantId]! }),
      sources: [vendorSource as Source],
      onTurn({ result }) {
        stored += result?.stored ?? 0
        if (stored === records) void loop.stop().then(resolve)
      },
      settings: {
        pollSeconds: 3600,
        lookBackDays: 7,
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

/** A thousand tenants, five of which fail and one of which is throttled. */
async function crowd(database: Database, connection: Connection, { tenants, memorySeconds }: Sizes) {
  const { port } = await startYardstick('collecting-vendor.ts', {
    recordsPerPage: 50,
    pagesPerTenant: 2,
  } satisfies VendorOptions)
  const kinds = ['bad', 'bad', 'bad', 'bad', 'bad', 'slow']
  const names = await makeTenants(database, tenants, n => `${randomUUID()}${kinds[n] ?? ''}`)
  const seconds = Math.max(memorySeconds, POLL_SECONDS * 3)
  const options: NodeOptions = {
    connection,
    url: `http://127.0.0.1:${port}`,
    names,
    pollSeconds: POLL_SECONDS,
    seconds,
  }
  const line = progressLine(`collecting from ${tenants} tenants`, seconds)
  const child = fork(fileURLToPath(new URL('collecting-node.ts', import.meta.url)), [JSON.stringify(options)])
  const ended = once(child, 'exit').then(() => {
    throw new Error('the collecting process ended before it could tell')
  })
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [NodeResult]
  ended.catch(() => {})
  line.done()
  const measured = `${result.turns} turns and ${result.stored} records in ${seconds} s`
  return [
    {
      what: `${tenants} tenants polled every ${POLL_SECONDS} s, 5 failing and 1 throttled: the longest wait, in intervals`,
      measured,
      compared: '',
      figure: result.longestWaitSeconds / POLL_SECONDS,
      unit: '',
      target: { atMost: 2 },
    },
    {
      what: 'its resident memory',
      measured,
      compared: '',
      figure: result.residentMegabytes,
      unit: ' MB',
      target: { atMost: 600 },
    },
  ]
}

/** Returns directory tenant → name. */
async function makeTenants(
  { owner, db }: Database,
  count: number,
  nameOf: (n: number) => string,
): Promise<Record<string, string>> {
  const at = new Date()
  const organizationId = await createOrganization(owner, { name: 'Bench', at })
  const names: Record<string, string> = {}
  await inOrganization(db, organizationId, async tx => {
    for (let n = 0; n < count; n++) {
      const directoryTenantId = randomUUID()
      names[directoryTenantId] = nameOf(n)
      const { id } = await onboardTenant(tx, organizationId, {
        directoryTenantId,
        displayName: `Tenant ${n}`,
        service: 'Monitoring',
        isInternal: false,
        onboardedOn: '2026-01-01',
        trialDays: 14,
        at,
      })
      await startFeeds(tx, organizationId, { tenantId: id, sources: ['Audit.SharePoint'], at })
    }
  })
  return names
}

async function freshDatabase(server: OwnServer): Promise<Connection> {
  await ask(server.connection, 'drop database if exists bench_collecting with (force)')
  await ask(server.connection, 'create database bench_collecting')
  return { ...server.connection, database: 'bench_collecting' }
}

async function ask(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}
