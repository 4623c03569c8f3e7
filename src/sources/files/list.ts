// The files under the given paths, and what was left out.
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../operator-error.ts'

export interface FoundFiles {
  files: { path: string; bytes: number }[]
  skipped: { path: string; reason: string }[]
}

/** Folders are walked to the bottom, in the order of names. A path that is not there is the caller's mistake. */
export async function listFiles(paths: string[]): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], skipped: [] }
  const seen = new Set<string>()
  for (const path of paths) {
    try {
      await stat(path)
    } catch (cause) {
      throw new OperatorError(`${path} cannot be read: ${wordsFor(cause)}.`)
    }
    await walk(path, found, seen)
  }
  return found
}

async function walk(path: string, found: FoundFiles, seen: Set<string>): Promise<void> {
  const skip = (reason: string) => {
    found.skipped.push({ path, reason })
  }
  try {
    const real = await realpath(path)
    if (seen.has(real)) return skip('it is already in the list by another path')
    seen.add(real)
    const facts = await stat(path)
    if (facts.isDirectory()) {
      const names = (await readdir(path)).sort()
      for (const name of names) {
        if (name.startsWith('.')) found.skipped.push({ path: join(path, name), reason: 'it is hidden' })
        else await walk(join(path, name), found, seen)
      }
    } else if (!facts.isFile()) skip('it is neither a file nor a folder')
    else if (!facts.size) skip('it is empty')
    else found.files.push({ path, bytes: facts.size })
  } catch (cause) {
    skip(wordsFor(cause))
  }
}

export function wordsFor(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return 'it does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not read it'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'ELOOP') return 'its links lead in a circle'
  return String(code ?? cause)
}
