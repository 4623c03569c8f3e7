// One PostgreSQL for the whole run: the embedded one, or the server that TEST_DATABASE_URL names. Databases of tests
// are copies of one that has all migrations.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openOwnServer } from '../src/database/embedded/open.ts'
import { migrate } from '../src/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: string
    template: string
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await findServer()
  const template = `vedette_test_${process.pid}_template`
  provide('server', address)
  provide('template', template)
  await ask(address, `drop database if exists ${template}`, `create database ${template}`)
  await migrate({ connectionString: Object.assign(new URL(address), { pathname: template }).href })
  return async () => {
    await ask(address, `drop database ${template}`)
    await stop()
  }
}

async function findServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { address: TEST_DATABASE_URL, async stop() {} }
  const dataFolder = await mkdtemp(join(tmpdir(), 'vedette-test-'))
  // When root runs the tests, the server's unprivileged account has to come through.
  await chmod(dataFolder, 0o711)
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: pino({ level: 'silent' }) })
  const { user, password, host, port, database } = server.connection
  const address = new URL(`postgresql://${user}:${password}@localhost:${port}/${database}`)
  address.searchParams.set('host', host)
  // It does not outlive the run, nor does a lost commit matter: what survives a crash is tried on servers of their own.
  await ask(
    address.href,
    'alter system set synchronous_commit = off',
    'alter system set full_page_writes = off',
    'select pg_reload_conf()',
  )
  return {
    address: address.href,
    async stop() {
      await server.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function ask(address: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
