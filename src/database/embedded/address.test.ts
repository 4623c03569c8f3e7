import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseAddress, discardAddress, fitsSocketPath, prepareAddress, socketPath } from './address.ts'
import { makeTemporaryFolder } from './fixtures/grounds.ts'

it('counts bytes, not letters, of the whole socket path', () => {
  expect(fitsSocketPath(`/${'a'.repeat(84)}`)).toBe(true)
  expect(fitsSocketPath(`/${'a'.repeat(85)}`)).toBe(false)
  expect(fitsSocketPath(`/${'é'.repeat(45)}`)).toBe(false)
})

it('puts the socket beside the cluster', async () => {
  expect(await chooseAddress('/srv/vedette/postgres', undefined, 'socket')).toEqual({
    host: '/srv/vedette/postgres.socket',
    port: 5432,
  })
})

it('puts the socket into a private temporary folder when the path is too long, and removes that afterwards', async () => {
  const address = await chooseAddress(`/srv/${'long/'.repeat(20)}postgres`, undefined, 'socket')
  expect([tmpdir(), '/tmp']).toContain(dirname(address.host))
  expect((await lstat(address.host)).mode & 0o777).toBe(0o700)
  await discardAddress(address)
  await expect(lstat(address.host)).rejects.toThrow('ENOENT')
})

it('leaves a folder beside the cluster in place', async () => {
  const address = { host: join(await makeTemporaryFolder(), 'postgres.socket'), port: 5432 }
  await prepareAddress(address, undefined)
  await discardAddress(address)
  expect((await lstat(address.host)).mode & 0o777).toBe(0o700)
})

it('clears what a dead server left', async () => {
  const address = { host: join(await makeTemporaryFolder(), 'postgres.socket'), port: 5432 }
  await mkdir(address.host, { mode: 0o700 })
  await writeFile(`${socketPath(address.host)}.lock`, '4711\n')
  await prepareAddress(address, undefined)
  await expect(lstat(`${socketPath(address.host)}.lock`)).rejects.toThrow('ENOENT')
})

it('takes a free port where sockets cannot be used', async () => {
  const address = await chooseAddress('/srv/vedette/postgres', undefined, 'loopback')
  expect(address.host).toBe('127.0.0.1')
  expect(address.port).toBeGreaterThan(0)
})
