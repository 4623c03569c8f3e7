// Starts the server as a process of its own, stops it, and quotes its log.
import { type ChildProcess, spawn } from 'node:child_process'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, prepareAddress } from './address.ts'
import type { Cluster } from './cluster.ts'
import { lifeOf, readPostmaster } from './postmaster-pid.ts'
import { run, spawnOptions } from './run.ts'
import { serverArguments } from './settings.ts'

export async function spawnServer(cluster: Cluster, address: Address): Promise<ChildProcess> {
  await prepareAddress(address, cluster.account)
  // Beside the cluster and not inside: root must not write where an unprivileged account could lay a link.
  const path = startLog(cluster)
  await rm(path, { force: true })
  const output = await open(path, 'wx', 0o600)
  try {
    // In a session of its own, neither Ctrl-C in our terminal nor our death reach it.
    const child = spawn(cluster.binaries.postgres, serverArguments(cluster.folder, address), {
      ...spawnOptions(cluster.account),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    })
    child.on('error', error => cluster.log.error({ err: error }, 'PostgreSQL could not be started'))
    child.unref()
    return child
  } finally {
    await output.close()
  }
}

export async function stopServer(cluster: Cluster): Promise<void> {
  for (const [mode, seconds] of [
    ['fast', 60],
    ['immediate', 30],
  ] as const) {
    const ran = await run(cluster.account, cluster.binaries.pgCtl, [
      ...['stop', '-D', cluster.folder, '-m', mode, '-w', '-t', String(seconds)],
    ])
    if (ran.code === 0 || !(await isRunning(cluster))) return
    cluster.log.warn({ says: ran.stderr.trim() }, `PostgreSQL did not stop (${mode})`)
  }
}

async function isRunning(cluster: Cluster): Promise<boolean> {
  const postmaster = await readPostmaster(cluster.folder)
  if (typeof postmaster === 'string') return false
  return (await lifeOf(postmaster.pid, cluster.folder)) === 'postgres'
}

/** What the server said at its start, and the last lines of that or of the daily file in which it went on. */
export async function readLog(cluster: Cluster): Promise<{ start: string; lastLines: string }> {
  const start = await readFile(startLog(cluster), 'utf8').catch(() => '')
  const daily = /logging collector/.test(start) ? await readNewest(join(cluster.folder, 'log')) : ''
  const lastLines = [start, daily].flatMap(text => text.trim().split('\n').slice(-8)).join('\n')
  return { start, lastLines: lastLines.trim() }
}

async function readNewest(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async name => ({
      path: join(folder, name),
      changed: (await stat(join(folder, name))).mtimeMs,
    })),
  )
  const newest = files.sort((a, b) => b.changed - a.changed)[0]
  return newest ? readFile(newest.path, 'utf8') : ''
}

function startLog(cluster: Cluster): string {
  return `${cluster.folder}.start.log`
}
