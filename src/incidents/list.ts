// Lists an organization's incidents, newest first, as the very bytes of the answer.
import { crc32 } from 'node:zlib'
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
  /** Another whenever the page reads otherwise. */
  tag: string
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
  const { rows } = await pool.query<Row>(statementFor(organizationId, ask))
  const row = rows[0]
  if (!row) throw new Error(`organization ${organizationId} has no revision row`)
  const { revision, stale_at: staleAt } = row
  const { body, next } = pageOf(row, ask.limit)
  // The driver's promise can hold the row long after: without the text, it holds little.
  row.items = null
  // A change has a revision and a dwell time its next minute; the addresses change when the operator moves the dashboard.
  const tag = [revision, staleAt?.getTime() ?? 0, crc32(ask.appUrl)].map(part => part.toString(36)).join('-')
  return { body, next, revision, staleAt, tag }
}

interface Row {
  revision: number
  /** The incidents' JSON; one more than the page, where there are more, to know whether there is a next. */
  items: string | null
  octets: number | null
  count: number
  stale_at: Date | null
}

/** Between incidents; a line's end stands nowhere else, because JSON writes the one within a text otherwise. */
const SEPARATOR = ',\n'
const START = '{"incidents":['
const END = ']}'

function pageOf({ items, octets, count }: Row, limit: number): Pick<IncidentPage, 'body' | 'next'> {
  if (items === null || octets === null) return { body: Buffer.from(START + END), next: null }
  const hasMore = count > limit
  const shownLength = hasMore ? items.lastIndexOf(SEPARATOR) : items.length
  // Copied once, and byte for byte where it can be: this is most of what a list costs here.
  const isPlain = octets === items.length
  const surplus = isPlain ? items.length - shownLength : Buffer.byteLength(items.slice(shownLength))
  const body = Buffer.allocUnsafeSlow(START.length + octets - surplus + END.length)
  body.write(START, 'latin1')
  body.write(items, START.length, octets - surplus, isPlain ? 'latin1' : 'utf8')
  body.write(END, body.length - END.length, 'latin1')
  if (!hasMore) return { body, next: null }
  const lastAt = items.lastIndexOf(SEPARATOR, shownLength - 1)
  const last = JSON.parse(items.slice(lastAt < 0 ? 0 : lastAt + SEPARATOR.length, shownLength))
  return { body, next: { createdAt: new Date(last.createdAt), id: last.id } }
}

function statementFor(organizationId: string, ask: ListIncidents) {
  const { tenantId, createdSince, cursor, updatedSince } = ask
  const shape = [
    tenantId && 'of tenant',
    createdSince && 'created',
    cursor && 'after',
    updatedSince && 'updated',
  ]
  const name = ['list incidents', ...shape.filter(Boolean)].join(' ')
  const values: unknown[] = [organizationId, ask.appUrl, ask.now.toISOString(), ask.limit]
  if (tenantId) values.push(tenantId)
  if (createdSince) values.push(createdSince.toISOString())
  if (cursor) values.push(cursor.createdAt.toISOString(), cursor.id)
  if (updatedSince) values.push(updatedSince.toISOString())
  const text = texts.get(name) ?? writeStatement(ask)
  texts.set(name, text)
  return { name, text, values }
}

/** A few combinations of parameters make all the statements there are. */
const texts = new Map<string, string>()

/**
 * One statement, so that one round trip reads revision and page from one snapshot. `scope` names the organization for
 * row-level security; everything else hangs on it laterally and so cannot run before it. Were a planner ever to
 * disagree, the wall would show nothing rather than too much.
 */
function writeStatement({ tenantId, createdSince, cursor, updatedSince }: ListIncidents): string {
  let bound = 0
  const next = (type: string) => `$${++bound}::${type}`
  const [organization, appUrl, now, limit] = [next('text'), next('text'), next('timestamptz'), next('int')]
  const where = ['i.organization_id = scope.organization_id']
  if (tenantId) where.push(`i.tenant_id = ${next('uuid')}`)
  if (createdSince) where.push(`i.created_at >= ${next('timestamptz')}`)
  if (cursor) where.push(`(i.created_at, i.id) < (${next('timestamptz')}, ${next('uuid')})`)
  const page = (...more: string[]) => `
    select i.id, i.created_at, i.occurred_at, i.dwell_minutes, i.json_head, i.json_before_dwell, i.json_after_dwell
    from incidents i where ${[...where, ...more].join(' and ')}
    order by i.created_at desc, i.id desc limit ${limit} + 1`
  let rows = page()
  if (updatedSince) {
    const since = next('timestamptz')
    // What was created since has changed since. Older ones are found by the power of four of their change's lag: each
    // such class is in order of creation, and none of it was created longer before the moment than four times its lag.
    // The last class takes in all longer ones, so it has no such end.
    rows = `select * from (
      (${page(`i.created_at >= ${since}`)})
      union all
      (select i.* from generate_series(4, 11) as lag cross join lateral (${page(
        'i.change_lag = lag',
        `i.updated_at >= ${since}`,
        `i.created_at < ${since}`,
        `i.created_at >= ${since} - make_interval(mins => case lag when 11 then 2147483647 else 4 << 2 * lag end)`,
      )}) i order by i.created_at desc, i.id desc limit ${limit} + 1)
    ) i limit ${limit} + 1`
  }
  return `
    with scope as materialized (select set_config('vedette.organization_id', ${organization}, true)::uuid as organization_id)
    select revision.incidents_revision as revision, page.*, octet_length(page.items) as octets
    from scope
    cross join lateral (
      select incidents_revision from organization_revisions r where r.organization_id = scope.organization_id
    ) revision
    cross join lateral (
      select
        string_agg(
          (json_head || ${appUrl}) || (json_before_dwell || coalesce(dwell_minutes, running) || json_after_dwell),
          E',\\n'
        ) as items,
        count(*)::int as count,
        min(occurred_at + make_interval(mins => running + 1)) as stale_at
      from (
        select i.*,
          case when i.dwell_minutes is null
            then greatest(0, floor(date_part('epoch', ${now} - i.occurred_at) / 60))::int
          end as running
        from (${rows}) i
      ) i
    ) page`
}
