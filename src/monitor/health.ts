// How judging fares, for whoever looks at a tenant: nobody should take it for quiet when it is only not judged.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { unjudgedSince } from '../events/stored/judging.ts'
import { HISTORY_SECONDS, isIncomplete } from './incomplete.ts'

export interface JudgingHealth {
  state: 'well' | 'working' | 'history' | 'behind' | 'failing'
  isProblem: boolean
  /** What is the matter, and what to do about it. */
  words: string
  /** Since when the oldest of what has not been judged waits. */
  since: Date | null
}

interface Facts {
  /** Records that have been stored and not yet looked at. */
  records: number
  /** People who are due to be judged. */
  people: number
  since: Date | null
  /** Who could not be judged, by name; the first few of them. */
  failed: string[]
  failedCount: number
  isIncomplete: boolean
}

/** What waits for longer is not judged as it should be. Nearly always it is seconds. */
const PATIENCE_MINUTES = 15
const NAMES_SAID = 3
/** Somebody who has more tenants in trouble than this has one trouble, not many. */
const MOST_PROBLEMS = 20

export async function readJudging(
  tx: Tx,
  organizationId: string,
  { tenantId, now }: { tenantId: string; now: Date },
): Promise<JudgingHealth> {
  const ofTenant = sql`organization_id = ${organizationId} and tenant_id = ${tenantId}`
  const { rows } = await sql<Omit<Facts, 'isIncomplete'>>`
    with head as (
      select (last_sequence - judged_through)::int as records, ${unjudgedSince} as since
      from event_heads h where ${ofTenant}
    ), due as (
      select count(*)::int as people, min(due_at) as since from judged_people
      where ${ofTenant} and due_at <= ${now}::timestamptz
    )
    select coalesce((select records from head), 0) as records, due.people,
      least((select since from head), due.since) as since,
      (select count(*)::int from judged_people where ${ofTenant} and failed_at is not null) as "failedCount",
      array(select user_name from judged_people where ${ofTenant} and failed_at is not null
        order by user_name limit ${NAMES_SAID}) as failed
    from due`.execute(tx)
  const atMostSeconds = HISTORY_SECONDS
  const waits = await isIncomplete(tx, organizationId, { tenantId, now, atMostSeconds })
  return standingOf({ ...rows[0]!, isIncomplete: waits }, now)
}

function standingOf(facts: Facts, now: Date): JudgingHealth {
  const { records, people, since, failed, failedCount } = facts
  if (since !== null && facts.isIncomplete)
    return {
      state: 'history',
      isProblem: false,
      words: 'Waits until the history is in, for an hour at most: half of one makes strangers of people.',
      since,
    }
  if (since !== null && now.getTime() - since.getTime() > PATIENCE_MINUTES * 60_000)
    return {
      state: 'behind',
      isProblem: true,
      words: `${waiting(records, people)} not been judged: an attack among them is not seen. Should this stay, the log of the service says why.`,
      since,
    }
  if (failedCount > 0) {
    const others = failedCount - failed.length
    const who = `${failed.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
    return {
      state: 'failing',
      isProblem: true,
      words: `${who} could not be judged: an attack on them is not seen. They are tried again with their next record; the log of the service says why.`,
      since: null,
    }
  }
  if (since !== null)
    return {
      state: 'working',
      isProblem: false,
      words: `${waiting(records, people)} not been judged yet.`,
      since,
    }
  return { state: 'well', isProblem: false, words: 'All that was stored has been judged.', since: null }
}

function waiting(records: number, people: number): string {
  if (records > 0) return records === 1 ? '1 record has' : `${records.toLocaleString('en')} records have`
  return people === 1 ? '1 person has' : `${people.toLocaleString('en')} people have`
}

/** Which tenants' records are not judged as they should be, and what is the matter. */
export async function judgingProblems(
  tx: Tx,
  organizationId: string,
  now: Date,
): Promise<Map<string, { words: string }>> {
  const longAgo = sql`${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})`
  const { rows } = await sql<{ tenantId: string }>`
    select u.tenant_id as "tenantId" from (
      select h.tenant_id from event_heads h
      where h.organization_id = ${organizationId} and h.judged_through < h.last_sequence
        and ${unjudgedSince} < ${longAgo}
      union
      select tenant_id from judged_people
      where organization_id = ${organizationId} and (failed_at is not null or due_at < ${longAgo})
    ) u join tenants t on t.id = u.tenant_id
    where t.organization_id = ${organizationId} and t.offboarded_on is null
    order by 1 limit ${MOST_PROBLEMS}`.execute(tx)
  const problems = new Map<string, { words: string }>()
  for (const { tenantId } of rows) {
    const { isProblem, words } = await readJudging(tx, organizationId, { tenantId, now })
    if (isProblem) problems.set(tenantId, { words })
  }
  return problems
}
