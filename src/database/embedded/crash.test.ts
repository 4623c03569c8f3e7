import { spawn } from 'node:child_process'
import { chown, cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import {
  killHard,
  killPostmaster,
  makeDataFolderName,
  openElsewhere,
  query,
  silent,
} from './fixtures/grounds.ts'
import { type OwnServer, openOwnServer } from './open.ts'
import { postmasterFile } from './postmaster-pid.ts'

it('brings a killed server back under its holder, at the same address, with every committed row', async () => {
  const dataFolder = await makeDataFolderName()
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  await query(server.connection, 'create table kept as select generate_series(1, 1000) as n')
  for (let round = 1; round <= 2; round++) {
    await killPostmaster(server.clusterFolder)
    expect(await queryPatiently(server.connection, 'select count(*)::int from kept')).toEqual([[1000]])
  }
  expect((await openElsewhere(dataFolder, 'hold').outcome).error?.message).toContain(`(pid ${process.pid})`)
  await server.close()
})

it('brings a killed server back on its loopback port', async () => {
  const dataFolder = await makeDataFolderName()
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent }, 'loopback')
  await killPostmaster(server.clusterFolder)
  expect(await queryPatiently(server.connection, 'select 1')).toEqual([[1]])
  await server.close()
})

it('adopts the server of a holder that was killed', async () => {
  const dataFolder = await makeDataFolderName()
  const killed = openElsewhere(dataFolder, 'hold')
  const { connection } = await killed.outcome
  await query(connection!, 'create table kept as select 42 as answer')
  const before = await query(connection!, 'select pg_postmaster_start_time()::text')
  await killHard(killed)

  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  expect(await query(server.connection, 'select answer from kept')).toEqual([[42]])
  expect(await query(server.connection, 'select pg_postmaster_start_time()::text')).toEqual(before)
  await server.close()
})

it('starts again after holder and server were both killed', async () => {
  const dataFolder = await makeDataFolderName()
  const killed = openElsewhere(dataFolder, 'hold')
  const { connection, clusterFolder } = await killed.outcome
  await query(connection!, 'create table kept as select 42 as answer')
  killed.process.kill('SIGKILL')
  await killPostmaster(clusterFolder!)

  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  expect(await query(server.connection, 'select answer from kept')).toEqual([[42]])
  await server.close()
})

it('of four that start at once exactly one holds, and the others are refused', async () => {
  const dataFolder = await makeDataFolderName()
  const all = [1, 2, 3, 4].map(() => openElsewhere(dataFolder, 'hold'))
  const outcomes = await Promise.all(all.map(each => each.outcome))
  const holder = all.find((_, i) => outcomes[i]?.connection)
  const refusals = outcomes.flatMap(each => each.error?.message ?? [])
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals) {
    expect(refusal).toContain(`is in use by another Vedette process (pid ${holder?.process.pid})`)
  }
})

it('sees that the pid of a dead server was given to another program', async () => {
  const dataFolder = await makeDataFolderName()
  const first = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  const left = await readFile(postmasterFile(first.clusterFolder), 'utf8')
  await first.close()
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  try {
    await writeFile(postmasterFile(first.clusterFolder), left.replace(/^\d+/, String(stranger.pid)))
    const second = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    expect(await query(second.connection, 'select 1')).toEqual([[1]])
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    await second.close()
  } finally {
    stranger.kill('SIGKILL')
  }
})

it('gives a copy of a data folder a server of its own while the original runs', async () => {
  const original = await makeDataFolderName()
  const first = await openOwnServer({ dataFolder: original, mode: 'hold', log: silent })
  await first.close()
  const copy = await makeDataFolderName()
  await cp(original, copy, { recursive: true, preserveTimestamps: true })
  await matchOwners(original, copy)
  const again = await openOwnServer({ dataFolder: original, mode: 'hold', log: silent })
  await cp(postmasterFile(again.clusterFolder), postmasterFile(join(copy, 'postgres')))

  const second = await openOwnServer({ dataFolder: copy, mode: 'hold', log: silent })
  await query(second.connection, 'create table only_in_copy ()')
  await expect(query(again.connection, 'table only_in_copy')).rejects.toThrow('does not exist')
  await second.close()
  await again.close()
})

it.skipIf(process.platform === 'win32')(
  'waits for processes that linger after their server was killed',
  async () => {
    const dataFolder = await makeDataFolderName()
    const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    const client = new Client(server.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    try {
      await killPostmaster(server.clusterFolder)
      let said = ''
      while (!said.includes('still in use')) {
        await sleep(20)
        said = await readFile(`${server.clusterFolder}.start.log`, 'utf8').catch(() => '')
      }
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect(await queryPatiently(server.connection, 'select 1')).toEqual([[1]])
    await client.end().catch(() => {})
    await server.close()
  },
)

it('closes while it is bringing the server back', async () => {
  const dataFolder = await makeDataFolderName()
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  await killPostmaster(server.clusterFolder)
  await sleep(50)
  await server.close()
  await expect(query(server.connection, 'select 1')).rejects.toThrow()
})

/** The server takes a moment to come back; the test's own time limit ends the wait. */
async function queryPatiently(connection: OwnServer['connection'], sql: string): Promise<unknown[][]> {
  for (;;) {
    try {
      return await query(connection, sql)
    } catch {
      await sleep(50)
    }
  }
}

/** cp gives everything to whoever copies. */
async function matchOwners(original: string, copy: string): Promise<void> {
  for (const name of ['.', ...(await readdir(original, { recursive: true }))]) {
    const { uid, gid } = await stat(join(original, name))
    await chown(join(copy, name), uid, gid).catch(() => {})
  }
}
