// History that comes in late and for hours: it is learnt from, and disturbs nobody.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startFeeds } from '../../src/sources/feeds.ts'
import { importRecords } from '../../src/sources/files/import.ts'
import { endImporting } from '../../src/tenants/importing.ts'
import { listed, makeOrganization, serviceForTest } from '../harness.ts'
import { DAY, FROM, node, store, type Told, tell, tenantOf } from './ground.ts'

const ATTACK = { kind: 'aitm' as const, at: new Date(FROM + 47 * DAY + 10 * 3_600_000) }
const story = tell({ seed: 11, people: 6, days: 50, attacks: [ATTACK] })
const between = (from: number, to: number) =>
  story.records.filter(({ activity: { at } }) => at >= FROM + from * DAY && at < FROM + to * DAY)

async function ground() {
  const service = await serviceForTest()
  service.clock.set(new Date(FROM + 50 * DAY))
  const organization = await makeOrganization(service)
  const tenant = await tenantOf(service, organization, story.directoryTenantId)
  const judge = await node(service)
  return {
    service,
    organization,
    tenant,
    judge: () => judge(organization.id, tenant.id),
    /** As feeds are when a tenant is connected, or when a later version brings one more. */
    enrol: (source: 'Audit.Exchange' | 'auditLogQueries', at = service.clock.read()) =>
      organization.work(tx =>
        startFeeds(tx, organization.id, { tenantId: tenant.id, sources: [source], at }),
      ),
    caughtUp: (source: string) =>
      service.database.owner
        .updateTable('feeds')
        .set({ first_caught_up_at: service.clock.read() })
        .where('source', '=', source)
        .execute(),
    take: (from: number, to: number) =>
      store(service, organization, tenant, between(from, to), { historyUntil: service.clock.read() }),
    store: (records: Told[]) =>
      store(service, organization, tenant, records, { historyUntil: service.clock.read() }),
    incidents: async () => listed(await service.get('/beta/incidents?limit=100', organization.key)),
    due: async () =>
      (
        await service.database.owner
          .selectFrom('judged_people')
          .select('user_name')
          .where('due_at', '<=', service.clock.read())
          .execute()
      ).length,
  }
}

test('a new tenant is judged once the days are here that people are judged by, and what is found in them is not live', async () => {
  const on = await ground()
  for (const source of ['Audit.Exchange', 'auditLogQueries'] as const) await on.enrol(source)
  await on.take(20, 50)
  await on.caughtUp('Audit.Exchange')
  await on.judge()
  expect(await on.incidents()).toEqual([])
  await on.caughtUp('auditLogQueries')
  await on.judge()
  expect((await on.incidents()).map(({ isLive }) => isLive)).toEqual([false])
})

test('a tenant that was known before there were queries goes on being judged while its history comes in', async () => {
  const on = await ground()
  await on.enrol('Audit.Exchange', new Date(on.service.clock.read().getTime() - 2 * DAY))
  await on.enrol('auditLogQueries')
  await on.take(20, 50)
  await on.judge()
  expect(await on.incidents()).toHaveLength(1)
})

test('what is being imported is judged when all of it is in, or an hour has gone by', async () => {
  const on = await ground()
  const { tenant, organization, service } = on
  const importing = async (from: number, to: number) => {
    const lines = between(from, to).map(({ activity }) => JSON.stringify(activity.raw))
    await importRecords(service.database.db, organization.id, {
      tenantId: tenant.id,
      directoryTenantId: story.directoryTenantId,
      source: (async function* () {
        yield Buffer.from(lines.join('\n'))
      })(),
      now: service.clock.read(),
      badShown: 0,
    })
  }
  const since = (minutes: number) =>
    sql`update tenants set importing_since = now() - make_interval(mins => ${minutes})`.execute(
      service.database.owner,
    )
  await importing(47, 50)
  await importing(20, 47)
  await since(59)
  await on.judge()
  expect(await on.incidents()).toEqual([])
  await organization.work(tx => endImporting(tx, organization.id, tenant.id))
  await on.judge()
  expect(await on.incidents()).toHaveLength(1)

  await importing(15, 20)
  service.clock.turn({ minutes: 90 })
  await on.judge()
  expect(await on.due()).toBeGreaterThan(0)
  await since(61)
  await on.judge()
  expect(await on.due()).toBe(0)
})

test('an attack that was over before the days that people are judged by is found in history', async () => {
  const on = await ground()
  const old = { kind: 'aitm' as const, at: new Date(FROM + 12 * DAY + 10 * 3_600_000) }
  const { records, truths } = tell({ seed: 11, people: 6, days: 50, attacks: [old] })
  const span = (from: number, to: number) =>
    records.filter(({ activity: { at } }) => at >= FROM + from * DAY && at < FROM + to * DAY)
  await on.store(span(18, 50))
  await on.judge()
  expect(await on.incidents()).toEqual([])
  await on.store(span(0, 18))
  await on.judge()
  expect(await on.incidents()).toEqual([])
  on.service.clock.turn({ minutes: 90 })
  await on.judge()
  const found = await on.incidents()
  expect(found.map(({ user, occurredAt, isLive }) => [user.userPrincipalName, occurredAt, isLive])).toEqual(
    truths.flatMap(({ insideByUser }) =>
      Object.entries(insideByUser).map(([user, at]) => [
        user,
        `${new Date(at).toISOString().slice(0, 19)}.000Z`,
        false,
      ]),
    ),
  )
  // Once is enough: what is judged by later is recent again, and the incident stays as it is.
  await on.judge()
  expect(await on.incidents()).toEqual(found)
})

test('what is older than people are judged by has nobody judged at once, and is learnt from', async () => {
  const on = await ground()
  await on.take(20, 50)
  await on.judge()
  const [found] = await on.incidents()
  const sites = async () =>
    (
      await sql<{
        days: number
      }>`select coalesce(sum(cardinality(days)), 0)::int as days from seen_sites`.execute(
        on.service.database.owner,
      )
    ).rows[0]!.days
  const before = await sites()
  expect(await on.due()).toBe(0)
  // From here on whoever is due stays so.
  await on.enrol('auditLogQueries')
  await on.take(0, 15)
  await on.judge()
  expect(await on.due()).toBe(0)
  expect(await sites()).toBeGreaterThan(before)
  await on.take(19, 20)
  await on.judge()
  expect(await on.due()).toBeGreaterThan(0)
  await on.caughtUp('auditLogQueries')
  await on.judge()
  expect(await on.incidents()).toEqual([found])
})
