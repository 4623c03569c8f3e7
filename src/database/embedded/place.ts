// Where the data folder and its cluster lie, and which account may work there.
import { createHash } from 'node:crypto'
import { access, chmod, constants, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import { canEnter, chooseAccount, isRoot } from './account.ts'
import type { Log } from './log.ts'
import type { Account } from './run.ts'

/** For root: what an unprivileged account must reach although the data folder or the program lie where it may not look. */
export const sharedFolder = '/var/lib/vedette'

export interface Place {
  dataFolder: string
  clusterFolder: string
  account: Account | undefined
  /** Set when the cluster has to lie elsewhere: the name inside the data folder that shall lead to it. */
  link: string | undefined
}

/** Creates the data folder if need be and gives its real path. */
export async function makeDataFolder(folder: string): Promise<string> {
  try {
    // Root's server runs as another account, which must be able to pass through.
    const mode = isRoot() ? 0o711 : 0o700
    const first = await mkdir(folder, { recursive: true, mode })
    if (first) {
      const real = await realpath(folder)
      // The umask had its say in mkdir.
      for (let each = real; each.length >= (await realpath(first)).length; each = dirname(each)) {
        await chmod(each, mode)
      }
    }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(folder)
  } catch (error) {
    throw new OperatorError(
      `The data folder ${folder} cannot be used (${(error as Error).message}). Run Vedette as the account that owns it, or give another folder with --data.`,
      { cause: error },
    )
  }
}

const entryIn = (dataFolder: string) => join(dataFolder, 'postgres')

/** Whether there is a cluster, or a link to one; looks and makes nothing. */
export const hasCluster = (dataFolder: string): Promise<boolean> =>
  lstat(entryIn(dataFolder)).then(
    () => true,
    error => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )

export async function findPlace(dataFolder: string, log: Log): Promise<Place> {
  const path = entryIn(dataFolder)
  const entry = await lstat(path).catch(() => undefined)
  if (entry) return takeExisting(dataFolder, path)

  const account = await chooseAccount()
  if (await canEnter(account, dataFolder))
    return { dataFolder, clusterFolder: path, account, link: undefined }
  const clusterFolder = await chooseElsewhere(dataFolder, account, log)
  return { dataFolder, clusterFolder, account, link: path }
}

async function takeExisting(dataFolder: string, path: string): Promise<Place> {
  const clusterFolder = await realpath(path).catch(() => {
    throw new OperatorError(
      `${path} is a link to the database's folder, which is not there any more. Restore that folder; or, to begin with an empty database, remove the link.`,
    )
  })
  const owner = await stat(clusterFolder)
  const own = process.getuid?.()
  if (own !== undefined && own !== 0 && owner.uid !== own) {
    throw new OperatorError(
      `The database in ${clusterFolder} belongs to another account (uid ${owner.uid}, this process has ${own}). Run Vedette as the account that made it, or give another folder with --data.`,
    )
  }
  const account = await chooseAccount(owner)
  if (!(await canEnter(account, dirname(clusterFolder)))) {
    throw new OperatorError(
      `PostgreSQL does not run as root, and the account it runs as (uid ${account?.uid}) cannot reach ${clusterFolder}. Let other accounts pass through the folders above it (chmod o+x), or give another folder with --data.`,
    )
  }
  return { dataFolder, clusterFolder, account, link: undefined }
}

async function chooseElsewhere(dataFolder: string, account: Account | undefined, log: Log): Promise<string> {
  await makeSharedFolder()
  if (!(await canEnter(account, sharedFolder))) {
    throw new OperatorError(
      `PostgreSQL does not run as root, and the account it runs as (uid ${account?.uid}) can reach neither ${dataFolder} nor ${sharedFolder}. Let other accounts pass through one of them (chmod o+x).`,
    )
  }
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  let clusterFolder = join(sharedFolder, name)
  // What stands there already belongs to a data folder that was moved or removed: never to be taken over or deleted.
  for (let number = 2; await lstat(clusterFolder).catch(() => undefined); number++) {
    log.warn(
      { folder: clusterFolder },
      'a database of an earlier data folder of this name is still there; remove it if it is not needed',
    )
    clusterFolder = join(sharedFolder, `${name}-${number}`)
  }
  log.info(
    { dataFolder, clusterFolder },
    'the account that PostgreSQL runs as cannot reach the data folder; the database lies elsewhere and is linked from it',
  )
  return clusterFolder
}

export async function makeSharedFolder(): Promise<void> {
  const first = await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
  if (first) await chmod(sharedFolder, 0o755)
}
