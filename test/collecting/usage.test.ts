// From what a directory says to what the usage report shows: on a real database.

import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { applyDirectory } from '../../src/directory/apply.ts'
import type { DirectoryUser } from '../../src/directory/save.ts'
import { normalise } from '../../src/events/normalise.ts'
import { recordIncident } from '../../src/incidents/record.ts'
import { startMonitor } from '../../src/monitor/monitor.ts'
import type { Page } from '../../src/sources/source.ts'
import { snapshotUsage } from '../../src/usage/snapshot.ts'
import { until } from '../processes.ts'
import { type FedTenant, fakeSource, fedTenant, feedOf, type Ground, groundForTest } from './ground.ts'

const user = (id: string, skus: string[] = [], rest: Partial<DirectoryUser> = {}) => ({
  id,
  userPrincipalName: `${id}@northwind.example`,
  mail: null,
  displayName: id,
  accountEnabled: true,
  lastPasswordChangeAt: null,
  skus,
  ...rest,
})

const days = ({ database }: Ground, tenant: FedTenant) =>
  database.owner
    .selectFrom('daily_usage')
    .select(['day', 'total_licensed_users as total', 'billable_users as billable', 'is_carried as carried'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('day')
    .execute()

const licences = ({ database }: Ground) =>
  database.owner
    .selectFrom('user_licences')
    .select(['user_id', 'sku', 'assigned_on', 'removed_on'])
    .orderBy('user_id')
    .orderBy('sku')
    .orderBy('assigned_on')
    .execute()

/** As if the directory had been read to its end. */
async function tell(
  ground: Ground,
  tenant: FedTenant,
  users: ReturnType<typeof user>[],
  rest: { deleted?: string[]; completeSince?: Date } = {},
) {
  const at = ground.clock.read()
  await ground.work(async tx => {
    await applyDirectory(tx, ground.organizationId, {
      tenantId: tenant.id,
      users,
      deleted: (rest.deleted ?? []).map(id => ({ id, deletedAt: at })),
      completeSince: rest.completeSince,
      at,
    })
    await tx.updateTable('feeds').set({ caught_up_at: at, first_caught_up_at: at }).execute()
    await snapshotUsage(tx, ground.organizationId, { now: at })
  })
}

it('keeps from when to when each licence was held', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground, ['directory'])
  await tell(ground, tenant, [user('a', ['SPE_E3', 'FLOW_FREE']), user('b', ['SPE_E3'])])
  ground.clock.turn({ days: 2 })
  await tell(ground, tenant, [user('a', ['SPE_E5', 'FLOW_FREE']), user('b', [])])
  // And back on the same day.
  await tell(ground, tenant, [user('b', ['SPE_E3'])])
  expect(await licences(ground)).toEqual([
    { user_id: 'a', sku: 'FLOW_FREE', assigned_on: '2026-03-10', removed_on: null },
    { user_id: 'a', sku: 'SPE_E3', assigned_on: '2026-03-10', removed_on: '2026-03-12' },
    { user_id: 'a', sku: 'SPE_E5', assigned_on: '2026-03-12', removed_on: null },
    { user_id: 'b', sku: 'SPE_E3', assigned_on: '2026-03-10', removed_on: '2026-03-12' },
    { user_id: 'b', sku: 'SPE_E3', assigned_on: '2026-03-12', removed_on: null },
  ])
})

it('counts each day, through the day, and fills days nobody was there from the last known state', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground, ['directory'])
  await tell(ground, tenant, [user('a', ['SPE_E3']), user('b', ['FLOW_FREE']), user('c')])
  expect(await days(ground, tenant)).toEqual([{ day: '2026-03-10', total: 2, billable: 1, carried: false }])
  await tell(ground, tenant, [user('c', ['SPE_E5'])])
  expect(await days(ground, tenant)).toEqual([{ day: '2026-03-10', total: 3, billable: 2, carried: false }])
  ground.clock.turn({ days: 3 })
  // The clock first, the directory later.
  await ground.work(tx => snapshotUsage(tx, ground.organizationId, { now: ground.clock.read() }))
  const carried = { total: 3, billable: 2, carried: true }
  expect((await days(ground, tenant)).slice(1)).toEqual(
    ['2026-03-11', '2026-03-12', '2026-03-13'].map(day => ({ day, ...carried })),
  )
  await tell(ground, tenant, [], { deleted: ['a'] })
  expect((await days(ground, tenant)).slice(2)).toEqual([
    { day: '2026-03-12', ...carried },
    { day: '2026-03-13', total: 2, billable: 1, carried: false },
  ])
})

