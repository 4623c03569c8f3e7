// An account of what was served to whom, and who was asked how often and when.
import type { Served, Service } from './answer.ts'
import type { Feed } from './source.ts'

export interface CountedRequest {
  /** Real and simulated milliseconds. */
  wall: number
  at: number
  service: Service
  endpoint: string
  status: number
}

const KEPT_REQUESTS = 20_000

export interface Account {
  count(tenant: string | null, request: CountedRequest): void
  serve(tenant: string, served: Served[]): void
  /** Ids of all records that left whole, by feed. */
  served(tenant: string): Map<Feed, Set<string>>
  /** The latest requests about a tenant, oldest first. */
  requests(tenant: string): CountedRequest[]
  /** How many there were, by tenant, endpoint and status: 'content 200'. Those of no tenant stand under ''. */
  counters(): Map<string, Map<string, number>>
  reset(): void
}

export function createAccount(): Account {
  const records = new Map<string, Map<Feed, Set<string>>>()
  const requests = new Map<string, CountedRequest[]>()
  const counters = new Map<string, Map<string, number>>()
  // A blob's ids are noted by reference and spread out when somebody asks: serving must stay quick.
  const pending = new Map<string, Map<Feed, Set<readonly string[]>>>()

  return {
    count(tenant, request) {
      const name = tenant ?? ''
      const list = getOr(requests, name, () => [])
      list.push(request)
      if (list.length > KEPT_REQUESTS * 1.5) list.splice(0, list.length - KEPT_REQUESTS)
      const counts = getOr(counters, name, () => new Map<string, number>())
      const key = `${request.endpoint} ${request.status}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    serve(tenant, served) {
      const feeds = getOr(pending, tenant, () => new Map())
      for (const { feed, ids } of served) getOr(feeds, feed, () => new Set()).add(ids)
    },
    served(tenant) {
      const feeds = getOr(records, tenant, () => new Map<Feed, Set<string>>())
      for (const [feed, lists] of pending.get(tenant) ?? []) {
        const ids = getOr(feeds, feed, () => new Set<string>())
        for (const list of lists) for (const id of list) ids.add(id)
      }
      pending.delete(tenant)
      return feeds
    },
    requests: tenant => requests.get(tenant) ?? [],
    counters: () => counters,
    reset() {
      for (const kept of [records, requests, counters, pending]) kept.clear()
    },
  }
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const there = map.get(key)
  if (there !== undefined) return there
  const made = make()
  map.set(key, made)
  return made
}
