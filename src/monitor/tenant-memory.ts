// What only all people of a tenant together tell, read from what was noted record by record, for some of them.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { renewedBy, rollOuts } from '../detection/behaviour/entry/renewals.ts'
import type { Person } from '../detection/behaviour/memory/ledger.ts'
import { countryOfNetwork, isHostingLike } from '../detection/behaviour/memory/origin.ts'
import { DAY, dayOf } from '../detection/behaviour/memory/visits.ts'
import { isOldPlace, isSharedBy, NEVER, type SiteUse } from '../detection/behaviour/sites.ts'
import {
  inOrder,
  madeBy,
  mostAbroad,
  placesToAsk,
  programOf,
  type Reset,
  refusedBy,
  resetsByUser,
  type Shown,
  type TenantFacts,
} from '../detection/behaviour/tenant-facts.ts'
import { COMMON_RULE, GUESSING, ROLL_OUT, SHARED } from '../detection/behaviour/weights.ts'

/** As gatherFacts would have it of everybody, as far as these people's activities ask for it. */
export async function recallFacts(
  tx: Tx,
  organizationId: string,
  { tenantId, people }: { tenantId: string; people: Person[] },
): Promise<TenantFacts> {
  const sites = new Set<string>()
  const hosting = new Set<string>()
  const places = new Set<string>()
  const days = new Set<number>()
  const rules = new Set<string>()
  const apps = new Set<string>()
  const programs = new Set<string>()
  const countries = new Set<string>()
  const renewing = new Set<number>()
  for (const { user, traces } of people)
    for (const trace of traces) {
      const { origin, manner, particulars, at } = trace
      if (renewedBy(user, trace) !== null) renewing.add(dayOf(at))
      for (const { id } of particulars?.matches ?? []) rules.add(id)
      if (manner.appId !== null) apps.add(manner.appId)
      if (origin === null) continue
      sites.add(origin.site)
      if (isHostingLike(origin)) hosting.add(origin.site)
      const country = countryOfNetwork(origin.network)
      if (country !== null) countries.add(country)
      if (manner.action !== 'sign-in' || manner.outcome !== 'success') continue
      for (const place of placesToAsk(origin, manner)) places.add(place)
      const program = programOf(manner)
      if (program !== null) programs.add(program)
      days.add(dayOf(at)).add(dayOf(at - DAY))
    }
  const own = { organizationId, tenantId }
  const uses = await readUses(tx, own, { sites: [...sites], hosting: [...hosting] })
  const begin = await readBegin(tx, own)
  const refused = await readRefused(tx, own, { places: [...places], days: [...days] })
  const matched = await countPeople(tx, own, 'rule', [...rules])
  const usingApps = await countPeople(tx, own, 'app', [...apps])
  const running = await countPeople(tx, own, 'program', [...programs])
  const resets = await readResets(
    tx,
    own,
    people.map(({ user }) => user),
  )
  for (const { at } of resets) renewing.add(dayOf(at))
  const renewed = await readRenewed(tx, own, [...renewing])
  const { known, domains } = await readDomains(tx, own)
  const most = mostAbroad(known)
  const foreign = await readForeign(tx, own, { countries: [...countries], most })
  return {
    isShared: origin => isSharedBy(uses.get(origin.site), origin, begin),
    peopleAt: origin => uses.get(origin.site)?.everybody ?? 0,
    isOldPlace: (origin, day) => isOldPlace(uses.get(origin.site), day),
    isForeign: country => foreign.has(country),
    refusedPeople: refusedBy(
      (place, day) => refused.get(`${place} ${day}`) ?? 0,
      program => running.get(program) ?? 0,
    ),
    isCommonRule: id => (matched.get(id) ?? 0) > Math.max(COMMON_RULE.people, known * COMMON_RULE.share),
    peopleOfApp: appId => usingApps.get(appId) ?? 0,
    resetsOf: resetsByUser(resets),
    isRollOut: rollOuts(renewed, known),
    pastOf: await readPasts(tx, own, people),
    domains,
    ...(await readAttacks(tx, own)),
  }
}

