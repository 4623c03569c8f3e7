import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { isRoot } from './account.ts'
import { makeTemporaryFolder } from './fixtures/grounds.ts'
import { bringWithinReach, linkLibraries, readPackage } from './native.ts'
import { sharedFolder } from './place.ts'
import { run } from './run.ts'

const version = '0.0.0-test'

afterEach(async () => {
  if (isRoot()) await rm(join(sharedFolder, `postgresql-${version}`), { recursive: true, force: true })
})

it('makes the symbolic links that npm left out', async () => {
  const native = await readPackage(await makePackage())
  expect(await linkLibraries(native)).toBe(true)
  expect(await linkLibraries(native)).toBe(true)
  expect(await readFile(join(native.folder, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
})

it('copies the programs into the data folder, whole and executable', async () => {
  const dataFolder = await makeTemporaryFolder()
  const folder = await bringWithinReach(await readPackage(await makePackage()), dataFolder, undefined)
  expect(folder).toBe(join(dataFolder, `postgresql-${version}`, 'native'))
  expect(await readFile(join(folder, 'lib', 'libpq.so'), 'utf8')).toBe('library')
  expect((await run(undefined, join(folder, 'bin', 'postgres'), [])).stdout).toBe('it runs\n')
})

it('makes one copy when several ask at once', async () => {
  const dataFolder = await makeTemporaryFolder()
  const native = await readPackage(await makePackage())
  const folders = await Promise.all([1, 2, 3].map(() => bringWithinReach(native, dataFolder, undefined)))
  expect(new Set(folders).size).toBe(1)
})

it.runIf(isRoot())('copies the programs where the unprivileged account of root can run them', async () => {
  const account = { uid: 65534, gid: 65534 }
  const packageFolder = await makePackage()
  const before = await run(account, join(packageFolder, 'native', 'bin', 'postgres'), [])
  expect(before.code).toBeUndefined()
  const folder = await bringWithinReach(await readPackage(packageFolder), '/nowhere', account)
  expect(folder.startsWith(sharedFolder)).toBe(true)
  expect((await stat(folder)).uid).toBe(0)
  expect((await run(account, join(folder, 'bin', 'postgres'), [])).stdout).toBe('it runs\n')
})

/** A package as npm unpacks it, with a program that has lost its x, out of reach for other accounts. */
async function makePackage(): Promise<string> {
  const folder = await makeTemporaryFolder(0o700)
  await mkdir(join(folder, 'native', 'bin'), { recursive: true })
  await mkdir(join(folder, 'native', 'lib'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }))
  await writeFile(join(folder, 'native', 'bin', 'postgres'), '#!/bin/sh\necho it runs\n', { mode: 0o600 })
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
  const links = ['libpq.so', 'libpq.so.5'].map(name => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  return folder
}
