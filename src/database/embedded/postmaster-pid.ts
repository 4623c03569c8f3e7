// postmaster.pid: what a running server wrote about itself, and whether it is still true.
import { readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from './address.ts'
import { run } from './run.ts'

export interface Postmaster {
  pid: number
  address: Address | undefined
}

export function postmasterFile(clusterFolder: string): string {
  return join(clusterFolder, 'postmaster.pid')
}

/** 'none' when no server has been here since the last clean stop; 'broken' when the file tells nothing. */
export async function readPostmaster(clusterFolder: string): Promise<Postmaster | 'none' | 'broken'> {
  try {
    return parsePostmaster(await readFile(postmasterFile(clusterFolder), 'utf8')) ?? 'broken'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none'
    throw error
  }
}

/** Lines: pid, data folder, start time, port, socket folder, listen address, shared memory key, status. */
export function parsePostmaster(text: string): Postmaster | undefined {
  const lines = text.split('\n').map(line => line.trim())
  const pid = Number(lines[0])
  if (!lines[0] || !Number.isInteger(pid) || pid <= 0) return undefined
  const port = Number(lines[3])
  const host = lines[4] || lines[5]
  return { pid, address: port > 0 && host ? { host, port } : undefined }
}

export type Life = 'dead' | 'postgres' | 'other'

/** Whether the pid is that of a PostgreSQL server on this cluster, or was given to something else since. */
export async function lifeOf(pid: number, clusterFolder: string): Promise<Life> {
  if (!isAlive(pid)) return 'dead'
  if (process.platform === 'linux') return lifeOnLinux(pid, clusterFolder)
  // PostgreSQL for Windows recognises its own kind by their signal pipes.
  if (process.platform === 'win32') return 'postgres'
  const { code, stdout } = await run(undefined, 'ps', ['-p', String(pid), '-o', 'comm='])
  if (code === undefined) return 'postgres'
  return /(^|\/)postgres\b/.test(stdout.trim()) ? 'postgres' : 'other'
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function lifeOnLinux(pid: number, clusterFolder: string): Promise<Life> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (line === undefined) return isAlive(pid) ? 'postgres' : 'dead'
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(line) ?? []
  // A zombie that no init reaps still counts as alive for PostgreSQL, which would refuse to start for ever.
  if (name !== 'postgres' || state === 'Z' || state === 'X') return 'other'
  // The server always runs as the owner of its cluster. Root owns what /proc shows of a process that may not be inspected.
  const [process, cluster] = await Promise.all([stat(`/proc/${pid}`), stat(clusterFolder)]).catch(() => [])
  if (process && cluster && process.uid !== 0 && process.uid !== cluster.uid) return 'other'
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (workingFolder === undefined) return 'postgres'
  return (await isSameFolder(workingFolder, clusterFolder)) === false ? 'other' : 'postgres'
}

/** undefined when one of them cannot be looked at. */
export async function isSameFolder(one: string, other: string): Promise<boolean | undefined> {
  try {
    const [a, b] = await Promise.all([stat(one, { bigint: true }), stat(other, { bigint: true })])
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return undefined
  }
}
