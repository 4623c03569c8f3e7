// Searches an organization's incidents across its tenants, a page at a time, with how many there are in each state.
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import type { RemediationStatus } from '../database/types.ts'
import { dwellMinutes } from './moves.ts'

export const SORTS = ['created', 'occurred', 'dwell'] as const
const PAGE_SIZE = 50

export interface SearchIncidents {
  serviceTenantId?: string | undefined
  status?: RemediationStatus | undefined
  /** Created at or after this moment, and before that. */
  from?: Date | undefined
  until?: Date | undefined
  /** Words of a display name, user principal name or mail address; all of them must occur. */
  person?: string | undefined
  sort: (typeof SORTS)[number]
  order: 'asc' | 'desc'
  /** From 1. */
  page: number
}

export async function searchIncidents(tx: Tx, organizationId: string, ask: SearchIncidents, now: Date) {
  const counts = await countByStatus(tx, organizationId, ask)
  const total = ask.status ? counts[ask.status] : Object.values(counts).reduce((sum, count) => sum + count)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  // Incidents may have gone from the filter since the link was made: then its last page is meant.
  const page = Math.min(ask.page, pages)
  // Dwell times run while nobody has dealt with the incident.
  const running = ask.status && ask.status !== 'UNREMEDIATED' ? 0 : counts.UNREMEDIATED
  const kinds = { running, ended: total - running }
  const incidents = await readPage(tx, organizationId, { ...ask, page }, kinds, now)
  return { incidents, counts, total, page, pages }
}

