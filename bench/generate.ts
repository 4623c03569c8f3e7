// Fills an empty database: organizations with keys, tenants, their users, and two years of incidents.
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '../src/database/connect.ts'
import type { RemediationStatus } from '../src/database/types.ts'
import { renderAroundDwell, type TenantFacts, type UserFacts } from '../src/incidents/render.ts'
import { hashKey, makeKey } from '../src/keys/secret.ts'
import { newServiceTenantId } from '../src/tenants/service-tenant-id.ts'
import { type Random, seededRandom } from './random.ts'
import type { Sizes } from './sizes.ts'

// Fixed, so that the dataset does not depend on the day it was made.
const START = Date.UTC(2024, 0, 1)
const END = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BATCH = 5_000

export type Size = Pick<Sizes, 'organizations' | 'tenants' | 'usersPerTenant'> & { incidents: number }

interface Tenant extends TenantFacts {
  id: string
  organizationId: string
  users: UserFacts[]
}

/** Derived from its number alone, so that a later run knows the keys of a dataset made earlier. */
export const keyOf = (organization: number): string =>
  makeKey(createHash('sha256').update(`bench organization ${organization}`).digest())

export async function generate(
  connection: Connection,
  size: Size,
  progress: (made: number) => void,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // A crash in the middle means starting over anyway.
    await client.query('set synchronous_commit = off')
    const random = seededRandom(20_260_101)
    const organizations = await makeOrganizations(client, size, random)
    const tenants = await makeTenants(client, size, organizations, random)
    for (let made = 0; made < size.incidents; made += BATCH) {
      const rows = makeIncidents(made, Math.min(BATCH, size.incidents - made), size, tenants, random)
      await insert(client, 'incidents', INCIDENT_COLUMNS, rows)
      progress(made + rows.length)
    }
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function makeOrganizations(client: pg.Client, size: Size, random: Random): Promise<string[]> {
  const ids = Array.from({ length: size.organizations }, () => random.uuid())
  const at = new Date(START)
  const end = new Date(END)
  await insert(
    client,
    'organizations',
    { id: 'uuid', name: 'text', created_at: 'timestamptz' },
    ids.map((id, number) => [id, `Organization ${number + 1}`, at]),
  )
  await insert(
    client,
    'organization_revisions',
    { organization_id: 'uuid', incidents_revision: 'bigint', incidents_changed_at: 'timestamptz' },
    ids.map(id => [id, Math.ceil(size.incidents / size.organizations), end]),
  )
  await insert(
    client,
    'api_keys',
    { id: 'uuid', organization_id: 'uuid', secret_hash: 'bytea', created_at: 'timestamptz' },
    ids.map((id, number) => [random.uuid(), id, hashKey(keyOf(number)), at]),
  )
  return ids
}

const FIRST = ['Anna', 'Benjamin', 'Chiara', 'Dmitri', 'Elena', 'Farid', 'Grace', 'Henrik', 'Ingrid', 'Joao']
const LAST = [
  'Andersen',
  'Bianchi',
  'Castillo',
  'Dubois',
  'Eriksson',
  'Fischer',
  'Garcia',
  'Hoffmann',
  'Ivanova',
]
const PLACE = ['Northwind', 'Lakeside', 'Riverbend', 'Highfield', 'Stonebridge', 'Westmoor', 'Eastgate']
const TRADE = [
  'Dairy',
  'Logistics',
  'Dental Group',
  'Engineering',
  'Foods',
  'Legal Partners',
  'Housing Trust',
]

async function makeTenants(
  client: pg.Client,
  size: Size,
  organizations: string[],
  random: Random,
): Promise<Tenant[]> {
  const codes = new Set<string>()
  while (codes.size < size.tenants) codes.add(newServiceTenantId(random.below))
  const tenants = [...codes].map((code, number): Tenant => {
    const [place, trade] = [random.pick(PLACE), random.pick(TRADE)]
    const domain = `${place}-${trade}-${number}.example`.toLowerCase().replaceAll(' ', '-')
    return {
      id: random.uuid(),
      organizationId: organizations[number % organizations.length]!,
      service_tenant_id: code,
      directory_tenant_id: random.uuid(),
      display_name: `${place} ${trade} ${number + 1}`,
      users: Array.from({ length: size.usersPerTenant }, (_, user) => makeUser(user, domain, random)),
    }
  })
  await insert(client, 'tenants', TENANT_COLUMNS, tenants.map(tenantRow))
  for (const tenant of tenants)
    await insert(
      client,
      'directory_users',
      USER_COLUMNS,
      tenant.users.map(user => userRow(tenant, user)),
    )
  return tenants
}

function makeUser(number: number, domain: string, random: Random): UserFacts {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)]
  const name = `${first}.${last}${number}@${domain}`.toLowerCase()
  return {
    id: random.uuid(),
    user_principal_name: name,
    mail: random.next() < 0.9 ? name : null,
    display_name: `${first} ${last}`,
    account_enabled: random.next() < 0.95,
    last_password_change_at: random.next() < 0.9 ? new Date(START + random.below(END - START)) : null,
  }
}

