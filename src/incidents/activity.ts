// What was done with an account around an attack: written with the incident, read as its timeline.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import type { ActivityActor, ActivityKind } from '../database/types.ts'

export interface NewActivity {
  id?: string
  at: Date
  actor: ActivityActor
  kind: ActivityKind
  isSuccess?: boolean
  /** In words: 'Signed in to Outlook on the web'. */
  title: string
  /** ATT&CK, such as T1078.004. */
  technique?: string | null
  address?: string | null
  network?: string | null
  country?: string | null
  city?: string | null
  latitude?: number | null
  longitude?: number | null
  client?: string | null
  /** The record as it was collected. */
  raw?: unknown
  /** The stored record it tells of, by its id: the first, when it stands for several. */
  eventId?: string | null
  /** How many records it stands for. */
  records?: number
}

/** As one JSON value: a statement takes 65,535 values at the most, and this is quicker than a thousand of them. */
export async function recordActivities(
  tx: Tx,
  organizationId: string,
  activities: (NewActivity & { incidentId: string })[],
): Promise<void> {
  if (!activities.length) return
  const rows = activities.map(
    ({ id = randomUUID(), isSuccess = true, incidentId, eventId, records = 1, ...activity }) => ({
      ...activity,
      id,
      records,
      incident_id: incidentId,
      is_success: isSuccess,
      event_id: eventId ?? null,
    }),
  )
  await sql`
    insert into incident_activities (organization_id, id, incident_id, at, actor, kind, is_success, title, technique,
      address, network, country, city, latitude, longitude, client, raw, event_id, records)
    select ${organizationId}::uuid, id, incident_id, at, actor, kind, is_success, title, technique,
      address, network, country, city, latitude, longitude, client, raw, event_id, records
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (id uuid, incident_id uuid, at timestamptz, actor text,
      kind text, is_success boolean, title text, technique text, address text, network text, country text, city text,
      latitude double precision, longitude double precision, client text, raw jsonb, event_id text, records integer)`.execute(
    tx,
  )
}

/**
 * Makes what an incident tells from records since a moment be these activities: what is there and the same stays as it
 * is. Their ids must be made from incident and record.
 */
export async function replaceActivities(
  tx: Tx,
  organizationId: string,
  {
    incidentId,
    since,
    activities,
  }: { incidentId: string; since: Date; activities: (NewActivity & { id: string })[] },
): Promise<void> {
  const present = await tx
    .selectFrom('incident_activities')
    .select(['id', 'at', 'title', 'actor', 'technique', 'records'])
    .where('organization_id', '=', organizationId)
    .where('incident_id', '=', incidentId)
    .where('event_id', 'is not', null)
    .execute()
  const known = new Map(present.map(row => [row.id, row]))
  const wanted = new Set<string>()
  const missing: (NewActivity & { incidentId: string })[] = []
  for (const activity of activities) {
    const row = known.get(activity.id)
    const isSame =
      row?.title === activity.title &&
      row.actor === activity.actor &&
      row.technique === (activity.technique ?? null) &&
      row.records === (activity.records ?? 1)
    if (isSame) wanted.add(activity.id)
    else missing.push({ ...activity, incidentId })
  }
  const again = new Set(missing.map(({ id }) => id))
  const gone = present.filter(({ id, at }) => again.has(id) || (!wanted.has(id) && at >= since))
  if (gone.length)
    await tx
      .deleteFrom('incident_activities')
      .where('organization_id', '=', organizationId)
      .where('id', '=', sql<string>`any (${gone.map(({ id }) => id)}::uuid[])`)
      .execute()
  await recordActivities(tx, organizationId, missing)
}

/** More than anybody reads; an attack that did more shows its first acts and says how many follow. */
const MOST_SHOWN = 500

export async function listActivities(tx: Tx, organizationId: string, incidentId: string) {
  const rows = await tx
    .selectFrom('incident_activities')
    .select([
      'id',
      'at',
      'actor',
      'kind',
      'is_success',
      'title',
      'technique',
      'address',
      'network',
      'country',
      'city',
      'latitude',
      'longitude',
      'client',
      'records',
    ])
    .select(sql<boolean>`raw is not null`.as('has_raw'))
    .select(eb => eb.fn.countAll<number>().over().as('all'))
    .where('organization_id', '=', organizationId)
    .where('incident_id', '=', incidentId)
    .orderBy('at')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute()
  return {
    activities: rows.map(({ at, is_success: isSuccess, has_raw: hasRecord, all: _, ...row }) => ({
      ...row,
      at: at.toISOString(),
      isSuccess,
      hasRecord,
    })),
    notShown: (rows[0]?.all ?? 0) - rows.length,
  }
}

/** The record behind one activity, untouched; undefined when there is no such activity. */
export async function readRecord(
  tx: Tx,
  organizationId: string,
  { incidentId, activityId }: { incidentId: string; activityId: string },
): Promise<{ record: unknown } | undefined> {
  const found = await tx
    .selectFrom('incident_activities')
    .select('raw')
    .where('organization_id', '=', organizationId)
    .where('incident_id', '=', incidentId)
    .where('id', '=', activityId)
    .executeTakeFirst()
  return found && { record: found.raw }
}