async function countByStatus(tx: Tx, organizationId: string, ask: SearchIncidents) {
  const { rows } = await sql<{ status: RemediationStatus; count: number }>`
    select remediation_status as status, ${countedBy(organizationId, ask)}
    group by remediation_status`.execute(tx)
  const counts: Record<RemediationStatus, number> = {
    UNREMEDIATED: 0,
    CONTAINED: 0,
    REMEDIATED: 0,
    FALSE_POSITIVE: 0,
  }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

/** By tenant they are counted when they are written; by time and person only now. */
function countedBy(organizationId: string, ask: SearchIncidents) {
  const { serviceTenantId, from, until, person } = ask
  if (from || until || person?.trim())
    return sql`count(*) as count from incidents i where ${wanted(organizationId, ask)}`
  return sql`sum(c.count)::bigint as count from incident_counts c where c.organization_id = ${organizationId}
    ${serviceTenantId === undefined ? sql`` : sql`and c.tenant_id = ${tenantOf(organizationId, serviceTenantId)}`}`
}

async function readPage(tx: Tx, organizationId: string, ask: SearchIncidents, kinds: Kinds, now: Date) {
  const where = ask.status
    ? sql<SqlBool>`${wanted(organizationId, ask)} and i.remediation_status = ${ask.status}`
    : wanted(organizationId, ask)
  // Which fifty comes first, and only then who they are: a late page passes over the rest without looking them up.
  const { rows } = await sql<IncidentRow>`
    select i.id, i.title, i.severity, i.remediation_status, i.is_live, i.created_at, i.occurred_at, i.dwell_ended_at,
      t.service_tenant_id, t.display_name as tenant_name, u.user_principal_name, u.display_name as user_name
    from (${ask.sort === 'dwell' ? chosenByDwell(where, ask, kinds, now) : chosenByMoment(where, ask, ask.sort)}) chosen
    join incidents i on i.id = chosen.id and i.organization_id = ${organizationId}
    join tenants t on t.id = i.tenant_id and t.organization_id = ${organizationId}
    join directory_users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    order by chosen.key ${sql.raw(ask.order)}, i.id ${sql.raw(ask.order)}`.execute(tx)
  return rows.map(row => ({
    id: row.id,
    title: row.title,
    severity: row.severity,
    status: row.remediation_status,
    isLive: row.is_live,
    createdAt: row.created_at.toISOString(),
    occurredAt: row.occurred_at.toISOString(),
    dwellTimeMinutes: dwellMinutes(row.occurred_at, row.dwell_ended_at ?? now),
    isDwelling: row.dwell_ended_at === null,
    tenant: { serviceTenantId: row.service_tenant_id, name: row.tenant_name },
    user: { userPrincipalName: row.user_principal_name, displayName: row.user_name },
  }))
}

function chosenByMoment(where: Where, { order, page }: SearchIncidents, sort: 'created' | 'occurred') {
  const key = { created: sql`i.created_at`, occurred: sql`i.occurred_at` }[sort]
  const direction = sql.raw(order)
  return sql`select i.id, ${key} as key from incidents i where ${where}
    order by ${key} ${direction}, i.id ${direction} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`
}

/** How many incidents there are whose dwell time runs, and whose has ended. */
interface Kinds {
  running: number
  ended: number
}

/**
 * Dwell times that run change with every reading, those that have ended never: each kind has an index of its own, and
 * the two are merged. Before a row stand at most all of the other kind, so of each as many are passed over as must come
 * before the page whatever the other holds: where few are open, a late page costs little.
 */
function chosenByDwell(where: Where, { order, page }: SearchIncidents, { running, ended }: Kinds, now: Date) {
  const direction = sql.raw(order)
  // The longest began first.
  const against = sql.raw(order === 'asc' ? 'desc' : 'asc')
  const before = (page - 1) * PAGE_SIZE
  const passed = { running: Math.max(0, before - ended), ended: Math.max(0, before - running) }
  const upTo = (skipped: number) => sql`limit ${before + PAGE_SIZE - skipped} offset ${skipped}`
  return sql`select id, key from (
      (select i.id, i.dwell_minutes::double precision as key from incidents i
        where ${where} and i.dwell_minutes is not null
        order by i.dwell_minutes ${direction}, i.id ${direction} ${upTo(passed.ended)})
      union all
      (select i.id, date_part('epoch', ${now}::timestamptz - i.occurred_at) / 60 as key from incidents i
        where ${where} and i.dwell_minutes is null
        order by i.occurred_at ${against}, i.id ${direction} ${upTo(passed.running)})
    ) either order by key ${direction}, id ${direction}
    limit ${PAGE_SIZE} offset ${before - passed.running - passed.ended}`
}

interface IncidentRow {
  id: string
  title: string
  severity: 'low' | 'medium' | 'high' | 'critical'
  remediation_status: RemediationStatus
  is_live: boolean
  created_at: Date
  occurred_at: Date
  dwell_ended_at: Date | null
  service_tenant_id: string
  tenant_name: string
  user_principal_name: string
  user_name: string | null
}

type Where = ReturnType<typeof wanted>

const tenantOf = (organizationId: string, serviceTenantId: string) =>
  sql`(select t.id from tenants t
    where t.organization_id = ${organizationId} and t.service_tenant_id = ${serviceTenantId})`

/** Everything but the state, which is counted. */
function wanted(organizationId: string, { serviceTenantId, from, until, person }: SearchIncidents) {
  const conditions = [sql<SqlBool>`i.organization_id = ${organizationId}`]
  if (serviceTenantId !== undefined)
    conditions.push(sql`i.tenant_id = ${tenantOf(organizationId, serviceTenantId)}`)
  if (from) conditions.push(sql`i.created_at >= ${from}`)
  if (until) conditions.push(sql`i.created_at < ${until}`)
  const words = person?.split(/\s+/).filter(Boolean) ?? []
  if (words.length)
    conditions.push(sql`(i.tenant_id, i.user_id) in (select u.tenant_id, u.id from directory_users u
      where u.organization_id = ${organizationId} and ${sql.join(words.map(occurs), sql` and `)})`)
  return sql.join(conditions, sql` and `)
}

const occurs = (word: string) =>
  sql`concat_ws(' ', u.display_name, u.user_principal_name, u.mail) ilike ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** How much is being watched: what an empty list has to say. */
export async function countWatched(tx: Tx, organizationId: string) {
  const { tenants } = await tx
    .selectFrom('tenants')
    .select(eb => eb.fn.countAll<number>().as('tenants'))
    .where('organization_id', '=', organizationId)
    .where('offboarded_on', 'is', null)
    .executeTakeFirstOrThrow()
  const { users } = await tx
    .selectFrom('directory_users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(eb => eb.fn.countAll<number>().as('users'))
    .where('u.organization_id', '=', organizationId)
    .where('t.offboarded_on', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { tenants, users }
}
