// Lists an organization's incidents, newest first, as the very bytes of the answer.
import type pg from 'pg'
import type { Cursor } from './cursor.ts'

export interface ListIncidents {
  tenantId: string | null
  createdSince: Date | null
  updatedSince: Date | null
  cursor: Cursor | null
  limit: number
  appUrl: string
  now: Date
}

export interface IncidentPage {
  /** `{"incidents":[…]}` */
  body: Buffer
  /** Where the next page starts, or null when this is the last. */
  next: Cursor | null
  /** The revision of the organization's incidents that this page shows. */
  revision: number
  /** When a dwell time on this page will read differently, or a little before; null when none is running. */
  staleAt: Date | null
}

export async function listIncidents(
  pool: pg.Pool,
  organizationId: string,
  ask: ListIncidents,
): Promise<IncidentPage> {
  // Named, so that each connection plans each shape of the question once.
  const { rows } = await pool.query<{
    revision: number
    items: string | null
    last_created_at: Date | null
    last_id: string | null
    /** The one beyond the page, read to know whether there is a next. */
    extra_id: string | null
    stale_at: Date | null
  }>(statementFor(organizationId, ask))
  const row = rows[0]
  if (!row) throw new Error(`organization ${organizationId} has no revision row`)
  const items = row.items ?? ''
  const shown = row.extra_id ? items.slice(0, items.lastIndexOf(`,{"id":"${row.extra_id}"`)) : items
  return {
    body: Buffer.from(`{"incidents":[${shown}]}`),
    next: row.extra_id ? { createdAt: row.last_created_at!, id: row.last_id! } : null,
    revision: row.revision,
    staleAt: row.stale_at,
  }
}

/**
 * One statement, so that one round trip reads revision and page from one snapshot. `scope` names the organization for
 * row-level security; everything else hangs on it laterally and so cannot run before it. Were a planner ever to
 * disagree, the wall would show nothing rather than too much.
 */
function statementFor(organizationId: string, ask: ListIncidents) {
  const values: unknown[] = []
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const shape: string[] = ['list incidents']
  const where = ['i.organization_id = scope.organization_id']
  const bound = (word: string, condition: string) => {
    shape.push(word)
    where.push(condition)
  }

  const organization = bind(organizationId, 'text')
  const appUrl = bind(ask.appUrl, 'text')
  const now = bind(ask.now, 'timestamptz')
  const limit = bind(ask.limit, 'int')
  if (ask.tenantId) bound('of tenant', `i.tenant_id = ${bind(ask.tenantId, 'uuid')}`)
  if (ask.createdSince) bound('created', `i.created_at >= ${bind(ask.createdSince, 'timestamptz')}`)
  if (ask.cursor) {
    const last = `(${bind(ask.cursor.createdAt, 'timestamptz')}, ${bind(ask.cursor.id, 'uuid')})`
    bound('after', `(i.created_at, i.id) < ${last}`)
  }
  const page = (...more: string[]) => `
    select i.id, i.created_at, i.occurred_at, i.dwell_ended_at, i.json_before_dwell, i.json_after_dwell
    from incidents i where ${[...where, ...more].join(' and ')}
    order by i.created_at desc, i.id desc limit ${limit} + 1`
  let rows = page()
  if (ask.updatedSince) {
    shape.push('updated')
    const since = bind(ask.updatedSince, 'timestamptz')
    // What was created since has changed since. Older ones are found by the power of two of their change's lag: each
    // such class is in order of creation, and none of it was created longer before the moment than twice its lag.
    rows = `select * from (
      (${page(`i.created_at >= ${since}`)})
      union all
      (select i.* from generate_series(0, 27) as lag cross join lateral (${page(
        'i.change_lag = lag',
        `i.updated_at >= ${since}`,
        `i.created_at < ${since}`,
        `i.created_at >= ${since} - make_interval(mins => 2 << lag)`,
      )}) i order by i.created_at desc, i.id desc limit ${limit} + 1)
    ) i limit ${limit} + 1`
  }
  const text = `
    with scope as materialized (select set_config('vedette.organization_id', ${organization}, true)::uuid as organization_id)
    select revision.incidents_revision as revision, page.*
    from scope
    cross join lateral (
      select incidents_revision from organization_revisions r where r.organization_id = scope.organization_id
    ) revision
    cross join lateral (
      select
        string_agg(
          '{"id":"' || id || '","url":"' || ${appUrl} || json_before_dwell || dwell || json_after_dwell, ','
        ) as items,
        (array_agg(created_at))[${limit}] as last_created_at,
        (array_agg(id))[${limit}] as last_id,
        (array_agg(id))[${limit} + 1] as extra_id,
        min(occurred_at + make_interval(mins => dwell + 1)) filter (where dwell_ended_at is null) as stale_at
      from (
        select i.*,
          greatest(0, floor(date_part('epoch', coalesce(i.dwell_ended_at, ${now}) - i.occurred_at) / 60))::int as dwell
        from (${rows}) i
      ) i
    ) page`
  return { name: shape.join(' '), text, values }
}
