// Whom to judge, and when: everybody of whom something came in, and whoever it throws another light on.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { homeName } from '../detection/behaviour/memory/names.ts'
import { isEveryday, type Trace } from '../detection/behaviour/memory/trace.ts'
import { GUESSING, SHARED } from '../detection/behaviour/weights.ts'

export const LONGEST_VALUE = 200
/** Of a site somebody was at, the first so many days are kept. */
export const DAYS_KEPT = Math.max(SHARED.people.days, SHARED.hosting.days)
const HISTORY_PATIENCE = 3_600_000

export interface Own {
  organizationId: string
  tenantId: string
}

export interface Seen {
  user: string
  userId: string | null
  isGuest: boolean
  appId: string | null
  trace: Trace
}

export const siteKey = (site: string, user: string) => `${site}\n${user}`

/** Places with the first day on which it was seen. */
export interface Sprayed {
  sites: Map<string, number>
  networks: Map<string, number>
  programs: Set<string>
}

interface Queue {
  seen: Seen[]
  usual: Set<string>
  now: Date
  patienceSeconds: number
  lookBackDays: number
}

export async function queue(
  tx: Tx,
  { organizationId, tenantId }: Own,
  { seen, usual, now, patienceSeconds, lookBackDays }: Queue,
): Promise<void> {
  const people = new Map<
    string,
    { user: string; id: string | null; isGuest: boolean; oldest: number; newest: number; due: number }
  >()
  const later = now.getTime() + patienceSeconds * 1000
  // History comes in for hours, and to judge months of somebody takes longer.
  const muchLater = new Date(now.getTime() + HISTORY_PATIENCE)
  for (const { user, userId, isGuest, trace } of seen) {
    const id = userId?.replaceAll('\0', '').slice(0, LONGEST_VALUE) ?? null
    const isOrdinary =
      isEveryday(trace) && trace.origin !== null && usual.has(siteKey(trace.origin.site, user))
    const due = isOrdinary ? later : now.getTime()
    const known = people.get(user)
    if (known) {
      // The smallest of several, whichever came first; see detection/behaviour/memory/ledger.ts.
      if (id !== null && (known.id === null || id < known.id)) known.id = id
      known.isGuest ||= isGuest
      known.oldest = Math.min(known.oldest, trace.at)
      known.newest = Math.max(known.newest, trace.at)
      known.due = Math.min(known.due, due)
    } else people.set(user, { user, id, isGuest, oldest: trace.at, newest: trace.at, due })
  }
  if (!people.size) return
  const rows = [...people.values()].map(({ user, id, isGuest, oldest, newest, due }) => ({
    user,
    id,
    guest: isGuest,
    home: homeName(user),
    oldest: new Date(oldest).toISOString(),
    newest: new Date(newest).toISOString(),
    due: new Date(due).toISOString(),
  }))
  await sql`
    insert into judged_people as p
      (organization_id, tenant_id, user_name, user_id, is_guest, home_name, oldest_at, newest_at, due_at, history_from)
    select ${organizationId}::uuid, ${tenantId}::uuid, "user", id, guest, home, oldest, newest, due,
      case when oldest < newest - make_interval(days => ${lookBackDays + 1}) then oldest end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g ("user" text, id text, guest boolean, home text, oldest timestamptz, newest timestamptz, due timestamptz)
    on conflict (tenant_id, user_name) do update set
      user_id = least(p.user_id, excluded.user_id),
      is_guest = p.is_guest or excluded.is_guest,
      oldest_at = least(p.oldest_at, excluded.oldest_at),
      newest_at = greatest(p.newest_at, excluded.newest_at),
      due_at = case when excluded.newest_at < p.newest_at - make_interval(days => ${lookBackDays + 1})
        then least(p.due_at, ${muchLater}::timestamptz) else least(p.due_at, excluded.due_at) end,
      history_from = case
        when excluded.oldest_at < greatest(p.newest_at, excluded.newest_at) - make_interval(days => ${lookBackDays + 1})
        then least(p.history_from, excluded.oldest_at) else p.history_from end`.execute(tx)
}

