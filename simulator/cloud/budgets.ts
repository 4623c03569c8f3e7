// How many requests a tenant's endpoints take in how much time: Microsoft's published limits, in real time.

interface Limit {
  requests: number
  perMs: number
}

export interface BudgetOrder {
  /** Sign-ins and directory audits, for each application and tenant. */
  reports: Limit
  /** The Management Activity API, for each tenant. */
  management: Limit
  /** Everything else of Graph, for each application and tenant. */
  graph: Limit
}

export const publishedLimits: BudgetOrder = {
  reports: { requests: 5, perMs: 10_000 },
  management: { requests: 2_000, perMs: 60_000 },
  graph: { requests: 3_500, perMs: 10_000 },
}

export interface Budgets {
  /** Seconds to wait, or 0 when the request is within its budget (and is counted). */
  spend(kind: keyof BudgetOrder, key: string): number
}

/** A sliding window: at no moment were there more than so many requests in the time before it. */
export function createBudgets(order: BudgetOrder | null, wall: () => number): Budgets {
  const spent = new Map<string, number[]>()
  return {
    spend(kind, key) {
      if (!order) return 0
      const { requests, perMs } = order[kind]
      const now = wall()
      const name = `${kind}|${key}`
      let times = spent.get(name)
      if (!times) {
        times = []
        spent.set(name, times)
      }
      while (times.length && times[0]! <= now - perMs) times.shift()
      if (times.length >= requests) return Math.max(1, Math.ceil((times[0]! + perMs - now) / 1000))
      times.push(now)
      return 0
    },
  }
}