it('takes accounts that a full read no longer tells of for gone, and remembers when they were first gone', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground, ['directory'])
  await tell(ground, tenant, [user('a', ['SPE_E3']), user('b', ['SPE_E3']), user('c')])
  const completeSince = ground.clock.turn({ minutes: 1 })
  ground.clock.turn({ minutes: 1 })
  await tell(ground, tenant, [user('a', ['SPE_E3'])], { completeSince, deleted: ['c'] })
  const gone = ground.clock.read()
  ground.clock.turn({ minutes: 5 })
  await tell(ground, tenant, [], { deleted: ['c'] })
  const users = await ground.database.owner
    .selectFrom('directory_users')
    .select(['id', 'deleted_at'])
    .orderBy('id')
    .execute()
  expect(users).toEqual([
    { id: 'a', deleted_at: null },
    { id: 'b', deleted_at: gone },
    { id: 'c', deleted_at: gone },
  ])
  expect(await days(ground, tenant)).toMatchObject([{ total: 1, billable: 1 }])
})

it('does not raise the revision when nothing has changed', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground, ['directory'])
  const revision = async () =>
    (
      await ground.database.owner
        .selectFrom('organization_revisions')
        .select('usage_revision')
        .executeTakeFirstOrThrow()
    ).usage_revision
  await tell(ground, tenant, [user('a', ['SPE_E3'])])
  const before = await revision()
  ground.clock.turn({ minutes: 30 })
  await tell(ground, tenant, [user('a', ['SPE_E3'])])
  expect(await revision()).toBe(before)
})

it('reads a large directory in one page', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground, ['directory'])
  await tell(
    ground,
    tenant,
    Array.from({ length: 7000 }, (_, n) => user(`u${n}`, ['SPE_E3', 'FLOW_FREE'])),
  )
  expect(await days(ground, tenant)).toMatchObject([{ total: 7000, billable: 7000 }])
})

it('the monitor counts when a directory has been read, and shows its users anew in incidents', async () => {
  const ground = await groundForTest()
  const tenant = await fedTenant(ground, ['directory'])
  const pages: Page[] = [
    { records: [], directory: { users: [user('a', ['SPE_E3'])], deleted: [] }, cursor: 1 },
    {
      records: [],
      directory: { users: [user('a', ['SPE_E3'], { displayName: 'Renamed' })], deleted: [] },
      cursor: 2,
    },
  ]
  let served = 1
  const source = fakeSource(({ cursor }) => pages.slice((cursor as number | null) ?? 0, served), {
    name: 'directory',
  })
  const monitor = startMonitor({
    database: ground.database,
    clock: ground.clock.read,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
    config: { ...readConfig({}), pollSeconds: 1 },
    sources: [source],
    connect: async () => null,
    normalise,
  })
  onTestFinished(() => monitor.stop())
  await until('the day is counted', async () => (await days(ground, tenant)).length > 0)
  expect(await days(ground, tenant)).toEqual([{ day: '2026-03-10', total: 1, billable: 1, carried: false }])
  const at = ground.clock.read()
  await ground.work(tx =>
    recordIncident(
      tx,
      ground.organizationId,
      {
        id: '00000000-0000-4000-8000-000000000001',
        tenantId: tenant.id,
        userId: 'a',
        occurredAt: at,
        isLive: true,
        reason: 'test',
      },
      at,
    ),
  )
  served = 2
  ground.clock.turn({ seconds: 5 })
  await until('the name has changed', async () => (await feedOf(ground, tenant.id, 'directory')).cursor === 2)
  const { json_after_dwell: json } = await ground.database.owner
    .selectFrom('incidents')
    .select('json_after_dwell')
    .executeTakeFirstOrThrow()
  expect(json).toContain('Renamed')
})
