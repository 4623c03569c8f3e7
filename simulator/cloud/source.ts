// Where the cloud takes its tenants and records from: a world, or an exact list that a test made up.
import type { DirectoryChange, Feed, GraphUser, LoggedRecord, SubscribedSku } from '../world/world.ts'

export type { Feed, LoggedRecord }

export const contentTypes = [
  'Audit.AzureActiveDirectory',
  'Audit.Exchange',
  'Audit.SharePoint',
  'Audit.General',
] as const
export type ContentType = (typeof contentTypes)[number]

export const isContentType = (feed: string): feed is ContentType =>
  (contentTypes as readonly string[]).includes(feed)

export interface SourceTenant {
  directoryTenantId: string
  name: string
  domain: string
  /** The '.onmicrosoft.com' one. */
  initialDomain: string
  country: string
  /** Whether it has Entra ID P1: without it Graph shows no sign-ins. */
  hasP1: boolean
  skus: SubscribedSku[]
  /** What happens in the directory, oldest first. */
  changes: DirectoryChange[]
  usersAt(at: number): GraphUser[]
}

export interface RecordSource {
  tenants: SourceTenant[]
  /** What happened in [from, to), in any order. */
  happenedIn(tenantId: string, from: number, to: number): Iterable<LoggedRecord>
  /** What was published in [from, to), in any order. */
  publishedIn(tenantId: string, from: number, to: number): Iterable<LoggedRecord>
  /** Of what happened in [from, to), at least all that left something behind in an account: rules, methods, consents. */
  tracesIn(tenantId: string, from: number, to: number): Iterable<LoggedRecord>
  /** Raised whenever records are added behind the cloud's back. */
  readonly revision: number
}

export interface FixedSource extends RecordSource {
  add(tenantId: string, records: LoggedRecord[]): void
}

/** Exactly these records and no others: what is stored can be held against what is here. */
export function fixedSource(
  tenants: SourceTenant[],
  records: Record<string, LoggedRecord[]> = {},
): FixedSource {
  const byTenant = new Map<string, { happened: LoggedRecord[]; published: LoggedRecord[] }>()
  let revision = 0
  const add = (tenantId: string, added: LoggedRecord[]) => {
    const all = [...(byTenant.get(tenantId)?.happened ?? []), ...added]
    byTenant.set(tenantId, {
      happened: all.toSorted((a, b) => a.at - b.at),
      published: all.toSorted((a, b) => a.publishedAt - b.publishedAt),
    })
    revision++
  }
  for (const [tenantId, list] of Object.entries(records)) add(tenantId, list)
  const happenedIn = (id: string, from: number, to: number) =>
    between(byTenant.get(id)?.happened ?? [], 'at', from, to)
  return {
    tenants,
    add,
    get revision() {
      return revision
    },
    happenedIn,
    tracesIn: happenedIn,
    publishedIn: (id, from, to) => between(byTenant.get(id)?.published ?? [], 'publishedAt', from, to),
  }
}

function between(sorted: LoggedRecord[], key: 'at' | 'publishedAt', from: number, to: number) {
  const first = (moment: number) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]![key] < moment) low = middle + 1
      else high = middle
    }
    return low
  }
  return sorted.slice(first(from), first(to))
}
