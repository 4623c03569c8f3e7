// Once for all tests in the browser: the dashboard built, the demo running as an operator runs it, a browser found.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { OrganizationCredentials } from '../../src/demo/credentials.ts'
import { provideBrowser, say } from './browser.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const DASHBOARD = join(REPOSITORY, 'dashboard')

/** What the demo tells whoever waits for it, and where its data is. */
export interface Demo {
  apiUrl: string
  appUrl: string
  organizations: OrganizationCredentials[]
  dataFolder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    demo: Demo
    chromium: string
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  provide('chromium', provideBrowser())
  await buildDashboard()
  const { demo, stop } = await startDemo()
  provide('demo', demo)
  return stop
}

/** Unless what is there is younger than everything it is made of. */
export async function buildDashboard(): Promise<void> {
  const built = await stat(join(DASHBOARD, 'dist', 'index.html')).catch(() => undefined)
  const sources = await readdir(DASHBOARD, { recursive: true, withFileTypes: true })
  const changes = await Promise.all(
    [
      ...sources
        .filter(entry => entry.isFile() && !entry.parentPath.startsWith(join(DASHBOARD, 'dist')))
        .map(entry => join(entry.parentPath, entry.name)),
      join(REPOSITORY, 'package-lock.json'),
    ].map(async file => (await stat(file)).mtimeMs),
  )
  if (built && built.mtimeMs > Math.max(...changes)) return
  say('Building the dashboard …')
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'dashboard'], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: surroundings(),
  })
  if (status !== 0) throw new Error('The dashboard could not be built; "npm run build" says why.')
}

/** Neither the settings of whoever runs the tests, nor the runner's own: with NODE_ENV=test, Vite builds for developers. */
const surroundings = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE_URL|NODE_ENV|TEST|(VEDETTE|VITEST|VITE|npm)_?.*)$/.test(name),
    ),
  )

export async function startDemo({ hasCloud = false } = {}): Promise<{ demo: Demo; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-browser-'))
  // When root runs the tests, PostgreSQL's unprivileged account has to come through.
  await chmod(folder, 0o711)
  const dataFolder = join(folder, 'data')
  const readyFile = join(folder, 'ready.json')
  const child = spawn(
    process.execPath,
    [
      ...['src/main.ts', 'demo', '--port', '0', '--data', dataFolder, '--ready-file', readyFile],
      // What is alive changes under the tests' eyes.
      ...(hasCloud ? [] : ['--no-cloud']),
    ],
    {
      cwd: REPOSITORY,
      env: { ...surroundings(), VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let told = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    told += text
  })
  const ended = once(child, 'close')
  let isStopping = false
  void ended.then(([code, signal]) => {
    if (!isStopping) say(`The demo has ended with ${signal ?? code}; no test can reach it any more.\n${told}`)
  })
  const stop = async () => {
    isStopping = true
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (;;) {
    const text = await readFile(readyFile, 'utf8').catch(() => undefined)
    if (text) return { demo: { ...JSON.parse(text), dataFolder }, stop }
    if (child.exitCode !== null || child.signalCode !== null) {
      await stop()
      throw new Error(`The demo ended before it was ready.\n${told}`)
    }
    await sleep(50)
  }
}
