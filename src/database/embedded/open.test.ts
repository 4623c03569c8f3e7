import { access, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import {
  closeGently,
  makeDataFolderName,
  makeTemporaryFolder,
  openElsewhere,
  query,
  silent,
} from './fixtures/grounds.ts'
import { openOwnServer } from './open.ts'
import { readPostmaster } from './postmaster-pid.ts'

it('keeps what was written when the server is opened again', async () => {
  const dataFolder = await makeDataFolderName()
  const first = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  expect(first.connection).toMatchObject({ user: 'vedette', database: 'vedette', port: 5432 })
  await query(first.connection, 'create table kept as select 42 as answer')
  await Promise.all([first.close(), first.close()])
  await expect(query(first.connection, 'select 1')).rejects.toThrow()

  const second = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  expect(await query(second.connection, 'select answer from kept')).toEqual([[42]])
  await second.close()
})

it('keeps the password for the eyes of its own account', async () => {
  const dataFolder = await makeDataFolderName()
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  expect((await stat(join(dataFolder, 'postgres.secret'))).mode & 0o777).toBe(0o600)
  expect(server.connection.password).toMatch(/^[0-9a-f]{64}$/)
  const wrong = { ...server.connection, password: 'guess' }
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  await server.close()
})

it('listens on nothing but the socket, durably and with a log of its own', async () => {
  const dataFolder = await makeDataFolderName()
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  const names = ['listen_addresses', 'fsync', 'jit', 'shared_buffers', 'max_connections', 'max_wal_size']
  const settings = await query(
    server.connection,
    `select ${names.map(name => `current_setting('${name}')`).join(', ')}`,
  )
  expect(settings).toEqual([['', 'on', 'off', '128MB', '100', '1GB']])
  expect(await readdir(join(server.clusterFolder, 'log'))).toEqual([
    expect.stringMatching(/^postgres-\w+\.log$/),
  ])
  await server.close()
})

it('refuses a second holder and says what to do', async () => {
  const dataFolder = await makeDataFolderName()
  const first = openElsewhere(dataFolder, 'hold')
  await first.outcome
  const second = openElsewhere(dataFolder, 'hold')
  expect((await second.outcome).error).toEqual({
    name: 'OperatorError',
    message: `The data folder ${dataFolder} is in use by another Vedette process (pid ${first.process.pid}). Stop it first, or give this one its own folder with --data, or set DATABASE_URL so that several can share one database.`,
  })
  const { connection } = await first.outcome
  expect(await query(connection!, 'select 1')).toEqual([[1]])
})

it('a visit joins the holder and leaves the server running', async () => {
  const dataFolder = await makeDataFolderName()
  const holder = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  const visitor = openElsewhere(dataFolder, 'visit')
  expect((await visitor.outcome).connection).toEqual(holder.connection)
  await closeGently(visitor)
  expect(await query(holder.connection, 'select 1')).toEqual([[1]])
  await holder.close()
  expect(await readPostmaster(holder.clusterFolder)).toBe('none')
})

it('the last of several visits stops the server again', async () => {
  const dataFolder = await makeDataFolderName()
  const first = openElsewhere(dataFolder, 'visit')
  const { connection, clusterFolder } = await first.outcome
  const second = openElsewhere(dataFolder, 'visit')
  await second.outcome
  await closeGently(first)
  expect(await query(connection!, 'select 1')).toEqual([[1]])
  await closeGently(second)
  expect(await readPostmaster(clusterFolder!)).toBe('none')
})

it('a holder that comes during a visit stays when the visitor goes', async () => {
  const dataFolder = await makeDataFolderName()
  const visitor = openElsewhere(dataFolder, 'visit')
  await visitor.outcome
  const holder = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  await closeGently(visitor)
  expect(await query(holder.connection, 'select 1')).toEqual([[1]])
  await holder.close()
})

it('listens on a loopback port where sockets cannot be used', async () => {
  const dataFolder = await makeDataFolderName()
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent }, 'loopback')
  expect(server.connection.host).toBe('127.0.0.1')
  expect(await query(server.connection, 'select 1')).toEqual([[1]])
  const visitor = await openOwnServer({ dataFolder, mode: 'visit', log: silent }, 'loopback')
  expect(visitor.connection).toEqual(server.connection)
  await visitor.close()
  await server.close()
})

it('works in a data folder whose name is too long for a socket, with blanks, commas and quotes', async () => {
  const dataFolder = await makeDataFolderName(
    join(await makeTemporaryFolder(), `a "b", ${'long '.repeat(20)}`),
  )
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  expect(dirname(server.connection.host)).not.toBe(dataFolder)
  expect(await query(server.connection, 'select 1')).toEqual([[1]])
  await server.close()
  await expect(access(server.connection.host)).rejects.toThrow('ENOENT')
})

it('refuses a database of a version that is nowhere to be found', async () => {
  const dataFolder = join(await makeTemporaryFolder(), 'data')
  await mkdir(join(dataFolder, 'postgres'), { recursive: true })
  await writeFile(join(dataFolder, 'postgres', 'PG_VERSION'), '99\n')
  const opening = openOwnServer({ dataFolder, mode: 'hold', log: silent })
  await expect(opening).rejects.toThrow(/was made by PostgreSQL 99, but .* Install PostgreSQL 99/)
})

it('refuses a folder of other things and leaves them alone', async () => {
  const dataFolder = join(await makeTemporaryFolder(), 'data')
  await mkdir(join(dataFolder, 'postgres'), { recursive: true })
  await writeFile(join(dataFolder, 'postgres', 'letter.txt'), 'dear')
  const opening = openOwnServer({ dataFolder, mode: 'hold', log: silent })
  await expect(opening).rejects.toThrow('holds files but no PostgreSQL database')
  expect(await readdir(join(dataFolder, 'postgres'))).toEqual(['letter.txt'])
})

it('repeats a first start that was killed half way', async () => {
  const dataFolder = await makeDataFolderName()
  await mkdir(join(dataFolder, 'postgres.new-killed', 'cluster'), { recursive: true, mode: 0o711 })
  await writeFile(join(dataFolder, 'postgres.new-killed', 'cluster', 'PG_VERSION'), '18\n')
  const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
  expect(await query(server.connection, 'select 1')).toEqual([[1]])
  expect((await readdir(dataFolder)).filter(name => name.includes('.new-'))).toEqual([])
  await server.close()
})
