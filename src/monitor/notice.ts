// Takes stored records as seen, each once: notes what they tell about the tenant as a whole, and whom to judge again.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { renewedBy, resetBy } from '../detection/behaviour/entry/renewals.ts'
import { accountMade } from '../detection/behaviour/memory/ledger.ts'
import { createTraces } from '../detection/behaviour/memory/trace.ts'
import { dayOf } from '../detection/behaviour/memory/visits.ts'
import { namesMachine } from '../detection/behaviour/sites.ts'
import { isWrongPassword, ofProgram, programOf, refusedPlaces } from '../detection/behaviour/tenant-facts.ts'
import { GUESSING, SHARED } from '../detection/behaviour/weights.ts'
import type { Activity } from '../events/activity.ts'
import { markJudged, nameRecords, takeUnjudged } from '../events/stored/judging.ts'
import {
  DAYS_KEPT,
  LONGEST_VALUE,
  type Own,
  queue,
  queueAt,
  queueNamed,
  type Seen,
  type Sprayed,
  siteKey,
} from './queue.ts'
import { asActivity, type Reading } from './reading.ts'
import type { RulesInForce } from './rules-in-force.ts'

export interface Notice {
  tenantId: string
  directoryTenantId: string
  most: number
  now: Date
  /** For how long a person of whom nothing but everyday acts at a usual place came in may wait. */
  patienceSeconds: number
  /** How far back from their newest record people are judged. */
  lookBackDays: number
  rules: RulesInForce
  reading: Reading
}

/** Returns how many records it took; fewer than `most` means that there are no more. */
export async function noticeRecords(
  tx: Tx,
  organizationId: string,
  { tenantId, directoryTenantId, most, now, patienceSeconds, lookBackDays, rules, reading }: Notice,
): Promise<number> {
  const { records, through } = await takeUnjudged(tx, organizationId, { tenantId, most })
  if (through === null) return 0
  const traces = createTraces()
  const seen: Seen[] = []
  const nameless: { sequence: number; activity: Activity }[] = []
  const made = new Map<string, number>()
  for (const { sequence, id, raw } of records) {
    const activity = asActivity({ id, raw }, { directoryTenantId, reading })
    if (activity === null) continue
    const account = accountMade(activity)
    if (account !== null) {
      const name = cutUser(account)
      made.set(name, Math.max(activity.at, made.get(name) ?? 0))
    }
    const user = activity.user ?? (activity.action === 'alert' ? activity.targetUser : null)
    if (user !== null) {
      const matches = rules.matchesOf(activity)
      seen.push({
        user: cutUser(user),
        userId: activity.user === null ? null : activity.userId,
        isGuest: activity.user !== null && activity.isGuest,
        appId: activity.appId,
        trace: traces.trace(activity, matches),
      })
    } else if (activity.userId !== null && activity.actorApp === null) nameless.push({ sequence, activity })
  }
  for (const { sequence, activity, user } of await named(tx, organizationId, tenantId, nameless)) {
    await nameRecords(tx, organizationId, { tenantId, sequence, user })
    const trace = traces.trace(activity, rules.matchesOf(activity))
    seen.push({ user, userId: activity.userId, isGuest: activity.isGuest, appId: activity.appId, trace })
  }
  const own = { organizationId, tenantId }
  const usual = await usualSites(tx, own, seen)
  await noteSites(tx, own, seen)
  await noteValues(tx, own, seen)
  const sprayed = await noteRefused(tx, own, seen)
  const reset = await noteResets(tx, own, seen)
  await noteRenewed(tx, own, seen)
  const begun = await noteMade(tx, own, made)
  await queue(tx, own, { seen, usual, now, patienceSeconds, lookBackDays })
  await queueAt(tx, own, sprayed, now)
  await queueNamed(tx, own, [...reset, ...begun], { now, lookBackDays })
  await markJudged(tx, organizationId, { tenantId, through })
  return records.length
}

const cutUser = (user: string) => user.replaceAll('\0', '').slice(0, 320)

/** Records that name a person by their directory id alone, with the name that the directory has for it. */
async function named(
  tx: Tx,
  organizationId: string,
  tenantId: string,
  nameless: { sequence: number; activity: Activity }[],
) {
  if (!nameless.length) return []
  const rows = await tx
    .selectFrom('directory_users')
    .select(['id', 'user_principal_name'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...new Set(nameless.map(({ activity }) => activity.userId!))])
    .execute()
  const names = new Map(rows.map(row => [row.id, row.user_principal_name.toLowerCase()]))
  return nameless.flatMap(each => {
    const user = names.get(each.activity.userId!)
    return user === undefined ? [] : [{ ...each, user: cutUser(user) }]
  })
}