/** What an incident has shown others: since when it is of importance to them, and how far back they are judged otherwise. */
export interface Warning {
  from: string
  since: number
  lookBackDays: number
  now: Date
}

/** From when on to judge: what lies before the usual look-back is told by the whole history alone. */
const historyFor = ({ since, lookBackDays }: Warning) => sql`
  case when ${new Date(since)}::timestamptz < p.newest_at - make_interval(days => ${lookBackDays + 1})
    then least(p.history_from, p.oldest_at) else p.history_from end`

/** Who got in at these sites since the given days. */
const peopleAt = ({ organizationId, tenantId }: Own, sites: Map<string, number>) => sql`
  select s.user_name from seen_sites s
  join unnest(${[...sites.keys()]}::text[], ${[...sites.values()]}::int[]) as g (site, day)
    on s.site = g.site and s.last_day >= g.day
  where s.organization_id = ${organizationId} and s.tenant_id = ${tenantId}`

/** Has those judged again who got in at these places or with these programs: what is known of them has changed. */
export async function queueAt(
  tx: Tx,
  own: Own,
  { sites, networks, programs }: Sprayed,
  now: Date,
): Promise<void> {
  const { organizationId, tenantId } = own
  if (sites.size + networks.size + programs.size === 0) return
  await sql`
    update judged_people p set due_at = least(p.due_at, ${now}::timestamptz)
    where p.organization_id = ${organizationId} and p.tenant_id = ${tenantId} and p.user_name in (
      ${peopleAt(own, sites)}
      union
      select s.user_name from seen_sites s
      join unnest(${[...networks.keys()]}::text[], ${[...networks.values()]}::int[]) as g (network, day)
        on s.network = g.network and s.last_day >= g.day
      where s.organization_id = ${organizationId} and s.tenant_id = ${tenantId}
      union
      select v.user_name from (
        select user_name, count(*) over (partition by value) as users from seen_values
        where organization_id = ${organizationId} and tenant_id = ${tenantId}
          and kind = 'program' and value = any (${[...programs]}::text[])) v
      where v.users <= ${GUESSING.programUsers})`.execute(tx)
}

/** Has others judged again: by name, who got in at an attacker's sites since the given days, or after a lure where they were new. */
export async function queueWarned(
  tx: Tx,
  own: Own,
  { sites, luredDays, names }: { sites: Map<string, number>; luredDays: Set<number>; names: Set<string> },
  warning: Warning,
): Promise<void> {
  const { organizationId, tenantId } = own
  if (sites.size + luredDays.size + names.size === 0) return
  await sql`
    update judged_people p set due_at = least(p.due_at, ${warning.now}::timestamptz), history_from = ${historyFor(warning)}
    where p.organization_id = ${organizationId} and p.tenant_id = ${tenantId} and p.user_name <> ${warning.from}
      and p.user_name in (
        select unnest(${[...names]}::text[])
        union
        ${peopleAt(own, sites)}
        union
        select s.user_name from seen_sites s
        where s.organization_id = ${organizationId} and s.tenant_id = ${tenantId}
          and s.days && ${[...luredDays]}::int[] and cardinality(s.days) < ${DAYS_KEPT})`.execute(tx)
}

/**
 * Has those judged again of whom others' records have told something. What is older than they are judged by has its turn with
 * their own history.
 */
export async function queueNamed(
  tx: Tx,
  { organizationId, tenantId }: Own,
  told: { user: string; at: number }[],
  { now, lookBackDays }: { now: Date; lookBackDays: number },
): Promise<void> {
  if (!told.length) return
  const rows = told.map(({ user, at }) => ({ user, at: new Date(at).toISOString() }))
  await sql`
    update judged_people p set due_at = least(p.due_at, ${now}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("user" text, at timestamptz)
    where p.organization_id = ${organizationId} and p.tenant_id = ${tenantId} and p.user_name = g."user"
      and g.at >= p.newest_at - make_interval(days => ${lookBackDays + 1})`.execute(tx)
}
