// Stores records, each once: what has been seen is known by its id within its log.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import type { Activity } from './activity.ts'

export interface StoreRecords {
  tenantId: string
  /** The feed they came by, or 'import'. */
  source: string
  activities: Activity[]
  /** What happened before this moment was found in history, not while watching. */
  historyUntil: Date
  publishedAt?: Date | undefined
  storedAt: Date
}

export interface Stored {
  stored: number
  /** Were here already, or came twice in this page. */
  seen: number
  /** Of those seen: came by the same feed with another content. The first is kept. */
  changed: number
  /** Of those stored, by the hour they happened in. */
  hours: { hour: Date; count: number }[]
  newestAt: Date | null
  /** From happening to stored, of what was stored and is no history: the median. */
  lagSeconds: number | null
}

interface Given {
  activity: Activity
  id: string
  raw: string
}

// What an index can hold, with much to spare.
const LONGEST_ID = 200
const LONGEST_USER = 320

/** Takes the tenant's place in the order of storing and holds it until commit. */
export async function storeRecords(
  tx: Tx,
  organizationId: string,
  { tenantId, source, activities, historyUntil, publishedAt, storedAt }: StoreRecords,
): Promise<Stored> {
  const given = new Map<string, Given>()
  let changedWithin = 0
  for (const activity of activities) {
    const id = fittingId(activity.id)
    const raw = JSON.stringify(activity.raw)
    const first = given.get(nameOf(activity.log, id))
    if (!first) given.set(nameOf(activity.log, id), { activity, id, raw })
    else if (first.raw !== raw) changedWithin++
  }
  if (!given.size) return { stored: 0, seen: 0, changed: 0, hours: [], newestAt: null, lagSeconds: null }
  const before = await takePlaces(tx, organizationId, { tenantId, places: given.size })
  const rows = [...given.values()]
  const column = <T>(value: (activity: Activity) => T) => rows.map(({ activity }) => value(activity))
  const { rows: counts } = await sql<Counts>`
    with given as materialized (
      select * from unnest(
        ${rows.map(({ id }) => id)}::text[],
        ${column(({ log }) => log)}::text[],
        ${column(({ at }) => new Date(at).toISOString())}::timestamptz[],
        ${column(({ user }) => clean(user)?.slice(0, LONGEST_USER))}::text[],
        ${column(({ action }) => action)}::text[],
        ${column(({ outcome }) => outcome)}::text[],
        ${column(({ address }) => clean(address))}::text[],
        ${column(({ session }) => clean(session))}::text[],
        -- JSON has no line breaks of its own, and splitting lines costs far less than quoting an array.
        string_to_array(${rows.map(({ raw }) => raw).join('\n')}, E'\n')
      ) with ordinality as g (id, log, at, user_name, action, outcome, address, session, raw, place)
    ),
    inserted as (
      insert into events (organization_id, tenant_id, id, log, sequence, source, at, stored_at, published_at, user_name,
        action, outcome, address, session, is_history, raw)
      select ${organizationId}::uuid, ${tenantId}::uuid, id, log, ${before}::bigint + place, ${source}, at,
        ${storedAt}::timestamptz, ${publishedAt ?? null}::timestamptz, user_name, action, outcome, address, session,
        at < ${historyUntil}::timestamptz, raw
      from given
      on conflict (tenant_id, id, log) do nothing
      returning id, log, at, is_history
    )
    select (select coalesce(array_agg(log || ' ' || id), '{}') from inserted) as names,
      (select coalesce(json_agg(json_build_array(hour, records)), '[]') from (
        select extract(epoch from date_trunc('hour', at, 'UTC'))::bigint as hour, count(*) as records
        from inserted group by 1) h) as hours,
      (select max(at) from inserted) as newest_at,
      (select extract(epoch from ${storedAt}::timestamptz - percentile_disc(0.5) within group (order by at))::int
        from inserted where not is_history) as lag_seconds`.execute(tx)
  const { names, hours, newest_at: newestAt, lag_seconds: lag } = counts[0]!
  for (const name of names) given.delete(name)
  const changed = await countChanged(tx, organizationId, { tenantId, source, known: [...given.values()] })
  return {
    stored: names.length,
    seen: activities.length - names.length,
    changed: changed + changedWithin,
    hours: hours.map(([hour, count]) => ({ hour: new Date(hour * 1000), count })),
    newestAt,
    // A vendor's clock may run ahead of ours.
    lagSeconds: lag === null ? null : Math.max(0, lag),
  }
}

/** Apart from storing, and one look-up for each: a join would be planned without knowing how much a new tenant has. */
async function countChanged(
  tx: Tx,
  organizationId: string,
  { tenantId, source, known }: { tenantId: string; source: string; known: Given[] },
): Promise<number> {
  if (!known.length) return 0
  const hashes = known.map(({ raw }) => hash('md5', raw))
  const { rows } = await sql<{ changed: number }>`
    select count(*)::int as changed
    from unnest(${known.map(({ id }) => id)}::text[], ${known.map(({ activity }) => activity.log)}::text[], ${hashes}::text[])
      as g (id, log, hash)
    where (
      select md5(e.raw) from events e
      where e.organization_id = ${organizationId} and e.tenant_id = ${tenantId} and e.id = g.id and e.log = g.log
        and e.source = ${source}
      offset 0
    ) <> g.hash`.execute(tx)
  return rows[0]!.changed
}

interface Counts {
  names: string[]
  hours: [number, number][]
  newest_at: Date | null
  lag_seconds: number | null
}

async function takePlaces(
  tx: Tx,
  organizationId: string,
  { tenantId, places }: { tenantId: string; places: number },
): Promise<number> {
  const { last_sequence: last } = await tx
    .insertInto('event_heads')
    .values({ organization_id: organizationId, tenant_id: tenantId, last_sequence: places })
    .onConflict(conflict =>
      conflict
        .column('tenant_id')
        .doUpdateSet({ last_sequence: sql`event_heads.last_sequence + ${places}` })
        .where('event_heads.organization_id', '=', organizationId),
    )
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  return last - places
}

const nameOf = (log: string, id: string) => `${log} ${id}`

const fittingId = (id: string) =>
  id.length <= LONGEST_ID && !id.includes('\0') ? id : `sha256:${hash('sha256', id)}`

/** PostgreSQL keeps every character but this one. */
const clean = (text: string | null) => text?.replaceAll('\0', '')
