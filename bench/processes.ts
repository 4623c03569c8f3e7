// Starts and stops the processes of a measurement: the service, the yardsticks, the load generator.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import type { Connection } from '../src/database/connect.ts'
import type { Load, LoadResult } from './load-types.ts'

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const children = new Set<ChildProcess>()
const flagsOf = (script: string) => script.split(' ').filter(word => word.startsWith('--'))
/** Node's own, as `npm start` and `npm run vedette` give them. */
const START_FLAGS = flagsOf(packageJson.scripts.start)
const COMMAND_FLAGS = flagsOf(packageJson.scripts.vedette)

export async function stopProcesses(): Promise<void> {
  await Promise.all(
    [...children].map(async child => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(10_000, undefined, { ref: false })])
      child.kill('SIGKILL')
    }),
  )
}

function keep(child: ChildProcess, name: string): ChildProcess {
  children.add(child)
  child.once('exit', (code, signal) => {
    children.delete(child)
    if (code) process.stderr.write(`${name} ended with ${signal ?? code}\n`)
  })
  return child
}

/** What a command prints. How much memory it held at most, in bytes, is in the file afterwards. */
export async function runCommand(args: string[], { peakFile }: { peakFile: string }): Promise<string> {
  const child = keep(
    spawn(
      process.execPath,
      [...COMMAND_FLAGS, '--import', pathOf('tell-peak.ts'), pathOf('../src/main.ts'), ...args],
      {
        env: { PATH: process.env.PATH, VEDETTE_BENCH_PEAK_FILE: peakFile },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    ),
    args[0]!,
  )
  const [printed, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return printed
}

export interface Service {
  port: number
  baseUrl: string
  /** Bytes. */
  residentMemory(): Promise<number>
}

/** As an operator would start it, but for the rate limit and for the log, which nobody reads. */
export async function startService(
  connection: Connection,
  folder: string,
  { isProfiled }: { isProfiled: boolean },
): Promise<Service> {
  const readyFile = `${folder}ready-${process.pid}.json`
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = keep(
    spawn(
      process.execPath,
      [
        ...(isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${folder}profiles`] : []),
        ...START_FLAGS,
        pathOf('../src/main.ts'),
        'serve',
        '--port',
        String(port),
        '--ready-file',
        readyFile,
      ],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: urlOf(connection),
          VEDETTE_METRICS_PORT: String(metricsPort),
          VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: '100000000',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    ),
    'the service',
  )
  const { apiUrl } = JSON.parse(await waitForFile(readyFile, child)) as { apiUrl: string }
  return { port, baseUrl: apiUrl, residentMemory: () => readResidentMemory(metricsPort) }
}

/** The address names no host of its own: a socket's folder only fits into the query. */
function urlOf({ user, password, database, host, port }: Connection): string {
  const url = new URL(`postgresql://localhost/${database}`)
  url.username = user!
  url.password = password as string
  url.searchParams.set('host', host!)
  url.searchParams.set('port', String(port))
  return url.href
}

async function readResidentMemory(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const [, bytes] = /^vedette_process_resident_memory_bytes ([\d.e+]+)$/m.exec(text) ?? []
  if (bytes === undefined) throw new Error('the service does not tell its resident memory')
  return Number(bytes)
}

/** A yardstick tells its port by a message once it listens. */
export async function startYardstick(file: string, options: object): Promise<{ port: number }> {
  return { port: await startTelling<number>(file, options) }
}

/** What the process says first. */
export async function startTelling<T>(file: string, options: object): Promise<T> {
  const [told] = (await once(start(file, options), 'message')) as [T]
  return told
}

const start = (file: string, options: object): ChildProcess =>
  keep(
    fork(pathOf(file), [JSON.stringify(options)], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    }),
    file,
  )

/** A process that says when it is ready, and answers whenever it is asked. */
export async function startAnswering<Answer, Ready>(file: string, options: object) {
  const child = start(file, options)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it answered`)
  })
  ended.catch(() => {})
  const next = async <T>() => ((await Promise.race([once(child, 'message'), ended])) as [T])[0]
  const ready = await next<Ready>()
  return {
    ready,
    ask: () => {
      child.send('go')
      return next<Answer>()
    },
  }
}

export type Loader = (load: Load) => Promise<LoadResult>

export function startLoader(): Loader {
  const child = keep(fork(pathOf('load.ts'), { serialization: 'advanced' }), 'the load generator')
  return async load => {
    child.send(load)
    const [answer] = (await once(child, 'message')) as [{ result?: LoadResult; error?: string }]
    if (!answer.result) throw new Error(`the load generator failed: ${answer.error}`)
    const { statuses } = answer.result
    if (Object.keys(statuses).some(status => status !== '200' && status !== '304'))
      throw new Error(`not every request was answered well: ${JSON.stringify(statuses)}`)
    return answer.result
  }
}

async function waitForFile(file: string, child: ChildProcess): Promise<string> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the service did not start')
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) {
      await rm(file)
      return text
    }
    await sleep(50)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
