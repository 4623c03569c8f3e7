// What the tests of the whole service share: a database of their own, a clock they can turn, the service over HTTP.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { inOrganization, type Tx } from '../src/database/in-organization.ts'
import { type Database, openOn } from '../src/database/open.ts'
import { saveUsers } from '../src/directory/save.ts'
import { moveIncident } from '../src/incidents/move.ts'
import type { Move } from '../src/incidents/moves.ts'
import { recordIncident } from '../src/incidents/record.ts'
import { createKey } from '../src/keys/create.ts'
import { microsoftWatch } from '../src/monitor/microsoft.ts'
import { createOrganization } from '../src/organizations/create.ts'
import type { Budgets } from '../src/sources/microsoft/client.ts'
import { type NewTenant, onboardTenant } from '../src/tenants/onboard.ts'

/** The simulated cloud need not set limits; those that Microsoft publishes would be most of a test's time. */
const FREELY = Object.fromEntries(
  ['reports', 'graph', 'manage'].map(name => [name, { requests: 1e6, milliseconds: 1 }]),
) as Budgets

const START = new Date('2026-03-10T12:00:00.000Z')

/** A clock that stands still until it is turned. */
export class Clock {
  #now = START.getTime()
  readonly read = () => new Date(this.#now)
  turn({ days = 0, minutes = 0, seconds = 0, milliseconds = 0 }): Date {
    this.#now += ((days * 24 * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    return this.read()
  }
  set(at: Date | string): void {
    this.#now = new Date(at).getTime()
  }
}

/** What PostgreSQL copies when it is not told: nothing of ours is in it. */
export const BLANK = 'template1'

/** Makes a database on the run's server, with all migrations unless blank, and returns its address. */
export async function makeDatabase(template = inject('template')): Promise<string> {
  const address = new URL(inject('server'))
  const name = `vedette_test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  address.pathname = `/${name}`
  return address.href
}

export async function dropDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('server') })
  await client.connect()
  await client.query(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
  await client.end()
}

export interface Service {
  url: string
  database: Database
  clock: Clock
  databaseUrl: string
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

export interface ServiceOptions {
  /** Another node on this database. */
  databaseUrl?: string
  clock?: Clock
  settings?: Record<string, string | undefined>
  /** Whether it also collects, from the cloud that the settings name. */
  isCollecting?: boolean
}

/** The service on a free port. Whoever starts it closes it; a database made for it vanishes with it. */
export async function startService({
  databaseUrl,
  clock = new Clock(),
  settings = {},
  isCollecting = false,
}: ServiceOptions = {}): Promise<Service> {
  const log = pino({ level: 'silent' })
  const address = databaseUrl ?? (await makeDatabase())
  const database = await openOn({ connectionString: address }, 5, log)
  const config = readConfig({
    VEDETTE_PORT: '0',
    VEDETTE_APP_URL: 'https://app.vedette.example',
    ...settings,
  })
  const secret = 'only for tests, and long enough to be one'
  const app = await startApp({
    config,
    secret,
    database,
    clock: clock.read,
    log,
    ...(isCollecting && {
      watch: microsoftWatch({ config, secret, db: database.db, clock: clock.read, fetch, budgets: FREELY }),
    }),
  })
  return {
    url: app.localUrl,
    database,
    clock,
    databaseUrl: address,
    get: (path, key, headers = {}) =>
      fetch(`${app.localUrl}${path}`, {
        headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      }),
    async close() {
      await app.close()
      await database.close()
      if (!databaseUrl) await dropDatabase(address)
    },
  }
}

/** As `startService`, closed when the test ends. */
export async function serviceForTest(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options)
  onTestFinished(() => service.close())
  return service
}

export interface Organization {
  id: string
  name: string
  key: string
  keyId: string
  work<T>(change: (tx: Tx) => Promise<T>): Promise<T>
}

export async function makeOrganization(
  { database, clock }: Service,
  name = 'Harbour Services',
): Promise<Organization> {
  const at = clock.read()
  const id = await createOrganization(database.owner, { name, at })
  const work = <T>(change: (tx: Tx) => Promise<T>) => inOrganization(database.db, id, change)
  const { key, id: keyId } = await work(tx => createKey(tx, id, { description: null, createdBy: null, at }))
  return { id, name, key, keyId, work }
}

export interface Tenant {
  id: string
  serviceTenantId: string
  directoryTenantId: string
  displayName: string
  userId: string
}

/** A tenant with one user. */
export async function makeTenant(
  { clock }: Service,
  organization: Organization,
  details: Partial<NewTenant> = {},
): Promise<Tenant> {
  const tenant = {
    directoryTenantId: randomUUID(),
    displayName: 'Northwind Dairy',
    service: 'Monitoring' as const,
    isInternal: false,
    onboardedOn: '2026-01-01',
    trialDays: 14,
    at: clock.read(),
    ...details,
  }
  const userId = randomUUID()
  return organization.work(async tx => {
    const made = await onboardTenant(tx, organization.id, tenant)
    await saveUsers(tx, organization.id, {
      tenantId: made.id,
      at: clock.read(),
      users: [
        {
          id: userId,
          userPrincipalName: 'mara@northwind.example',
          mail: 'mara@northwind.example',
          displayName: 'Mara Lindqvist',
          accountEnabled: true,
          lastPasswordChangeAt: new Date('2026-02-01T08:00:00.000Z'),
        },
      ],
    })
    return { ...made, ...tenant, ...made, userId }
  })
}

/** Records an incident now, by the service's clock. */
export async function makeIncident(
  { clock }: Service,
  organization: Organization,
  tenant: Tenant,
  { id = randomUUID(), occurredAt, isLive = true }: { id?: string; occurredAt?: Date; isLive?: boolean } = {},
): Promise<string> {
  const now = clock.read()
  await organization.work(tx =>
    recordIncident(
      tx,
      organization.id,
      {
        id,
        tenantId: tenant.id,
        userId: tenant.userId,
        occurredAt: occurredAt ?? now,
        isLive,
        reason: 'test',
      },
      now,
    ),
  )
  return id
}

export const move = ({ clock }: Service, organization: Organization, id: string, how: Move) =>
  organization.work(tx =>
    moveIncident(tx, organization.id, { id, move: how, actor: 'Ada', reason: 'test' }, clock.read()),
  )

export interface Listed {
  id: string
  url: string
  createdAt: string
  occurredAt: string
  remediationStatus: string
  isLive: boolean
  dwellTimeMinutes: number
  tenant: { serviceTenantId: string; name: string; directoryTenantId: string }
  user: Record<string, unknown>
}

export async function listed(response: Response): Promise<Listed[]> {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { incidents: Listed[] }).incidents
}

export const ids = async (response: Response) => (await listed(response)).map(({ id }) => id)

/** The address in `Link: <…>; rel="next"`, without the host. */
export function nextPath(response: Response): string | undefined {
  const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')
  if (!link) return undefined
  const { pathname, search } = new URL(link[1]!)
  return pathname + search
}
