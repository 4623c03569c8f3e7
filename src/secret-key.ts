// The installation's own secret: from the settings, or a file in the data folder made at first start.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { OperatorError } from './operator-error.ts'

export async function readSecretKey({
  secret,
  dataFolder,
}: Pick<Config, 'secret' | 'dataFolder'>): Promise<string> {
  if (secret) return secret
  const path = join(dataFolder, 'secret.key')
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept?.trim()) return kept.trim()
  await mkdir(dataFolder, { recursive: true })
  const made = randomBytes(32).toString('base64url')
  const part = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(part, `${made}\n`, { mode: 0o600 })
    // Fails when another process was first: then theirs is the one.
    await link(part, path)
    return made
  } catch (error) {
    const theirs = await readFile(path, 'utf8').catch(() => undefined)
    if (theirs?.trim()) return theirs.trim()
    throw new OperatorError(
      `${path} cannot be written (${(error as Error).message}). Set VEDETTE_SECRET, or make the data folder writable.`,
    )
  } finally {
    await rm(part, { force: true })
  }
}
