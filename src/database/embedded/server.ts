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

/** The last lines that the server wrote: of its start, and of its newest daily file if it got as far as writing one. */
export async function lastLogLines(cluster: Cluster): Promise<string> {
  const files = [startLog(cluster)]
  const folder = join(cluster.folder, 'log')
  let newest = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs > newest) files[1] = join(folder, name)
    newest = Math.max(newest, mtimeMs)
  }
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '')))
  return texts.flatMap(text => text.trim().split('\n').slice(-6)).join('\n')
}

function startLog(cluster: Cluster): string {
  return `${cluster.folder}.start.log`
}
