import { describe, expect, it } from 'vitest'
import { createWorld, type LoggedRecord, publishedIn, recordsOf, type TenantOrder } from './world.ts'

const hour = 3_600_000
const from = new Date('2026-02-02T00:00:00Z')
const to = new Date('2026-02-16T00:00:00Z')

function worldOf(order: Partial<TenantOrder> = {}, seed = 5) {
  return createWorld({ seed, from, to, tenants: [{ people: 25, ...order }] })
}

function all(records: Iterable<LoggedRecord>): string[] {
  return [...records].map(each => JSON.stringify(each))
}

describe('the world', () => {
  it('is the same for the same seed, and another for another', () => {
    const one = worldOf().tenants[0]!
    const same = worldOf().tenants[0]!
    const other = worldOf({}, 6).tenants[0]!
    const end = from.getTime() + 30 * hour
    expect(all(recordsOf(same, from.getTime(), end))).toEqual(all(recordsOf(one, from.getTime(), end)))
    expect(same.users).toEqual(one.users)
    expect(other.directoryTenantId).not.toBe(one.directoryTenantId)
    expect(all(recordsOf(other, from.getTime(), end))).not.toEqual(all(recordsOf(one, from.getTime(), end)))
  })

  it('gives any window as it stands in the whole, whatever was asked for before', () => {
    const sequential = worldOf().tenants[0]!
    const whole = [...recordsOf(sequential, from.getTime(), to.getTime())]
    const start = from.getTime() + 9.37 * 24 * hour
    const end = start + 5 * hour
    const alone = all(recordsOf(worldOf().tenants[0]!, start, end))
    expect(alone.length).toBeGreaterThan(100)
    expect(alone).toEqual(
      whole.filter(each => each.at >= start && each.at < end).map(each => JSON.stringify(each)),
    )
  })

  it('does not depend on when the world begins and ends', () => {
    const longer = createWorld({
      seed: 5,
      from: new Date('2025-11-01T00:00:00Z'),
      to,
      tenants: [{ people: 25 }],
    })
    const end = from.getTime() + 20 * hour
    expect(all(recordsOf(longer.tenants[0]!, from.getTime(), end))).toEqual(
      all(recordsOf(worldOf().tenants[0]!, from.getTime(), end)),
    )
  })

  it('publishes every record once, after it happened', () => {
    const tenant = worldOf().tenants[0]!
    const happened = [...recordsOf(tenant, from.getTime(), from.getTime() + 48 * hour)]
    expect(happened.every(each => each.publishedAt > each.at)).toBe(true)
    const published: LoggedRecord[] = []
    for (let at = from.getTime(); at < from.getTime() + 60 * hour; at += 7 * hour)
      published.push(...publishedIn(tenant, at, at + 7 * hour))
    const key = (each: LoggedRecord) => `${each.feed} ${each.id}`
    const seen = published.map(key)
    expect(new Set(seen).size).toBe(seen.length)
    const kept = new Set(seen)
    expect(happened.filter(each => !kept.has(key(each)))).toEqual([])
    expect(published.some((each, index) => index > 0 && each.at < published[index - 1]!.at)).toBe(true)
  })

  it('gives no two records of a feed the same id', () => {
    const tenant = worldOf({ people: 120 }).tenants[0]!
    const ids = [...recordsOf(tenant, from.getTime(), from.getTime() + 72 * hour)].map(
      each => `${each.feed} ${each.id}`,
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('joins the two logs of a sign-in by request and correlation', () => {
    const tenant = worldOf({ hasP1: true }).tenants[0]!
    const records = [...recordsOf(tenant, from.getTime(), from.getTime() + 24 * hour)]
    const graph = new Map(records.filter(each => each.feed === 'signIns').map(each => [each.id, each.record]))
    const audited = records.filter(each => each.record.RecordType === 15 && graph.has(each.id))
    expect(audited.length).toBeGreaterThan(10)
    for (const { record } of audited) {
      const twin = graph.get(record.Id as string)!
      expect(record.InterSystemsId).toBe(twin.correlationId)
      expect(record.ClientIP).toBe(twin.ipAddress)
      expect(
        String(record.UserId).toLowerCase().includes('#ext#') ||
          String(record.UserId).toLowerCase() === twin.userPrincipalName,
      ).toBe(true)
    }
  })

  it('shows no Graph sign-ins of a tenant without P1', () => {
    const tenant = worldOf({ hasP1: false }).tenants[0]!
    const feeds = new Set(
      [...recordsOf(tenant, from.getTime(), from.getTime() + 24 * hour)].map(each => each.feed),
    )
    expect(feeds.has('signIns')).toBe(false)
    expect(feeds.has('nonInteractiveSignIns')).toBe(false)
    expect(feeds.has('Audit.AzureActiveDirectory')).toBe(true)
  })

  it('follows one session from network to network', () => {
    const tenant = worldOf({ people: 60, hasP1: true, hasProxy: false }).tenants[0]!
    const networks = new Map<string, Set<number>>()
    for (const { feed, record } of recordsOf(tenant, from.getTime(), to.getTime())) {
      if (feed !== 'nonInteractiveSignIns' || !record.sessionId) continue
      const seen = networks.get(record.sessionId as string) ?? new Set()
      seen.add(record.autonomousSystemNumber as number)
      networks.set(record.sessionId as string, seen)
    }
    const several = [...networks.values()].filter(seen => seen.size > 1).length
    expect(several).toBeGreaterThan(20)
  })

  it('tells of hires and leavers as the directory shows them', () => {
    const world = createWorld({
      seed: 3,
      from: new Date('2025-09-01T00:00:00Z'),
      to,
      tenants: [{ people: 200 }],
    })
    const tenant = world.tenants[0]!
    const hired = tenant.changes.filter(each => each.kind === 'hired')
    const left = tenant.changes.filter(each => each.kind === 'left')
    expect(hired.length).toBeGreaterThan(3)
    expect(left.length).toBeGreaterThan(3)
    const before = new Set(tenant.usersAt(world.from).map(each => each.id))
    for (const change of tenant.changes) {
      if (change.kind === 'hired') before.add(change.userId)
      if (change.kind === 'left') before.delete(change.userId)
    }
    expect([...before].sort()).toEqual(tenant.users.map(each => each.id).sort())
  })

  it('refuses what cannot be', () => {
    expect(() => worldOf({ people: 4 })).toThrow('people must be a whole number from 5 to 5,000')
    expect(() => createWorld({ seed: 1, from: to, to: from, tenants: [] })).toThrow(
      'must begin before it ends',
    )
    expect(() => worldOf({ attacks: [{ kind: 'aitm', at: from, user: 'nobody@nowhere.example' }] })).toThrow(
      'nobody called',
    )
  })
})
