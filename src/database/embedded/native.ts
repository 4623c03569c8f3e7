// The folder of programs and libraries inside an npm package: makes it whole, and copies it to where it can be run.
import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { makeSharedFolder, sharedFolder } from './place.ts'
import type { Account } from './run.ts'

interface SymbolicLink {
  /** Both relative to the package. */
  source: string
  target: string
}

export interface Native {
  folder: string
  version: string
  links: SymbolicLink[]
}

export async function readPackage(packageFolder: string): Promise<Native> {
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const folder = join(packageFolder, 'native')
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return { folder, version: manifest.version, links: JSON.parse(list) }
}

/** npm packages hold no symbolic links, and the package's own script may have been forbidden. False when they cannot be made. */
export async function linkLibraries({ folder, links }: Native): Promise<boolean> {
  try {
    for (const { source, target } of links) {
      const path = join(dirname(folder), target)
      if (await stat(path).catch(() => undefined)) continue
      await rm(path, { force: true })
      await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
    }
    return true
  } catch {
    return false
  }
}

/** Root's unprivileged account shares one copy; any other account keeps its own in the data folder. */
export async function bringWithinReach(
  native: Native,
  dataFolder: string,
  account: Account | undefined,
): Promise<string> {
  if (account) await makeSharedFolder()
  const home = join(account ? sharedFolder : dataFolder, `postgresql-${native.version}`)
  const folder = join(home, 'native')
  if (await stat(folder).catch(() => undefined)) return folder

  const draft = `${home}.new-${randomBytes(6).toString('hex')}`
  try {
    await mkdir(draft)
    await cp(native.folder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await openUp(draft, account ? 0o755 : 0o700)
    await linkLibraries({ ...native, folder: join(draft, 'native') })
    await rename(draft, home)
  } catch (error) {
    // Another process, on another data folder, may have been faster.
    if (!(await stat(folder).catch(() => undefined))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** npm applied the umask of whoever installed, which may have shut the account out; programs may have lost their x. */
async function openUp(path: string, mode: number): Promise<void> {
  const entry = await lstat(path)
  if (entry.isSymbolicLink()) return
  await chmod(path, mode)
  if (!entry.isDirectory()) return
  for (const name of await readdir(path)) await openUp(join(path, name), mode)
}
