// Which stored records an act of a timeline stands for: everyday ones that are alike are told as one.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { createTraces, isOneOfMany, type Trace } from '../detection/behaviour/memory/trace.ts'
import { DAY, HOUR } from '../detection/behaviour/memory/visits.ts'
import { asActivity } from './reading.ts'

export interface RecordBehind {
  id: string
  at: Date
  raw: Record<string, unknown>
}

/** More than anybody opens one by one. */
const MOST = 1000

interface Row {
  id: string
  at: Date
  raw: string
}

/**
 * In order of time. They are found by what made them one act (see detection/behaviour/memory/sum-up.ts), so that no list of them need
 * be kept with every act; what has been deleted meanwhile is missing. Empty when not even the first is there any more.
 */
export async function recordsBehind(
  tx: Tx,
  organizationId: string,
  { incidentId, activityId }: { incidentId: string; activityId: string },
): Promise<RecordBehind[]> {
  const act = await tx
    .selectFrom('incident_activities as a')
    .innerJoin('incidents as i', 'i.id', 'a.incident_id')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select(['a.event_id', 't.id as tenantId', 't.directory_tenant_id as directoryTenantId'])
    .where('a.organization_id', '=', organizationId)
    .where('i.organization_id', '=', organizationId)
    .where('a.incident_id', '=', incidentId)
    .where('a.id', '=', activityId)
    .executeTakeFirst()
  if (!act?.event_id) return []
  const rows = await likeOnes(tx, organizationId, {
    tenantId: act.tenantId,
    incidentId,
    eventId: act.event_id,
  })
  const traces = createTraces()
  const told = rows.flatMap(({ id, at, raw: text }) => {
    const raw = JSON.parse(text) as Record<string, unknown>
    // Where an address is says nothing here.
    const activity = asActivity(
      { id, raw },
      { directoryTenantId: act.directoryTenantId, reading: { locate: (_, told = null) => told } },
    )
    return activity ? [{ id, at, raw, trace: traces.trace(activity, []) }] : []
  })
  const first = told.find(({ id }) => id === act.event_id)
  if (!first) return []
  return told
    .filter(one => one === first || areAlike(one.trace, first.trace))
    .map(({ id, at, raw }) => ({ id, at, raw }))
}

const areAlike = (one: Trace, other: Trace): boolean =>
  isOneOfMany(one) &&
  isOneOfMany(other) &&
  one.manner.kin === other.manner.kin &&
  one.origin?.address === other.origin?.address

/** Of the same person, session and kind within the same stretch of the clock; acts of their own are told as such. */
async function likeOnes(
  tx: Tx,
  organizationId: string,
  { tenantId, incidentId, eventId }: { tenantId: string; incidentId: string; eventId: string },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with first as (
      select *, case action when 'sign-in' then ${DAY}::bigint else ${HOUR}::bigint end as length
      from events where organization_id = ${organizationId} and tenant_id = ${tenantId} and id = ${eventId}
      order by log limit 1)
    select e.id, e.at, e.raw from first f join events e on e.organization_id = ${organizationId}
      and e.tenant_id = ${tenantId} and e.user_name = f.user_name
      and e.at >= to_timestamp(floor(extract(epoch from f.at) * 1000 / f.length) * f.length / 1000)
      and e.at < to_timestamp((floor(extract(epoch from f.at) * 1000 / f.length) + 1) * f.length / 1000)
      and e.action = f.action and e.outcome = f.outcome and e.log = f.log
      and e.session is not distinct from f.session
    where e.id = f.id or not exists (select from incident_activities a
      where a.organization_id = ${organizationId} and a.incident_id = ${incidentId} and a.event_id = e.id)
    order by e.at, e.id limit ${MOST}`.execute(tx)
  return rows
}
