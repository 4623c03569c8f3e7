// Real processes for tests: Vedette from its command line, data folders of their own, and an end to all of it.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { openOwnServer } from '../src/database/embedded/open.ts'
import { readPostmaster } from '../src/database/embedded/postmaster-pid.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const silent = { info() {}, warn() {}, error() {} }

type Environment = Record<string, string>

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcessByStdio<null, Readable, Readable>
  stdout(): string
  stderr(): string
  ended: Promise<Ended>
  hasEnded(): boolean
}

/** Runs a script of ours; whatever is left of it is killed when the test ends. */
export function runScript(script: string, args: string[], settings: Environment = {}): Running {
  const inherited = Object.entries(process.env).filter(
    ([name]) => name !== 'DATABASE_URL' && !name.startsWith('VEDETTE_'),
  )
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', chunk => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', chunk => {
    stderr += chunk
  })
  // 'close' and not 'exit': everything it said has been read by then.
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended, hasEnded }
}

export const runVedette = (args: string[], settings: Environment = {}) => runScript(MAIN, args, settings)

export interface Serving extends Running {
  url: string
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Response>
}

/** `serve` on a free port, once it answers. */
export async function serve(args: string[], settings: Environment = {}): Promise<Serving> {
  const readyFile = join(await folderForTest(), 'ready.json')
  const running = runVedette(['serve', '--port', '0', '--ready-file', readyFile, ...args], settings)
  const text = await until('the service is ready', async () => {
    if (running.hasEnded()) {
      const { code, stdout, stderr } = await running.ended
      throw new Error(`serve ended with ${code}\n${stdout}${stderr}`)
    }
    return readFile(readyFile, 'utf8').catch(() => undefined)
  })
  const { apiUrl: url } = JSON.parse(text) as { apiUrl: string }
  return {
    ...running,
    url,
    get: (path, key, headers = {}) =>
      fetch(`${url}${path}`, {
        headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
        // Far above what any answer takes: a request that hangs fails its test by name.
        signal: AbortSignal.timeout(45_000),
      }),
  }
}

/** Asks again and again until there is something to return. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const result = await check()
    if (result !== undefined && result !== false) return result
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await sleep(20)
  }
}

/** One that any account may pass through: root's PostgreSQL runs as another. */
export async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-test-'))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Call it before starting what uses it, so that its PostgreSQL is stopped after all of them have ended. */
export async function dataFolderForTest(): Promise<string> {
  const dataFolder = join(await folderForTest(), 'data')
  onTestFinished(async () => {
    if (!(await lstat(join(dataFolder, 'postgres')).catch(() => undefined))) return
    // The last visitor stops whatever server was left behind.
    await (await openOwnServer({ dataFolder, mode: 'visit', log: silent })).close()
  })
  return dataFolder
}

export const clusterOf = (dataFolder: string) => join(dataFolder, 'postgres')

export async function postmasterPid(dataFolder: string): Promise<number> {
  const postmaster = await readPostmaster(clusterOf(dataFolder))
  if (typeof postmaster === 'string') throw new Error(`no server runs on ${dataFolder}`)
  return postmaster.pid
}
