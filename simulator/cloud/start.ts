// Starts the fictional Microsoft cloud: login, Graph and the Management Activity API, each at an address of its own.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccount } from './account.ts'
import type { Service } from './answer.ts'
import { type BudgetOrder, createBudgets, publishedLimits } from './budgets.ts'
import { type Clock, clock as makeClock } from './clock.ts'
import { type Control, createControl } from './control.ts'
import { createFaults, type Fault } from './faults.ts'
import { handle } from './handle.ts'
import { createShelf } from './shelf.ts'
import { createSignIns } from './sign-ins.ts'
import { contentTypes, type RecordSource } from './source.ts'
import { type App, type Cloud, type CloudSettings, consent, createTenant, registerApp } from './state.ts'

export interface CloudOrder {
  source: RecordSource
  clock?: Clock
  /** Login listens here, Graph and management on the two ports after it; 0 lets the system choose. */
  port?: number
  faults?: Fault[]
  /** The application that is registered from the start. */
  app?: Partial<App> & { secret?: string }
  /** Whether every tenant has consented to it already. */
  isConsented?: boolean
  /** Whether every tenant's audit log is subscribed to already, as after an earlier run. */
  isSubscribed?: boolean
  /** Microsoft's published limits unless given; null for none. */
  budgets?: BudgetOrder | null
  settings?: Partial<CloudSettings>
}

export interface RunningCloud {
  /** Where /_control is: the same as loginUrl. */
  url: string
  loginUrl: string
  graphUrl: string
  manageUrl: string
  app: { clientId: string; secret: string }
  control: Control
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const SERVICES: Service[] = ['login', 'graph', 'management']

const defaultApp = {
  clientId: '5e17d0a4-7c1e-4f0b-9a63-2f6d8e1b4c90',
  secret: 'sim~8Q.fictional-secret-of-the-simulator',
}

export async function startCloud(order: CloudOrder): Promise<RunningCloud> {
  const clock = order.clock ?? makeClock({ start: Date.now() })
  const faults = createFaults(clock)
  const settings: CloudSettings = {
    blobSpanMs: 60_000,
    keptCharacters: 200e6,
    recordsPerBlob: 200,
    blobsPerPage: 200,
    usersPerPage: 999,
    auditQueryMs: 60_000,
    recordsPerAuditQuery: 1_000_000,
    tokenLifetimeSeconds: 3599,
    tokenKey: 'simulator',
    ...order.settings,
  }
  if (3_600_000 % settings.blobSpanMs) throw new TypeError('blobSpanMs must divide an hour')
  const cloud: Cloud = {
    clock,
    source: order.source,
    faults,
    settings,
    apps: new Map(),
    tenants: new Map(
      order.source.tenants.map(about => [about.directoryTenantId, createTenant(about, order.source, clock)]),
    ),
    refusedTokens: new Set(),
    shelf: createShelf(order.source, faults, settings),
    account: createAccount(),
    budgets: createBudgets(order.budgets === undefined ? publishedLimits : order.budgets, clock.wall),
    signIns: createSignIns(),
  }
  const app = registerApp(cloud, { ...defaultApp, ...order.app })
  if (order.isConsented ?? true) for (const tenant of cloud.tenants.values()) consent(cloud, tenant, app)
  if (order.isSubscribed)
    for (const { subscriptions } of cloud.tenants.values())
      for (const type of contentTypes)
        subscriptions.set(type, { status: 'enabled', webhook: null, gaps: [], stoppedAt: null })
  for (const fault of order.faults ?? []) faults.set(fault)
  const control = createControl(cloud)

  const urls: Record<Service, string> = { login: '', graph: '', management: '' }
  const servers: Server[] = []
  try {
    for (const [offset, service] of SERVICES.entries()) {
      const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
        void handle(cloud, control, urls, service, request, response).catch(error => {
          response.destroy(error instanceof Error ? error : new Error(String(error)))
        })
      })
      servers.push(server)
      await listen(server, order.port ? order.port + offset : 0)
      urls[service] = `http://${HOST}:${(server.address() as AddressInfo).port}`
    }
  } catch (error) {
    await Promise.all(servers.map(close))
    throw error
  }
  return {
    url: urls.login,
    loginUrl: urls.login,
    graphUrl: urls.graph,
    manageUrl: urls.management,
    app: { clientId: app.clientId, secret: app.secrets[0]?.value ?? '' },
    control,
    close: async () => void (await Promise.all(servers.map(close))),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
