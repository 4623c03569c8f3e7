// Two nodes on one database: whatever holds on one holds on the other from its very next answer on.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inOrganization } from '../src/database/in-organization.ts'
import { createKey } from '../src/keys/create.ts'
import { deleteKey } from '../src/keys/delete.ts'
import {
  BLANK,
  Clock,
  dropDatabase,
  ids,
  type Listed,
  listed,
  makeDatabase,
  makeIncident,
  makeOrganization,
  makeTenant,
  move,
  nextPath,
  type Organization,
  type Service,
  serviceForTest,
  type Tenant,
} from './harness.ts'
import { serve } from './processes.ts'

const UNLIMITED = { VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: '1000000' }
const INCIDENTS = '/beta/incidents'

/** Two nodes that share a database, and a clock unless each brings its own. */
async function twoNodes([first, second]: [Clock, Clock?] = [new Clock()]): Promise<[Service, Service]> {
  const one = await serviceForTest({ clock: first, settings: UNLIMITED })
  const { databaseUrl } = one
  return [one, await serviceForTest({ databaseUrl, clock: second ?? first, settings: UNLIMITED })]
}

async function databaseForTest(template?: string): Promise<string> {
  const databaseUrl = await makeDatabase(template)
  onTestFinished(() => dropDatabase(databaseUrl))
  return databaseUrl
}

describe('a deleted key', () => {
  it('is refused by the other node at the very next request, also where its answer was kept', async () => {
    const [one, other] = await twoNodes()
    const organization = await makeOrganization(one)
    for (const path of [INCIDENTS, '/v1/usage'])
      for (const node of [one, other]) {
        const { id, key } = await makeKey(organization, one)
        const answer = await node.get(path, key)
        expect(answer.status).toBe(200)
        const tag = answer.headers.get('etag')!
        expect((await node.get(path, key, { 'if-none-match': tag })).status).toBe(304)
        const far = node === one ? other : one
        await deleteOn(far, organization, id)
        expect((await node.get(path, key)).status).toBe(401)
        expect((await node.get(path, key, { 'if-none-match': tag })).status).toBe(401)
        expect((await far.get(path, key)).status).toBe(401)
      }
    expect((await other.get(INCIDENTS, organization.key)).status).toBe(200)
  })

  it('is refused to every request that begins after the deletion while many are under way', async () => {
    const [one, other] = await twoNodes()
    const organization = await makeOrganization(one)
    for (let round = 0; round < 5; round++) {
      const { id, key } = await makeKey(organization, one)
      let isDeleted = false
      const pollers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const wasDeleted = isDeleted
          const { status } = await other.get(INCIDENTS, key)
          expect(wasDeleted && status === 200).toBe(false)
          if (status !== 200) return status
        }
      })
      await sleep(10)
      await deleteOn(one, organization, id)
      isDeleted = true
      expect(new Set(await Promise.all(pollers))).toEqual(new Set([401]))
    }
  })
})

describe('a change of incidents on one node', () => {
  it('shows in the very next answer of the other, whose kept copy and tag no longer hold', async () => {
    const [one, other] = await twoNodes()
    const organization = await makeOrganization(one)
    const tenant = await makeTenant(one, organization)
    const paths = [INCIDENTS, `${INCIDENTS}?limit=3`, `${INCIDENTS}?tenantId=${tenant.serviceTenantId}`]
    const tags = new Map<string, string>()
    const seen = async (path: string): Promise<Listed[]> => {
      const tag = tags.get(path)
      const response = await other.get(path, organization.key, tag ? { 'if-none-match': tag } : {})
      const next = response.headers.get('etag')!
      expect(next).not.toBe(tag)
      tags.set(path, next)
      const again = await other.get(path, organization.key, { 'if-none-match': next })
      expect(again.status).toBe(304)
      return listed(response)
    }
    for (const path of paths) expect(await seen(path)).toEqual([])
    for (let count = 1; count <= 3; count++) {
      const id = await makeIncident(one, organization, tenant)
      for (const path of paths) {
        const incidents = await seen(path)
        expect(incidents).toHaveLength(count)
        expect(incidents).toContainEqual(expect.objectContaining({ id, remediationStatus: 'UNREMEDIATED' }))
      }
      await move(one, organization, id, 'contain')
      for (const path of paths)
        expect(await seen(path)).toContainEqual(
          expect.objectContaining({ id, remediationStatus: 'CONTAINED' }),
        )
    }
  })

  it('shows in every answer to a request that begins after the commit while many are under way', async () => {
    const [one, other] = await twoNodes()
    const organization = await makeOrganization(one)
    const tenant = await makeTenant(one, organization)
    let committed = 0
    let isOver = false
    const pollers = [one, other, other, other].map(async node => {
      while (!isOver) {
        const atLeast = committed
        expect(
          (await ids(await node.get(`${INCIDENTS}?limit=500`, organization.key))).length,
        ).toBeGreaterThanOrEqual(atLeast)
      }
    })
    for (; committed < 100; committed++) await makeIncident(one, organization, tenant)
    isOver = true
    await Promise.all(pollers)
  })
})