const TENANT_COLUMNS = {
  id: 'uuid',
  organization_id: 'uuid',
  service_tenant_id: 'text',
  directory_tenant_id: 'uuid',
  display_name: 'text',
  service: 'text',
  onboarded_on: 'date',
  trial_days: 'int',
  created_at: 'timestamptz',
}
const tenantRow = (tenant: Tenant) => [
  tenant.id,
  tenant.organizationId,
  tenant.service_tenant_id,
  tenant.directory_tenant_id,
  tenant.display_name,
  'Monitoring',
  '2024-01-01',
  14,
  new Date(START),
]

const USER_COLUMNS = {
  organization_id: 'uuid',
  tenant_id: 'uuid',
  id: 'text',
  user_principal_name: 'text',
  mail: 'text',
  display_name: 'text',
  account_enabled: 'boolean',
  last_password_change_at: 'timestamptz',
  updated_at: 'timestamptz',
}
const userRow = (tenant: Tenant, user: UserFacts) => [
  tenant.organizationId,
  tenant.id,
  user.id,
  user.user_principal_name,
  user.mail,
  user.display_name,
  user.account_enabled,
  user.last_password_change_at,
  new Date(END),
]

const INCIDENT_COLUMNS = {
  id: 'uuid',
  organization_id: 'uuid',
  tenant_id: 'uuid',
  user_id: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  occurred_at: 'timestamptz',
  dwell_ended_at: 'timestamptz',
  remediation_status: 'text',
  is_live: 'boolean',
  json_before_dwell: 'text',
  json_after_dwell: 'text',
}

/** In order of creation, as they are written in life; every tenant has one in each run of as many as there are tenants. */
function makeIncidents(
  first: number,
  count: number,
  size: Size,
  tenants: Tenant[],
  random: Random,
): unknown[][] {
  const step = (END - START) / size.incidents
  const rows: unknown[][] = []
  let turn: Tenant[] = []
  for (let number = first; number < first + count; number++) {
    if (!turn.length) turn = random.shuffle([...tenants])
    const tenant = turn.pop()!
    const user = random.pick(tenant.users)
    const createdAt = Math.floor(START + (number + random.next()) * step)
    const occurredAt = createdAt - Math.floor(random.logarithmic(2 * MINUTE, 5 * DAY))
    const { status, updatedAt, dwellEndedAt, isLive } = makeHistory(createdAt, occurredAt, random)
    const incident = {
      id: random.uuid(),
      created_at: new Date(createdAt),
      occurred_at: new Date(occurredAt),
      remediation_status: status,
      is_live: isLive,
    }
    const text = renderAroundDwell(incident, tenant, user)
    rows.push([
      incident.id,
      tenant.organizationId,
      tenant.id,
      user.id,
      incident.created_at,
      new Date(updatedAt),
      incident.occurred_at,
      dwellEndedAt === null ? null : new Date(dwellEndedAt),
      status,
      isLive,
      text.json_before_dwell,
      text.json_after_dwell,
    ])
  }
  return rows
}

interface History {
  status: RemediationStatus
  updatedAt: number
  dwellEndedAt: number | null
  isLive: boolean
}

function makeHistory(createdAt: number, occurredAt: number, random: Random): History {
  const open: History = { status: 'UNREMEDIATED', updatedAt: createdAt, dwellEndedAt: null, isLive: true }
  const lot = random.next()
  if (lot < 0.2) return open
  if (lot < 0.3) return { ...open, status: 'REMEDIATED', dwellEndedAt: occurredAt + MINUTE, isLive: false }
  const dwellEndedAt = createdAt + Math.floor(random.logarithmic(MINUTE, 42 * DAY))
  if (dwellEndedAt > END) return open
  // A few are changed once more, much later: the account was renamed.
  const renamedAt = dwellEndedAt + Math.floor(random.logarithmic(DAY, 300 * DAY))
  const isRenamed = random.next() < 0.03 && renamedAt <= END
  return {
    status: random.pick(['CONTAINED', 'REMEDIATED', 'REMEDIATED', 'FALSE_POSITIVE']),
    updatedAt: isRenamed ? renamedAt : dwellEndedAt,
    dwellEndedAt,
    isLive: random.next() < 0.9,
  }
}

async function insert(
  client: pg.Client,
  table: string,
  columns: Record<string, string>,
  rows: unknown[][],
): Promise<void> {
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  await client.query(
    `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`,
    names.map((_, index) => rows.map(row => row[index])),
  )
}