/** When accounts were made, as far as records said so. */
export async function recallMade(
  tx: Tx,
  organizationId: string,
  { tenantId, users }: { tenantId: string; users: string[] },
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('made_accounts')
    .select(['user_name', 'at'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('user_name', 'in', users)
    .execute()
  return new Map(rows.map(({ user_name, at }) => [user_name, at.getTime()]))
}

interface Own {
  organizationId: string
  tenantId: string
}

async function readUses(
  tx: Tx,
  { organizationId, tenantId }: Own,
  { sites, hosting }: { sites: string[]; hosting: string[] },
): Promise<Map<string, SiteUse>> {
  const { rows } = await sql<SiteUse & { site: string }>`
    select site, count(*)::int as everybody, min(days[1]) as first,
      coalesce((array_agg(days[1] order by days[1]))[2], ${NEVER}::int) as second,
      count(*) filter (where is_often and is_named and names_machine is distinct from false)::int as people,
      coalesce((array_agg(days[1] order by days[1]) filter (where is_often and not is_named))[:${SHARED.unnamed.users}::int], '{}')
        as unnamed,
      count(*) filter (where cardinality(days) >= ${SHARED.hosting.days})::int as "longPeople",
      coalesce(array_agg(days[1]) filter (
        where cardinality(days) >= ${SHARED.hosting.days} and last_day - days[1] >= ${SHARED.server.spanDays}
          and site = any (${hosting}::text[])), '{}') as since
    from seen_sites s
    cross join lateral (select cardinality(days) >= ${SHARED.people.days} as is_often) o
    cross join lateral (select is_often and (names_machine is true or exists (
      select from seen_sites n where n.tenant_id = s.tenant_id and n.user_name = s.user_name and n.names_machine
    )) as is_named) n
    where organization_id = ${organizationId} and tenant_id = ${tenantId} and site = any (${sites}::text[])
    group by site`.execute(tx)
  return new Map(rows.map(row => [row.site, row]))
}

/** The first day on which anybody got in. */
async function readBegin(tx: Tx, { organizationId, tenantId }: Own): Promise<number> {
  const { rows } = await sql<{ begin: number | null }>`
    select min(days[1]) as begin from seen_sites
    where organization_id = ${organizationId} and tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.begin ?? Number.POSITIVE_INFINITY
}

/** Those of the countries where at most so many people have been. */
async function readForeign(
  tx: Tx,
  { organizationId, tenantId }: Own,
  { countries, most }: { countries: string[]; most: number },
): Promise<Set<string>> {
  if (most < 0) return new Set()
  // As countryOfNetwork reads it. Of a country where many are, no more than one too many are looked at.
  const { rows } = await sql<{ country: string }>`
    select country from unnest(${countries}::text[]) as asked (country)
    where (select count(*) from (
      select distinct user_name from seen_sites
      where organization_id = ${organizationId} and tenant_id = ${tenantId}
        and split_part(network, ' ', 2) = asked.country
      limit ${most + 1}) been) <= ${most}`.execute(tx)
  return new Set(rows.map(({ country }) => country))
}

async function readRefused(
  tx: Tx,
  { organizationId, tenantId }: Own,
  { places, days }: { places: string[]; days: number[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ place: string; day: number; people: number }>`
    select place, day, count(*)::int as people from refused_sign_ins
    where organization_id = ${organizationId} and tenant_id = ${tenantId}
      and place = any (${places}::text[]) and day = any (${days}::int[])
    group by place, day having count(*) >= ${GUESSING.sprayUsers}`.execute(tx)
  return new Map(rows.map(({ place, day, people }) => [`${place} ${day}`, people]))
}

async function countPeople(
  tx: Tx,
  { organizationId, tenantId }: Own,
  kind: 'rule' | 'app' | 'program',
  values: string[],
): Promise<Map<string, number>> {
  if (!values.length) return new Map()
  const { rows } = await sql<{ value: string; people: number }>`
    select value, count(*)::int as people from seen_values
    where organization_id = ${organizationId} and tenant_id = ${tenantId} and kind = ${kind}
      and value = any (${values}::text[])
    group by value`.execute(tx)
  return new Map(rows.map(({ value, people }) => [value, people]))
}

async function readResets(tx: Tx, { organizationId, tenantId }: Own, users: string[]): Promise<Reset[]> {
  const { rows } = await sql<{
    user_name: string
    at: Date
    by_name: string
    site: string
    is_usual: boolean
  }>`
    select r.user_name, r.at, r.by_name, r.site,
      (select count(*) from unnest(s.days) d where d < floor(extract(epoch from r.at) / 86400)) >= ${SHARED.people.days}
        as is_usual
    from resets r left join seen_sites s
      on s.tenant_id = r.tenant_id and s.site = r.site and s.user_name = r.by_name
    where r.organization_id = ${organizationId} and r.tenant_id = ${tenantId}
      and r.user_name = any (${users}::text[])`.execute(tx)
  return rows.map(({ user_name, at, by_name, site, is_usual }) => ({
    user: user_name,
    at: at.getTime(),
    by: by_name,
    site: site === '' ? null : site,
    isUsual: is_usual,
  }))
}

/** Whose second factor or password was renewed near these days, by day. */
async function readRenewed(
  tx: Tx,
  { organizationId, tenantId }: Own,
  days: number[],
): Promise<Map<number, Set<string>>> {
  const renewed = new Map<number, Set<string>>()
  if (!days.length) return renewed
  const { rows } = await sql<{ day: number; users: string[] }>`
    select day, array_agg(user_name) as users from renewals
    where organization_id = ${organizationId} and tenant_id = ${tenantId}
      and day between ${Math.min(...days) - ROLL_OUT.days - 1} and ${Math.max(...days) + ROLL_OUT.days + 1}
    group by day`.execute(tx)
  for (const { day, users } of rows) renewed.set(day, new Set(users))
  return renewed
}

/** From before the records that they are judged by. */
async function readPasts(
  tx: Tx,
  { organizationId, tenantId }: Own,
  people: Person[],
): Promise<TenantFacts['pastOf']> {
  const given = people.flatMap(({ user, traces: [first] }) => (first ? [{ user, day: dayOf(first.at) }] : []))
  const { rows } = await sql<{ user_name: string; last_day: number; networks: string[] }>`
    select s.user_name, max(s.last_day) as last_day, array_agg(distinct s.network) as networks
    from seen_sites s
    join jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g ("user" text, day int)
      on s.user_name = g."user" and s.last_day < g.day
    where s.organization_id = ${organizationId} and s.tenant_id = ${tenantId}
    group by s.user_name`.execute(tx)
  const pasts = new Map(
    rows.map(({ user_name, last_day, networks }) => [
      user_name,
      { lastDay: last_day, countries: new Set(networks.flatMap(network => countryOfNetwork(network) ?? [])) },
    ]),
  )
  return user => pasts.get(user) ?? null
}

async function readDomains(tx: Tx, { organizationId, tenantId }: Own) {
  const { rows } = await sql<{ domain: string; people: number }>`
    select split_part(user_name, '@', 2) as domain, count(*)::int as people from judged_people
    where organization_id = ${organizationId} and tenant_id = ${tenantId}
      and not is_guest
    group by 1`.execute(tx)
  return {
    known: rows.reduce((sum, { people }) => sum + people, 0),
    domains: new Set(rows.flatMap(({ domain }) => (domain ? [domain] : []))),
  }
}

/** What incidents have shown of attackers. What turned out to be a false alarm accuses nobody. */
async function readAttacks(tx: Tx, { organizationId, tenantId }: Own): Promise<Shown> {
  const rows = await tx
    .selectFrom('attacks as a')
    .innerJoin('incidents as i', 'i.id', 'a.incident_id')
    .select(['a.user_name', 'a.telling_addresses', 'a.lured_at', 'a.made'])
    .where('a.organization_id', '=', organizationId)
    .where('a.tenant_id', '=', tenantId)
    .where('i.remediation_status', '!=', 'FALSE_POSITIVE')
    .execute()
  const attackers = new Map<string, Set<string>>()
  for (const { user_name, telling_addresses } of rows)
    for (const address of telling_addresses)
      attackers.set(address, (attackers.get(address) ?? new Set()).add(user_name))
  const lures = rows.flatMap(({ user_name, lured_at }) =>
    lured_at.map(at => ({ by: user_name, at: at.getTime() })),
  )
  const made = madeBy(rows.map(row => ({ user: row.user_name, made: row.made })))
  return { attackers, lures: inOrder(lures), made }
}
