// The password of the server's only account, kept beside the cluster.
import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../operator-error.ts'

export async function readSecret(dataFolder: string): Promise<string> {
  const path = secretFile(dataFolder)
  try {
    const secret = (await readFile(path, 'utf8')).trim()
    if (secret) return secret
    throw new Error('it is empty')
  } catch (error) {
    throw new OperatorError(
      `The database's password cannot be read from ${path} (${(error as Error).message}). Restore that file from a backup of the data folder.`,
      { cause: error },
    )
  }
}

/** Keeps a secret that is already there, so that a killed first start can simply be repeated. */
export async function makeSecret(dataFolder: string): Promise<string> {
  const path = secretFile(dataFolder)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // A link appears whole or not at all, and never replaces another.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readSecret(dataFolder)
}

function secretFile(dataFolder: string): string {
  return join(dataFolder, 'postgres.secret')
}
