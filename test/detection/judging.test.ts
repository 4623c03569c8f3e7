// Stored records become incidents: one for each attack, whatever order they came in, by whichever node.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  listed,
  makeOrganization,
  move,
  type Organization,
  type Service,
  serviceForTest,
  type Tenant,
} from '../harness.ts'
import { batches, DAY, FROM, node, shuffled, store, tell, tenantOf } from './ground.ts'

const ATTACK = { kind: 'aitm' as const, at: new Date(FROM + 15 * DAY + 10 * 3_600_000) }
const story = tell({ seed: 11, attacks: [ATTACK] })
const [truth] = story.truths
const isTheirs = new Set(truth!.recordIds)
const theirs = story.records.filter(({ activity }) => isTheirs.has(activity.id))

interface Ground {
  service: Service
  organization: Organization
  tenant: Tenant
}

async function ground(directoryTenantId = story.directoryTenantId): Promise<Ground> {
  const service = await serviceForTest()
  // Before everything that happens.
  service.clock.set(new Date(FROM))
  const organization = await makeOrganization(service)
  const tenant = await tenantOf(service, organization, directoryTenantId)
  return { service, organization, tenant }
}

const incidents = async ({ service, organization }: Ground) =>
  listed(await service.get('/beta/incidents?limit=100', organization.key))

beforeAll(() => {
  expect(theirs.length).toBeGreaterThan(3)
})

describe('records of an attack', () => {
  test('become one incident of the right user, at the attacker’s first act', async () => {
    const on = await ground()
    await store(on.service, on.organization, on.tenant, story.records)
    const judge = await node(on.service)
    await judge(on.organization.id, on.tenant.id)
    const [incident, ...others] = await incidents(on)
    expect(others).toEqual([])
    expect(incident).toMatchObject({
      isLive: true,
      remediationStatus: 'UNREMEDIATED',
      tenant: { directoryTenantId: story.directoryTenantId },
      user: { userPrincipalName: truth!.users[0] },
    })
    // Whichever of the first acts its log shows, to the second.
    const began = truth!.firstActByUser[truth!.users[0]!]!
    expect(Math.abs(Date.parse(incident!.occurredAt) - began)).toBeLessThan(2 * 60_000)
  })
})

test('of a directory that two organizations watch, each has an incident of its own', async () => {
  const one = await ground()
  const organization = await makeOrganization(one.service)
  const tenant = await tenantOf(one.service, organization, story.directoryTenantId)
  const other = { ...one, organization, tenant }
  const judge = await node(one.service)
  for (const on of [one, other]) {
    await store(on.service, on.organization, on.tenant, story.records)
    await judge(on.organization.id, on.tenant.id)
  }
  const [[mine], [theirs]] = [await incidents(one), await incidents(other)]
  expect(theirs).toMatchObject({ occurredAt: mine!.occurredAt })
  expect(theirs!.id).not.toBe(mine!.id)
  expect(await timelineOf(other, theirs!.id)).toHaveLength((await timelineOf(one, mine!.id)).length)
})

/** What must not hang on the order of arrival. */
const gist = async (on: Ground) =>
  (await incidents(on)).map(({ id, occurredAt, user }) => [id, occurredAt, user.userPrincipalName])

async function timelineOf({ organization }: Ground, id: string) {
  return organization.work(tx =>
    tx
      .selectFrom('incident_activities')
      .select(['id', 'title', 'actor', 'at'])
      .where('organization_id', '=', organization.id)
      .where('incident_id', '=', id)
      .orderBy('at')
      .orderBy('title')
      .execute(),
  )
}

describe('the same records', () => {
  test('shuffled, in batches, repeated and judged by two nodes at once give the same incident', async () => {
    const whole = await ground()
    await store(whole.service, whole.organization, whole.tenant, story.records)
    await (await node(whole.service))(whole.organization.id, whole.tenant.id)
    const expected = await gist(whole)
    expect(expected).toHaveLength(1)

    const parts = await ground()
    const nodes = [await node(parts.service), await node(parts.service, { peopleAtOnce: 2 })]
    const history = story.records.filter(({ activity }) => activity.at < ATTACK.at.getTime() - DAY)
    const rest = story.records.filter(({ activity }) => activity.at >= ATTACK.at.getTime() - DAY)
    const both = () => Promise.all(nodes.map(judge => judge(parts.organization.id, parts.tenant.id)))
    for (const batch of batches(shuffled(history, 3), 2000))
      await store(parts.service, parts.organization, parts.tenant, batch)
    await both()
    for (const batch of batches(shuffled(rest, 5), Math.ceil(rest.length / 6))) {
      await store(parts.service, parts.organization, parts.tenant, batch)
      await both()
    }
    await store(parts.service, parts.organization, parts.tenant, rest)
    await both()
    expect((await gist(parts)).map(([, ...same]) => same)).toEqual(expected.map(([, ...same]) => same))
    const [one, other] = [
      await timelineOf(whole, expected[0]![0] as string),
      await timelineOf(parts, (await gist(parts))[0]![0] as string),
    ]
    expect(other.map(({ title, at }) => [at, title])).toEqual(one.map(({ title, at }) => [at, title]))
  })
})