describe('the usage limit', () => {
  it('is one for both nodes: ten requests spread over them, the eleventh is refused by either', async () => {
    const nodes = await twoNodes()
    const organization = await makeOrganization(nodes[0])
    const neighbour = await makeOrganization(nodes[0], 'Quay Partners')
    for (let count = 1; count <= 10; count++) {
      const response = await nodes[count % 2]!.get('/v1/usage', organization.key)
      expect(response.status).toBe(200)
      expect(response.headers.get('ratelimit')).toBe(`"usage";r=${10 - count};t=60`)
    }
    for (const node of nodes) {
      const refused = await node.get('/v1/usage', organization.key)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      expect((await node.get('/v1/usage', neighbour.key)).status).toBe(200)
      expect((await node.get(INCIDENTS, organization.key)).status).toBe(200)
    }
    nodes[0].clock.turn({ seconds: 60 })
    expect((await nodes[1].get('/v1/usage', organization.key)).status).toBe(200)
  })

  it('admits exactly ten of forty that arrive on both nodes at once', async () => {
    const nodes = await twoNodes()
    const organization = await makeOrganization(nodes[0])
    const neighbour = await makeOrganization(nodes[0], 'Quay Partners')
    const burst = (key: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async (_, n) => (await nodes[n % 2]!.get('/v1/usage', key)).status),
      )
    const [statuses, neighbours] = await Promise.all([burst(organization.key, 40), burst(neighbour.key, 10)])
    expect(statuses.filter(status => status === 200)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(30)
    expect(neighbours).toEqual(Array(10).fill(200))
  })

  it('is not loosened by nodes whose clocks differ', async () => {
    const [early, late] = skewedClocks()
    const nodes = await twoNodes([early, late])
    const organization = await makeOrganization(nodes[0])
    const statuses: number[] = []
    for (let count = 0; count < 20; count++)
      statuses.push((await nodes[count % 2]!.get('/v1/usage', organization.key)).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(10)
  })
})

describe('while several writers on both nodes record incidents', () => {
  it.each([
    ['one clock that stands still', (): [Clock, Clock?] => [new Clock()]],
    ['clocks that differ', skewedClocks],
  ])('a page walk over both nodes misses and repeats none (%s)', async (_, clocks) => {
    const nodes = await twoNodes(clocks())
    const organization = await makeOrganization(nodes[0])
    const tenant = await makeTenant(nodes[0], organization)
    const existing: string[] = []
    for (let n = 0; n < 100; n++) existing.push(await makeIncident(nodes[n % 2]!, organization, tenant))

    const writing = startWriters(nodes, organization, tenant)
    for (let walk = 0; walk < 3 || writing.written.length < 30; walk++) {
      const met: string[] = []
      let path: string | undefined = `${INCIDENTS}?limit=7`
      for (let page = walk; path !== undefined; page++) {
        const response: Response = await nodes[page % 2]!.get(path, organization.key)
        met.push(...(await ids(response)))
        path = nextPath(response)
      }
      expect(new Set(met).size).toBe(met.length)
      expect(existing.filter(id => !met.includes(id))).toEqual([])
      existing.splice(0, existing.length, ...new Set([...existing, ...met]))
    }
    await writing.end()
  })

  it('a poller that asks from the newest createdAt it has seen misses none, and moments never run backwards', async () => {
    const nodes = await twoNodes(skewedClocks())
    const organization = await makeOrganization(nodes[0])
    const tenant = await makeTenant(nodes[0], organization)
    const writing = startWriters(nodes, organization, tenant)
    const seen = new Map<string, string>()
    let newest = '2026-01-01T00:00:00.000Z'

    async function poll(node: Service): Promise<void> {
      const fresh: Listed[] = []
      let path: string | undefined = `${INCIDENTS}?limit=500&startDate=${newest}`
      while (path !== undefined) {
        const response: Response = await node.get(path, organization.key)
        fresh.push(...(await listed(response)).filter(({ id }) => !seen.has(id)))
        path = nextPath(response)
      }
      for (const { id, createdAt } of fresh.reverse()) {
        expect(createdAt >= newest, `${createdAt} appeared after ${newest}`).toBe(true)
        newest = createdAt
        seen.set(id, createdAt)
      }
    }

    for (let round = 0; seen.size < 150; round++) await poll(nodes[round % 2]!)
    const written = await writing.end()
    await poll(nodes[0])
    expect(written.filter(id => !seen.has(id))).toEqual([])
    expect(seen.size).toBe(written.length)
  })
})

describe('two processes', () => {
  it('that start at once on an empty database both come up', async () => {
    for (let round = 0; round < 2; round++) {
      const DATABASE_URL = await databaseForTest(BLANK)
      const nodes = await Promise.all([1, 2].map(() => serve([], { DATABASE_URL })))
      for (const node of nodes) expect((await node.get('/readyz')).status).toBe(200)
      expect(nodes[0]!.url).not.toBe(nodes[1]!.url)
    }
  })

  it('share deletions, changes and limits as they happen', async () => {
    const DATABASE_URL = await databaseForTest()
    const [one, other] = await Promise.all([serve([], { DATABASE_URL }), serve([], { DATABASE_URL })])
    const hand = await serviceForTest({ databaseUrl: DATABASE_URL })
    hand.clock.set(new Date())
    const organization = await makeOrganization(hand)
    const tenant = await makeTenant(hand, organization)
    for (let round = 0; round < 5; round++) {
      const id = await makeIncident(hand, organization, tenant)
      for (const node of [one, other])
        expect(await ids(await node.get(INCIDENTS, organization.key))).toContain(id)
      await move(hand, organization, id, 'mark as false positive')
      for (const node of [other, one])
        expect(await listed(await node.get(INCIDENTS, organization.key))).toContainEqual(
          expect.objectContaining({ id, remediationStatus: 'FALSE_POSITIVE' }),
        )
    }
    const burst = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).get('/v1/usage', organization.key)),
    )
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(30)

    for (const node of [one, other]) expect((await node.get(INCIDENTS, organization.key)).status).toBe(200)
    await deleteOn(hand, organization, organization.keyId)
    for (const node of [one, other]) expect((await node.get(INCIDENTS, organization.key)).status).toBe(401)
  })
})