/** Sites where these people had been on several days before. */
async function usualSites(tx: Tx, { organizationId, tenantId }: Own, seen: Seen[]): Promise<Set<string>> {
  const users = [...new Set(seen.map(({ user }) => user))]
  if (!users.length) return new Set()
  const { rows } = await sql<{ site: string; user_name: string }>`
    select site, user_name from seen_sites
    where organization_id = ${organizationId} and tenant_id = ${tenantId} and user_name = any (${users}::text[])
      and cardinality(days) >= ${SHARED.people.days}`.execute(tx)
  return new Set(rows.map(({ site, user_name }) => siteKey(site, user_name)))
}

async function noteSites(tx: Tx, { organizationId, tenantId }: Own, seen: Seen[]): Promise<void> {
  const sites = new Map<
    string,
    { site: string; user: string; network: string; days: Set<number>; named: boolean | null }
  >()
  for (const { user, trace } of seen) {
    const { origin, manner, at } = trace
    if (origin === null || manner.outcome !== 'success') continue
    const key = siteKey(origin.site, user)
    const known = sites.get(key)
    if (known) {
      known.days.add(dayOf(at))
      known.named = namesMachine(known.named, manner)
      // Locations can differ between records; the smallest, so that the order of arrival is no matter.
      if (origin.network < known.network) known.network = origin.network
    } else
      sites.set(key, {
        site: origin.site,
        user,
        network: origin.network,
        days: new Set([dayOf(at)]),
        named: namesMachine(null, manner),
      })
  }
  if (!sites.size) return
  // In one order for all: two transactions that write the same rows do not wait for each other in a circle.
  const rows = [...sites.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  await sql`
    insert into seen_sites as s (organization_id, tenant_id, site, user_name, network, days, last_day, names_machine)
    select ${organizationId}::uuid, ${tenantId}::uuid, site, "user", network,
      array(select d::int from jsonb_array_elements_text(days) d order by 1 limit ${DAYS_KEPT}), last, named
    from jsonb_to_recordset(${JSON.stringify(
      rows.map(({ days, ...row }) => ({ ...row, days: [...days], last: Math.max(...days) })),
    )}::jsonb) as g (site text, "user" text, network text, days jsonb, last int, named boolean)
    on conflict (tenant_id, site, user_name) do update set
      network = least(s.network, excluded.network),
      days = case when cardinality(s.days) >= ${DAYS_KEPT} and excluded.days[1] >= s.days[${DAYS_KEPT}] then s.days else
        array(select distinct d from unnest(s.days || excluded.days) d order by d limit ${DAYS_KEPT}) end,
      last_day = greatest(s.last_day, excluded.last_day),
      names_machine = greatest(s.names_machine, excluded.names_machine)`.execute(tx)
}

/** Of a program that many use nobody asks who else does: browsers have another name every few weeks. */
async function noteValues(tx: Tx, { organizationId, tenantId }: Own, seen: Seen[]): Promise<void> {
  const values = new Map<string, { kind: string; value: string; user: string }>()
  const note = (kind: 'rule' | 'app' | 'program', value: string, user: string) => {
    const cut = value.replaceAll('\0', '').slice(0, LONGEST_VALUE)
    values.set(`${kind}\n${cut}\n${user}`, { kind, value: cut, user })
  }
  for (const { user, appId, trace } of seen) {
    for (const { id } of trace.particulars?.matches ?? []) note('rule', id, user)
    if (trace.manner.outcome !== 'success') continue
    if (appId !== null) note('app', appId, user)
    const program = programOf(trace.manner)
    if (program !== null) note('program', program, user)
  }
  if (!values.size) return
  await sql`
    insert into seen_values (organization_id, tenant_id, kind, value, user_name)
    select ${organizationId}::uuid, ${tenantId}::uuid, kind, value, "user"
    from jsonb_to_recordset(${JSON.stringify([...values.values()])}::jsonb) as g (kind text, value text, "user" text)
    where kind <> 'program' or ${GUESSING.programUsers} >= (
      select count(*) from seen_values s
      where s.organization_id = ${organizationId} and s.tenant_id = ${tenantId}
        and s.kind = 'program' and s.value = g.value)
    on conflict do nothing`.execute(tx)
}

/** Returns whose password or second factor somebody else reset, and when. */
async function noteResets(tx: Tx, { organizationId, tenantId }: Own, seen: Seen[]) {
  const resets = seen.flatMap(({ user, trace }) => {
    const target = resetBy(user, trace)
    return target === null
      ? []
      : [{ user: cutUser(target), at: trace.at, by: user, site: trace.origin?.site ?? '' }]
  })
  if (!resets.length) return []
  const rows = resets.map(reset => ({ ...reset, at: new Date(reset.at).toISOString() }))
  await sql`
    insert into resets (organization_id, tenant_id, user_name, at, by_name, site)
    select ${organizationId}::uuid, ${tenantId}::uuid, "user", at, "by", site
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("user" text, at timestamptz, "by" text, site text)
    on conflict do nothing`.execute(tx)
  return resets
}

async function noteRenewed(tx: Tx, { organizationId, tenantId }: Own, seen: Seen[]): Promise<void> {
  const renewed = new Map<string, { user: string; day: number }>()
  for (const { user, trace } of seen) {
    const whose = renewedBy(user, trace)
    if (whose === null) continue
    const one = { user: cutUser(whose), day: dayOf(trace.at) }
    renewed.set(`${one.day} ${one.user}`, one)
  }
  if (!renewed.size) return
  await sql`
    insert into renewals (organization_id, tenant_id, day, user_name)
    select ${organizationId}::uuid, ${tenantId}::uuid, day, "user"
    from jsonb_to_recordset(${JSON.stringify([...renewed.values()])}::jsonb) as g (day int, "user" text)
    on conflict do nothing`.execute(tx)
}

/** Returns which accounts were made, and when. */
async function noteMade(tx: Tx, { organizationId, tenantId }: Own, made: ReadonlyMap<string, number>) {
  if (!made.size) return []
  const accounts = [...made].sort().map(([user, at]) => ({ user, at }))
  const rows = accounts.map(({ user, at }) => ({ user, at: new Date(at).toISOString() }))
  await sql`
    insert into made_accounts as m (organization_id, tenant_id, user_name, at)
    select ${organizationId}::uuid, ${tenantId}::uuid, "user", at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("user" text, at timestamptz)
    on conflict (tenant_id, user_name) do update set at = greatest(m.at, excluded.at)`.execute(tx)
  return accounts
}

/** Returns the sites and networks at which, and the programs by which, by now enough people were refused to call it a spray. */
async function noteRefused(tx: Tx, { organizationId, tenantId }: Own, seen: Seen[]): Promise<Sprayed> {
  const rows = new Map<
    string,
    { place: string; day: number; user: string; site: string; network: string; program: string | null }
  >()
  for (const { user, trace } of seen) {
    if (!isWrongPassword(trace)) continue
    const day = dayOf(trace.at)
    for (const place of refusedPlaces(trace))
      rows.set(`${place}\n${day}\n${user}`, {
        place,
        day,
        user,
        site: trace.origin!.site,
        network: trace.origin!.network,
        program: programOf(trace.manner),
      })
  }
  const sprayed: Sprayed = { sites: new Map(), networks: new Map(), programs: new Set() }
  if (!rows.size) return sprayed
  const given = [...rows.values()]
  await sql`
    insert into refused_sign_ins (organization_id, tenant_id, place, day, user_name)
    select ${organizationId}::uuid, ${tenantId}::uuid, place, day, "user"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place text, day int, "user" text)
    on conflict do nothing`.execute(tx)
  const { rows: many } = await sql<{ place: string; day: number }>`
    select r.place, r.day from refused_sign_ins r
    where r.organization_id = ${organizationId} and r.tenant_id = ${tenantId}
      and r.place = any (${[...new Set(given.map(({ place }) => place))]}::text[])
      and r.day = any (${[...new Set(given.map(({ day }) => day))]}::int[])
    group by r.place, r.day having count(*) >= ${GUESSING.sprayUsers}`.execute(tx)
  const spraying = new Set(many.map(({ place, day }) => `${place} ${day}`))
  for (const { place, day, site, network, program } of given) {
    if (!spraying.has(`${place} ${day}`)) continue
    if (program !== null && place === ofProgram(program)) {
      sprayed.programs.add(program)
      continue
    }
    const [places, name] = place.startsWith(network) ? [sprayed.networks, network] : [sprayed.sites, site]
    places.set(name, Math.min(day, places.get(name) ?? day))
  }
  return sprayed
}
