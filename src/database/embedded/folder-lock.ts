// A lock between processes on one data folder, for the moments when the server is made, started or stopped.
import { chmodSync, chownSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../operator-error.ts'
import { isRoot } from './account.ts'

const sqliteBusy = 5

export interface LockWait {
  waitSeconds: number
  signal?: AbortSignal
}

/**
 * Node has no file locks of its own, and a lock file with a pid in it cannot be taken over from a dead process without a
 * race. SQLite locks its files through the operating system, which frees the lock when the process dies.
 */
export async function withFolderLock<T>(
  dataFolder: string,
  wait: LockWait,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await takeLock(dataFolder, wait)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function takeLock(dataFolder: string, { waitSeconds, signal }: LockWait): Promise<DatabaseSync> {
  const lock = openLock(dataFolder)
  const deadline = performance.now() + waitSeconds * 1000
  try {
    while (!tryBegin(lock)) {
      if (performance.now() > deadline) {
        throw new OperatorError(
          `Another Vedette process has been starting or stopping the database in ${dataFolder} for ${waitSeconds} seconds. Wait for it, or stop it and try again.`,
        )
      }
      await sleep(50, undefined, signal ? { signal } : {})
    }
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

function openLock(dataFolder: string): DatabaseSync {
  const path = join(dataFolder, 'postgres.lock')
  try {
    const lock = new DatabaseSync(path, { timeout: 0 })
    protect(path, dataFolder)
    return lock
  } catch (error) {
    throw new OperatorError(
      `The file ${path} cannot be opened (${(error as Error).message}). Run Vedette as the account that owns the data folder, or give it another folder with --data.`,
      { cause: error },
    )
  }
}

/** By name and never by opening it: closing any handle of ours on the file would give up the lock. */
function protect(path: string, dataFolder: string): void {
  const { uid, gid } = statSync(dataFolder)
  // Otherwise a visit by root would lock the folder's owner out.
  if (isRoot()) chownSync(path, uid, gid)
  chmodSync(path, 0o600)
}

function tryBegin(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false
    throw error
  }
}