/** Ten seconds apart. */
function skewedClocks(): [Clock, Clock] {
  const [early, late] = [new Clock(), new Clock()]
  early.turn({ seconds: -5 })
  late.turn({ seconds: 5 })
  return [early, late]
}

/** Two on each node, with its clock; where the clocks differ they also move on, unevenly. */
function startWriters(nodes: [Service, Service], organization: Organization, tenant: Tenant) {
  let isOver = false
  const written: string[] = []
  const doClocksRun = nodes[0].clock !== nodes[1].clock
  const writers = [...nodes, ...nodes].map(async node => {
    const here = on(node, organization)
    while (!isOver) {
      if (doClocksRun) node.clock.turn({ milliseconds: Math.floor(Math.random() * 40) })
      const id = randomUUID()
      await makeIncident(node, here, tenant, { id })
      written.push(id)
      await sleep(Math.random() * 10)
    }
  })
  const end = async () => {
    isOver = true
    await Promise.all(writers)
    return written
  }
  onTestFinished(async () => void (await end()))
  return { written, end }
}

/** The organization as it is worked on through that node's own connections. */
const on = ({ database }: Service, organization: Organization): Organization => ({
  ...organization,
  work: change => inOrganization(database.db, organization.id, change),
})

const makeKey = (organization: Organization, { clock }: Service) =>
  organization.work(tx =>
    createKey(tx, organization.id, { description: null, createdBy: null, at: clock.read() }),
  )

async function deleteOn(node: Service, organization: Organization, id: string): Promise<void> {
  expect(await on(node, organization).work(tx => deleteKey(tx, organization.id, { id }))).toBe(true)
}
