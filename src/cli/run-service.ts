// Runs the service until it is told to stop.
import { rename, rm, writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { type App, startApp } from '../app.ts'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../database/open.ts'
import { microsoftWatch } from '../monitor/microsoft.ts'
import { readSecretKey } from '../secret-key.ts'
import { makeLog } from './log.ts'

export interface RunService {
  config: Config
  readyFile: string | undefined
  /** Runs once the database is open and before the service answers. May settle what the service is run with. */
  prepare(
    database: Database,
    log: Logger,
  ): Promise<{ config?: Config | undefined; clock?: (() => Date) | undefined } | undefined>
  /** What to tell the operator and the ready file once the service answers. */
  announce(
    app: App,
    database: Database,
  ): Promise<{ lines: string[]; ready: object }> | { lines: string[]; ready: object }
}

export async function runService({ config: given, readyFile, prepare, announce }: RunService): Promise<void> {
  const log = makeLog(given.logLevel)
  const stop = stopSignal(log)
  // One left by an earlier run would send whoever waits for it to the wrong place.
  if (readyFile !== undefined) await rm(readyFile, { force: true })
  const database = await openDatabase({
    databaseUrl: given.databaseUrl,
    dataFolder: given.dataFolder,
    mode: 'hold',
    connections: given.databaseConnections,
    log,
  })
  try {
    const { config = given, clock = () => new Date() } = (await prepare(database, log)) ?? {}
    const secret = await readSecretKey(config)
    const watch = config.isCollecting
      ? microsoftWatch({ config, secret, db: database.db, clock, fetch })
      : undefined
    const app = await startApp({ config, secret, database, clock, log, watch })
    try {
      log.info({ apiUrl: app.apiUrl, appUrl: app.appUrl, metricsUrl: app.metricsUrl }, 'listening')
      const { lines, ready } = await announce(app, database)
      process.stdout.write(`${lines.join('\n')}\n`)
      if (readyFile !== undefined) await writeWhole(readyFile, JSON.stringify(ready, null, 2))
      await stop
    } finally {
      await app.close()
    }
  } finally {
    await database.close()
    log.info('stopped')
  }
}

/** Whoever waits for the file never sees half of it. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, `${text}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

function stopSignal(log: Logger): Promise<void> {
  return new Promise(resolve => {
    const stop = (why: object) => {
      log.info(why, 'stopping: requests under way are finished first')
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        // The second time the operator means it.
        process.once(signal, () => process.exit(1))
        stop({ signal })
      })
    // npm does not hand a SIGTERM on to what its shell started: it ends and leaves us behind.
    if (process.env.npm_lifecycle_event === undefined) return
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      stop({ because: 'npm has ended' })
    }, 500)
    watch.unref()
  })
}
