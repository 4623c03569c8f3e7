// The datasets: kept in a PostgreSQL of their own under bench-data/, made when missing or out of date.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import type { Connection } from '../src/database/connect.ts'
import { type OwnServer, openOwnServer } from '../src/database/embedded/open.ts'
import { migrate } from '../src/database/migrate.ts'
import { generate, type Size } from './generate.ts'
import { progressLine, say } from './say.ts'

export const FOLDER = fileURLToPath(new URL('../bench-data/', import.meta.url))

export const quiet = pino({ level: 'error' }, pino.destination(2))

export const openServer = (): Promise<OwnServer> =>
  openOwnServer({ dataFolder: FOLDER, mode: 'hold', log: quiet })

/** Returns how to reach a database that holds exactly this dataset. */
export async function openDataset(server: OwnServer, size: Size): Promise<Connection> {
  const database = `bench_${size.incidents}`
  const connection = { ...server.connection, database }
  const version = await versionOf(size)
  if ((await madeVersion(server, connection)) === version) {
    say(`${count(size.incidents)} incidents are there already`)
    return connection
  }
  await ask(server.connection, `drop database if exists ${database} with (force)`)
  await ask(server.connection, `create database ${database}`)
  await migrate(connection)
  const line = progressLine(`making ${count(size.incidents)} incidents`, size.incidents)
  await generate(connection, size, line.at)
  line.done()
  // Last, so that a dataset which was interrupted is made anew.
  await ask(connection, 'create table bench_dataset (version text not null)')
  await ask(connection, `insert into bench_dataset values ('${version}')`)
  return connection
}

/** Whatever shapes the rows: the sizes, the generator, the rendering and the tables that are filled. */
async function versionOf(size: Size): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(size))
  for (const source of ['generate.ts', 'random.ts', '../src/incidents/render.ts'])
    hash.update(await readFile(new URL(source, import.meta.url)))
  const migrations = new URL('../migrations/', import.meta.url)
  for (const name of (await readdir(migrations)).sort()) {
    const text = await readFile(new URL(name, migrations), 'utf8')
    // The others are applied to it as they are to any database.
    if (FILLS.test(text)) hash.update(text)
  }
  return hash.digest('hex')
}

const FILLS =
  /(create|alter) table (organizations|organization_revisions|tenants|directory_users|incidents|api_keys)\b/

async function madeVersion(server: OwnServer, connection: { database: string }): Promise<string | undefined> {
  const exists = await ask(
    server.connection,
    `select 1 from pg_database where datname = '${connection.database}'`,
  )
  if (!exists.length) return undefined
  const rows = await ask({ ...server.connection, ...connection }, 'select version from bench_dataset').catch(
    () => [],
  )
  return rows[0]?.version
}

async function ask(connection: Connection, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const count = (number: number) => number.toLocaleString('en')
