// The composition root: the whole service, built from what it is given. Tests build it the same way.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { admissions } from './api/admit.ts'
import { KeptAnswers } from './api/kept-answers.ts'
import { makeMetrics, metricsServer } from './api/metrics.ts'
import { registerApi } from './api/register.ts'
import type { Config } from './config.ts'
import { registerConsole } from './console/register.ts'
import type { Database } from './database/open.ts'
import { buildServer } from './http/server.ts'
import { lastUseNotes } from './keys/note-use.ts'
import { type MonitorParts, startMonitor } from './monitor/monitor.ts'
import { OperatorError } from './operator-error.ts'

export interface AppParts {
  config: Config
  /** Signs sessions; see src/secret-key.ts. */
  secret: string
  database: Database
  clock: () => Date
  log: Logger
  /** What is collected from, and how; undefined: this process only answers. */
  watch?: Pick<MonitorParts<unknown>, 'sources' | 'connect' | 'judge' | 'onStored'> | undefined
}

export interface App {
  /** Where it listens; the two addresses below are how the outside reaches it. */
  localUrl: string
  apiUrl: string
  appUrl: string
  metricsUrl: string
  /** Lets requests under way finish, then stops. */
  close(): Promise<void>
}

const USUAL_METRICS_PORT = 9464
const STOP_SECONDS = 15

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export async function startApp({ config, secret, database, clock, log, watch }: AppParts): Promise<App> {
  const { db, fast } = database
  const kept = new KeptAnswers({ megabytes: config.answerCacheMegabytes })
  const { registry, requestSeconds } = makeMetrics({ pool: fast, kept })
  const note = lastUseNotes(db)
  const addresses = { baseUrl: config.baseUrl ?? '', appUrl: config.appUrl ?? '' }
  const http = buildServer({
    log,
    addresses,
    trustedProxies: config.trustedProxies,
    requestSeconds,
    checkReady: async () => void (await fast.query('select 1')),
  })
  const { server } = http
  await registerApi(http, {
    version,
    config,
    clock,
    db,
    pool: fast,
    kept,
    addresses,
    admit: admissions(fast, clock),
    noteUse: (organizationId, keyId, at) =>
      void note(organizationId, keyId, at)?.catch(error =>
        log.warn({ err: error }, 'last use of a key not noted'),
      ),
  })
  await registerConsole(server, { db, owner: database.owner, config, secret, addresses, clock, log })
  await server.ready()
  const metrics = metricsServer(registry)
  try {
    await listen(server.server, config.port, config.host, 'VEDETTE_PORT or --port')
    const { port } = server.server.address() as AddressInfo
    const localUrl = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    addresses.baseUrl ||= localUrl
    addresses.appUrl ||= addresses.baseUrl
    await listenForMetrics(metrics, config)
    const metricsPort = (metrics.address() as AddressInfo).port
    const monitor = watch && startMonitor({ ...watch, database, clock, log, registry, config })
    return {
      localUrl,
      apiUrl: addresses.baseUrl,
      appUrl: addresses.appUrl,
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      async close() {
        metrics.close()
        // A caller that never takes its answer must not keep the service from stopping.
        const impatience = setTimeout(() => server.server.closeAllConnections(), STOP_SECONDS * 1000)
        await Promise.all([server.close(), monitor?.stop()])
        clearTimeout(impatience)
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

function listenForMetrics(server: Listening, { port, metricsPort }: Config): Promise<void> {
  if (metricsPort !== undefined) return listen(server, metricsPort, '127.0.0.1', 'VEDETTE_METRICS_PORT')
  if (port === 0) return listen(server, 0, '127.0.0.1', '')
  // Nobody asked for this port, so a second process on the machine simply takes another.
  return listen(server, USUAL_METRICS_PORT, '127.0.0.1', '').catch(() => listen(server, 0, '127.0.0.1', ''))
}

type Listening = Pick<import('node:net').Server, 'listen' | 'once' | 'off'>

function listen(server: Listening, port: number, host: string, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new OperatorError(`Port ${port} on ${host} is taken. Choose another with ${setting}.`)
          : new OperatorError(`Cannot listen on ${host} port ${port}: ${error.message}.`),
      )
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}
