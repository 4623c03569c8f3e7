// A world as the cloud's source of records: read hour by hour, each hour made once.
import { longestDelayMs } from '../world/records/published.ts'
import {
  attacksOf,
  type LoggedRecord,
  publishedIn,
  recordsOf,
  type World,
  type WorldTenant,
} from '../world/world.ts'
import type { RecordSource } from './source.ts'

const HOUR = 3_600_000

export function sourceOfWorld(world: World): RecordSource {
  const tenants = new Map(world.tenants.map(tenant => [tenant.directoryTenantId, tenant]))
  const publications = new Map([...tenants].map(([id, tenant]) => [id, publicationOf(tenant)]))
  return {
    tenants: world.tenants,
    revision: 0,
    happenedIn: (id, from, to) => recordsOf(tenants.get(id)!, from, to),
    publishedIn: (id, from, to) => publications.get(id)!(from, to),
    *tracesIn(id, from, to) {
      // Making weeks of everybody's life only to find a rule takes too long: rules matter where attackers were.
      const seen = new Set<string>()
      const tenant = tenants.get(id)!
      for (const { firstActAt, lastActAt } of attacksOf(tenant)) {
        const begin = Math.max(from, firstActAt)
        for (const logged of recordsOf(tenant, begin, Math.max(begin, Math.min(to, lastActAt + 1)))) {
          if (!seen.has(logged.id)) yield logged
          seen.add(logged.id)
        }
      }
    },
  }
}

/**
 * What was published in an hour happened in the hours before it. Whoever reads one hour after the other, as the shelf
 * does, has each of them made once: what is not due yet waits here.
 */
function publicationOf(tenant: WorldTenant): (from: number, to: number) => Iterable<LoggedRecord> {
  let due = Number.NaN
  const waiting = new Map<number, LoggedRecord[]>()

  function sort(records: Iterable<LoggedRecord>, from: number) {
    for (const logged of records) {
      const hour = Math.floor(logged.publishedAt / HOUR) * HOUR
      if (hour < from) continue
      const there = waiting.get(hour)
      if (there) there.push(logged)
      else waiting.set(hour, [logged])
    }
  }

  return (from, to) => {
    if (from % HOUR || to - from !== HOUR) return publishedIn(tenant, from, to)
    if (from !== due) {
      waiting.clear()
      sort(recordsOf(tenant, from - longestDelayMs, from), from)
    }
    sort(recordsOf(tenant, from, to), from)
    const published = waiting.get(from) ?? []
    waiting.delete(from)
    due = to
    return published
  }
}
