// One PostgreSQL for the whole run: the embedded one, or the server that TEST_DATABASE_URL names.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openOwnServer } from '../src/database/embedded/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: string
  }
}

export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) {
    provide('server', TEST_DATABASE_URL)
    return
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'vedette-test-'))
  // When root runs the tests, the server's unprivileged account has to come through.
  await chmod(dataFolder, 0o711)
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: pino({ level: 'silent' }) })
  const { user, password, host, port, database } = server.connection
  const address = new URL(`postgresql://${user}:${password}@localhost:${port}/${database}`)
  address.searchParams.set('host', host)
  provide('server', address.href)
  return async () => {
    await server.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
