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
import { createOrganization } from '../src/organizations/create.ts'
import { startFeeds } from '../src/sources/feeds.ts'
import { onboardTenant } from '../src/tenants/onboard.ts'
import type { NodeOptions, NodeResult } from './collecting-node.ts'
import { throughput } from './collecting-throughput.ts'
import type { VendorOptions } from './collecting-vendor.ts'
import { quiet } from './dataset.ts'
import { startYardstick, stopProcesses } from './processes.ts'
import { progressLine } from './say.ts'
import type { Sizes } from './sizes.ts'
import type { Row } from './table.ts'

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