describe('an incident', () => {
  test('found in history alone is not live, and stays so when the attacker goes on', async () => {
    const on = await ground()
    const judge = await node(on.service)
    const cut = theirs.at(-1)!.activity.at
    const before = story.records.filter(({ activity }) => activity.at < cut)
    await store(on.service, on.organization, on.tenant, before, { historyUntil: new Date(cut) })
    await judge(on.organization.id, on.tenant.id)
    expect((await incidents(on)).map(({ isLive }) => isLive)).toEqual([false])
    await store(on.service, on.organization, on.tenant, story.records)
    await judge(on.organization.id, on.tenant.id)
    expect((await incidents(on)).map(({ isLive }) => isLive)).toEqual([false])
  })

  test('is joined by later evidence, which readers of changes see', async () => {
    const on = await ground()
    const judge = await node(on.service)
    const cut = theirs[Math.floor(theirs.length / 2)]!.activity.at
    await store(
      on.service,
      on.organization,
      on.tenant,
      story.records.filter(({ activity }) => activity.at < cut),
    )
    await judge(on.organization.id, on.tenant.id)
    const [first] = await incidents(on)
    const acts = await timelineOf(on, first!.id)
    const later = on.service.clock.turn({ minutes: 5 })
    await store(on.service, on.organization, on.tenant, story.records)
    await judge(on.organization.id, on.tenant.id)
    const changed = await listed(
      await on.service.get(`/beta/incidents?updatedSince=${later.toISOString()}`, on.organization.key),
    )
    expect(changed.map(({ id, occurredAt }) => [id, occurredAt])).toEqual([[first!.id, first!.occurredAt]])
    const more = await timelineOf(on, first!.id)
    expect(more.filter(({ actor }) => actor === 'attacker').length).toBeGreaterThan(
      acts.filter(({ actor }) => actor === 'attacker').length,
    )
    // Nothing new: nothing changes.
    on.service.clock.turn({ minutes: 5 })
    const tag = (await on.service.get('/beta/incidents', on.organization.key)).headers.get('etag')
    await judge(on.organization.id, on.tenant.id)
    expect((await incidents(on)).map(({ id }) => id)).toEqual([first!.id])
    expect(tag).not.toBeNull()
  })

  test('is open again when the attacker acts after it was contained, but not after a false alarm', async () => {
    for (const [how, status] of [
      ['contain', 'UNREMEDIATED'],
      ['mark as false positive', 'FALSE_POSITIVE'],
    ] as const) {
      const on = await ground()
      const judge = await node(on.service)
      const cut = theirs[Math.floor(theirs.length / 2)]!.activity.at
      await store(
        on.service,
        on.organization,
        on.tenant,
        story.records.filter(({ activity }) => activity.at < cut),
      )
      await judge(on.organization.id, on.tenant.id)
      const [incident] = await incidents(on)
      on.service.clock.set(new Date(cut - 1))
      await move(on.service, on.organization, incident!.id, how)
      await store(on.service, on.organization, on.tenant, story.records)
      await judge(on.organization.id, on.tenant.id)
      expect((await incidents(on)).map(({ id, remediationStatus }) => [id, remediationStatus])).toEqual([
        [incident!.id, status],
      ])
    }
  })
})

test('a tenant without an attack has no incident, and one organization’s records are not another’s', async () => {
  const quiet = tell({ seed: 11 })
  const on = await ground(quiet.directoryTenantId)
  const other = await makeOrganization(on.service, 'Elsewhere')
  await store(on.service, on.organization, on.tenant, quiet.records)
  const judge = await node(on.service)
  await judge(on.organization.id, on.tenant.id)
  await judge(other.id, on.tenant.id)
  expect(await incidents(on)).toEqual([])
  expect(await incidents({ ...on, organization: other })).toEqual([])
})
