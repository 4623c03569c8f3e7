// Makes the cluster, so that it is either there as a whole or not there at all.
import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import type { Place } from './place.ts'
import type { Binaries } from './programs.ts'
import { run } from './run.ts'
import { majorOf } from './version.ts'

export const superuser = 'vedette'

/** The major version of the cluster, or undefined when there is none yet. */
export async function clusterMajor(clusterFolder: string): Promise<number | undefined> {
  const version = await readFile(join(clusterFolder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) return majorOf(version)
  const files = await readdir(clusterFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (files.length === 0) return undefined
  throw new OperatorError(
    `${clusterFolder} holds files but no PostgreSQL database. Restore the database, or move these files away.`,
  )
}

export async function initialise(place: Place, binaries: Binaries, password: string): Promise<void> {
  const { clusterFolder, account, link } = place
  const workshop = await mkdtemp(`${clusterFolder}.new-`)
  try {
    await mkdir(join(workshop, 'cluster'), { mode: 0o700 })
    await writeFile(join(workshop, 'password'), password, { mode: 0o600 })
    if (account) {
      // The outer folder last: once it is the account's, nothing in it may be trusted by root.
      for (const path of [join(workshop, 'cluster'), join(workshop, 'password'), workshop]) {
        await chown(path, account.uid, account.gid)
      }
    }
    await runInitdb(place, binaries, workshop)
    await rename(join(workshop, 'cluster'), clusterFolder)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
  if (link) await symlink(clusterFolder, link)
}

async function runInitdb(
  { account, clusterFolder }: Place,
  binaries: Binaries,
  workshop: string,
): Promise<void> {
  const ran = await run(account, binaries.initdb, [
    ...['-D', join(workshop, 'cluster')],
    ...['-U', superuser],
    ...['-A', 'scram-sha-256'],
    '--locale=C',
    '--encoding=UTF8',
    `--pwfile=${join(workshop, 'password')}`,
  ])
  if (ran.code === 0) return
  const last = `${ran.stdout}\n${ran.stderr}`.trim().split('\n').slice(-5).join('\n')
  throw new OperatorError(
    `PostgreSQL's database could not be made in ${clusterFolder}. Mend what initdb says, or set DATABASE_URL to a server of yours:\n${last}`,
  )
}

/** What killed attempts left behind. Only to be called under the folder's lock: no other attempt can be under way. */
export async function clearAttempts({ clusterFolder }: Place): Promise<void> {
  const parent = dirname(clusterFolder)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(clusterFolder)}.new-`)) continue
    const entry = await lstat(join(parent, name)).catch(() => undefined)
    if (!entry?.isDirectory()) continue
    // An initdb that outlived its Vedette may still be writing; what it adds then goes the next time.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}
