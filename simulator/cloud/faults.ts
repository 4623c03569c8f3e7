// What can be made to go wrong, for which tenant, at which endpoint and when.
import { createHash } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Strike a request while the cloud's time is within the fault's. */
export const requestFaults = {
  latency: 'answers after `ms`',
  throttle:
    '429 with `retryAfterSeconds`; without it when that is null; `status` 403 as the audit API also does',
  outage: '`status`: 500, 502, 503 or 504',
  reset: 'the connection is reset before an answer',
  hang: 'no answer, ever',
  cut: 'the connection ends in the middle of the body',
  truncated: 'JSON that ends early, in a complete answer',
  wrongJson: 'JSON of another shape',
  notJson: 'bytes that are no JSON',
  htmlPage: '200 with an HTML error page',
  wrongContentType: 'the right body, said to be text/plain',
  cyclicNextLink: 'the next page is this page',
  foreignNextLink: 'the next page is at `host`',
  listedTwice: 'each blob stands in the list twice',
  tokenExpired: 'the token is refused from its second page on, and stays refused',
  clockSkew: 'the Date header is off by `ms`',
  subscriptionStopped: 'the subscription is found stopped, `times` (1); it can be started again, with a gap',
  subscriptionDisabled: 'AF20023: switched off by an administrator; starting it again helps after the fault',
  auditingOff: 'the unified audit log is switched off: nothing can be started or listed',
  permissionMissing: '`permission` is not granted (all, when left out)',
  consentWithdrawn: 'AADSTS700016, or `code` 65001',
  secretExpired: 'AADSTS7000222',
  notLicensed: 'no Entra ID P1: sign-ins are refused',
  queryFailed: 'a query of the audit log that is looked at has failed',
  queryGone: 'a query of the audit log that is asked for is not there any more',
  onlyBeta: 'v1.0 knows no queries of the audit log, beta does',
  deltaGone: '410: the directory must be read from the beginning',
} as const

/** Strike a record whose publication falls within the fault's time. */
export const recordFaults = {
  late: 'published `ms` later (6 hours)',
  duplicated: 'again in another blob, `ms` later (10 minutes)',
  changedDuplicate: 'again with the same id and other content, `ms` later (10 minutes)',
  resent: 'whole blobs again under a new contentId, `ms` later (1 hour)',
  withoutId: 'no id',
  withoutTime: 'no time',
  negativeTime: 'a time in the year 1, or before',
  farFuture: 'a time in the year 9999',
  hugeRecord: 'one record an hour and feed has `bytes` (100 MB)',
} as const

type RequestFault = keyof typeof requestFaults
export type RecordFault = keyof typeof recordFaults
type FaultKind = RequestFault | RecordFault

export interface Fault {
  kind: FaultKind
  /** Directory tenant id; every tenant when left out. */
  tenant?: string
  /** A service (login, graph, management) or endpoint (token, content, blob, signIns, …); all when left out. */
  on?: string | string[]
  /** Simulated milliseconds: from (inclusive), until (exclusive). */
  from?: number
  until?: number
  /** Share of requests or records that are struck, 0 to 1. */
  share?: number
  /** Strikes at most so many requests. */
  times?: number
  ms?: number
  status?: number
  retryAfterSeconds?: number | null
  host?: string
  permission?: string
  code?: number
  bytes?: number
}

export interface SetFault extends Fault {
  id: number
  times: number
  struck: number
}

export interface Where {
  tenant: string | null
  service: string
  endpoint: string
}

export interface Faults {
  set(fault: Fault): number
  clear(id?: number): void
  list(): SetFault[]
  /** Raised by every change: what was prepared under other faults is stale. */
  readonly revision: number
  /** The fault of this kind that strikes this request, and counts it. */
  strike(kind: RequestFault, where: Where): SetFault | null
  /** Whether one is in force here, without counting. */
  isOn(kind: RequestFault, where: Where): SetFault | null
  /** Faults of these kinds that concern a tenant's feed, whenever. */
  ofRecords(tenant: string, feed: string): SetFault[]
}

export function createFaults(clock: Clock): Faults {
  const faults = new Map<number, SetFault>()
  const asked = new Map<number, number>()
  let revision = 0
  let lastId = 0

  const inForce = (kind: RequestFault, where: Where) => {
    for (const fault of faults.values())
      if (fault.kind === kind && concerns(fault, where) && covers(fault, clock.now())) return fault
    return null
  }

  return {
    get revision() {
      return revision
    },
    set(fault) {
      const complaint = whatIsWrong(fault)
      if (complaint) throw new TypeError(complaint)
      revision++
      const times = fault.times ?? (fault.kind === 'subscriptionStopped' ? 1 : Infinity)
      faults.set(++lastId, { ...fault, times, id: lastId, struck: 0 })
      return lastId
    },
    clear(id) {
      revision++
      if (id === undefined) faults.clear()
      else faults.delete(id)
    },
    list: () => [...faults.values()],
    isOn: inForce,
    strike(kind, where) {
      const fault = inForce(kind, where)
      if (!fault || fault.struck >= fault.times) return null
      const before = asked.get(fault.id) ?? 0
      asked.set(fault.id, before + 1)
      // Spread evenly and without chance: with a share of 0.25 it is every fourth.
      const share = fault.share ?? 1
      if (Math.floor((before + 1) * share) === Math.floor(before * share)) return null
      fault.struck++
      return fault
    },
    ofRecords: (tenant, feed) =>
      [...faults.values()].filter(
        fault =>
          fault.kind in recordFaults &&
          (!fault.tenant || fault.tenant === tenant) &&
          (!fault.on || [fault.on].flat().includes(feed)),
      ),
  }
}

const covers = ({ from = -Infinity, until = Infinity }: Fault, at: number) => at >= from && at < until

/** By the record's own id, so that the same records are struck however they are asked for. */
export function strikesRecord(fault: Fault, id: string, publishedAt: number): boolean {
  if (!covers(fault, publishedAt)) return false
  if (fault.share === undefined || fault.share >= 1) return true
  const drawn = createHash('sha1').update(`${fault.kind}:${id}`).digest().readUInt32BE(0)
  return drawn < fault.share * 2 ** 32
}

function concerns(fault: Fault, { tenant, service, endpoint }: Where): boolean {
  if (fault.tenant && fault.tenant !== tenant) return false
  return !fault.on || [fault.on].flat().some(place => place === service || place === endpoint)
}

function whatIsWrong(fault: Fault): string | null {
  if (!fault || typeof fault !== 'object') return 'a fault is an object with a kind'
  if (!(fault.kind in requestFaults) && !(fault.kind in recordFaults))
    return `no fault of the kind ${fault.kind}; there are ${[requestFaults, recordFaults].flatMap(Object.keys).join(', ')}`
  if (fault.share !== undefined && !(fault.share >= 0 && fault.share <= 1)) return 'share is from 0 to 1'
  return null
}
