// Stores records, each once: what has been seen is known by its id within its log.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/in-organization.ts'
import type { Activity } from '../activity.ts'
import { momentColumn, textColumn } from './columns.ts'

/** What is stored of an activity. Without what it was read from, which is many times as large and can go. */
export interface Storable
  extends Pick<Activity, 'id' | 'log' | 'at' | 'user' | 'action' | 'outcome' | 'address' | 'session'> {
  /** The record as it came, written as JSON. */
  text: string
}

export const storableOf = (activity: Activity, text = JSON.stringify(activity.raw)): Storable => {
  const { id, log, at, user, action, outcome, address, session } = activity
  return { id: fittingId(id), log, at, user, action, outcome, address, session, text }
}

export interface StoreRecords {
  tenantId: string
  /** The feed they came by, or 'import'. */
  source: string
  records: Storable[]
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

// What an index can hold, with much to spare.
const LONGEST_ID = 200
const LONGEST_USER = 320
const SLICE_CHARACTERS = 512 * 1024
const HOUR = 3_600_000

/** Takes the tenant's place in the order of storing and holds it until commit. */
export async function storeRecords(
  tx: Tx,
  organizationId: string,
  { tenantId, source, records, historyUntil, publishedAt, storedAt }: StoreRecords,
): Promise<Stored> {
  const given = new Map<string, Storable>()
  let changed = 0
  for (const record of records) {
    const name = `${record.log} ${record.id}`
    const first = given.get(name)
    if (!first) given.set(name, record)
    else if (first.text !== record.text) changed++
  }
  if (!given.size) return countStored([], { seen: 0, changed, historyUntil, storedAt })
  const rows = [...given.values()]
  // Whoever else stores for the tenant waits here: what is not known now does not become known before the commit.
  const before = await takePlaces(tx, organizationId, { tenantId, places: rows.length })
  const known = await findKnown(tx, organizationId, { tenantId, rows })
  const unknown = known.size ? rows.filter((_, row) => !known.has(row)) : rows
  let place = before
  for (const slice of slicesOf(unknown)) {
    const column = (value: (record: Storable) => string | null) => textColumn(slice.map(value))
    await sql`
      insert into events (organization_id, tenant_id, id, log, sequence, source, at, stored_at, published_at, user_name,
        action, outcome, address, session, is_history, raw)
      select ${organizationId}::uuid, ${tenantId}::uuid, id, log, ${place}::bigint + place, ${source}, at,
        ${storedAt}::timestamptz, ${publishedAt ?? null}::timestamptz, user_name, action, outcome, address, session,
        at < ${historyUntil}::timestamptz, raw
      from unnest(
        ${column(({ id }) => id)}::text[],
        ${column(({ log }) => log)}::text[],
        ${momentColumn(slice.map(({ at }) => at))}::timestamptz[],
        ${column(({ user }) => clean(user)?.slice(0, LONGEST_USER) ?? null)}::text[],
        ${column(({ action }) => action)}::text[],
        ${column(({ outcome }) => outcome)}::text[],
        ${column(({ address }) => clean(address))}::text[],
        ${column(({ session }) => clean(session))}::text[],
        ${column(({ text }) => text)}::text[]
      ) with ordinality as g (id, log, at, user_name, action, outcome, address, session, raw, place)`.execute(
      tx,
    )
    place += slice.length
  }
  if (known.size)
    changed += await countChanged(tx, organizationId, {
      tenantId,
      source,
      known: rows.filter((_, row) => known.has(row)),
    })
  return countStored(unknown, { seen: records.length - unknown.length, changed, historyUntil, storedAt })
}

/** Which of the rows are stored already, by their place in the list. */
async function findKnown(
  tx: Tx,
  organizationId: string,
  { tenantId, rows }: { tenantId: string; rows: Storable[] },
): Promise<Set<number>> {
  const ids = textColumn(rows.map(({ id }) => id))
  const logs = textColumn(rows.map(({ log }) => log))
  const { rows: found } = await sql<{ place: number }>`
    select g.place::int as place
    from unnest(${ids}::text[], ${logs}::text[]) with ordinality as g (id, log, place)
    where exists (
      select from events e
      where e.organization_id = ${organizationId} and e.tenant_id = ${tenantId} and e.id = g.id and e.log = g.log
      offset 0)`.execute(tx)
  return new Set(found.map(({ place }) => place - 1))
}

/** So many at a time that neither side holds a page of huge records twice. */
function* slicesOf(rows: Storable[]): Generator<Storable[]> {
  let [from, characters] = [0, 0]
  for (let row = 0; row < rows.length; row++) {
    characters += rows[row]!.text.length
    if (characters < SLICE_CHARACTERS && row < rows.length - 1) continue
    yield rows.slice(from, row + 1)
    from = row + 1
    characters = 0
  }
}

function countStored(
  stored: Storable[],
  {
    seen,
    changed,
    historyUntil,
    storedAt,
  }: { seen: number; changed: number; historyUntil: Date; storedAt: Date },
): Stored {
  const hours = new Map<number, number>()
  const watched: number[] = []
  let newest = Number.NEGATIVE_INFINITY
  for (const { at } of stored) {
    const hour = Math.floor(at / HOUR)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
    newest = Math.max(newest, at)
    if (at >= historyUntil.getTime()) watched.push(at)
  }
  const median = watched.sort((a, b) => a - b)[(watched.length - 1) >> 1]
  return {
    stored: stored.length,
    seen,
    changed,
    hours: [...hours].map(([hour, count]) => ({ hour: new Date(hour * HOUR), count })),
    newestAt: stored.length ? new Date(newest) : null,
    // A vendor's clock may run ahead of ours.
    lagSeconds: median === undefined ? null : Math.max(0, Math.round((storedAt.getTime() - median) / 1000)),
  }
}

/** Apart from storing, and one look-up for each: a join would be planned without knowing how much a new tenant has. */
async function countChanged(
  tx: Tx,
  organizationId: string,
  { tenantId, source, known }: { tenantId: string; source: string; known: Storable[] },
): Promise<number> {
  if (!known.length) return 0
  const hashes = known.map(({ text }) => hash('md5', text))
  const { rows } = await sql<{ changed: number }>`
    select count(*)::int as changed
    from unnest(${known.map(({ id }) => id)}::text[], ${known.map(({ log }) => log)}::text[], ${hashes}::text[])
      as g (id, log, hash)
    where (
      select md5(e.raw) from events e
      where e.organization_id = ${organizationId} and e.tenant_id = ${tenantId} and e.id = g.id and e.log = g.log
        and e.source = ${source}
      offset 0
    ) <> g.hash`.execute(tx)
  return rows[0]!.changed
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

const fittingId = (id: string) =>
  id.length <= LONGEST_ID && !id.includes('\0') ? id : `sha256:${hash('sha256', id)}`

/** PostgreSQL keeps every character but this one. */
const clean = (text: string | null) => (text?.includes('\0') ? text.replaceAll('\0', '') : text)
