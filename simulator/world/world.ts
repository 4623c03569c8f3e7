// The fictional world: tenants, their people and the attacks on them, as the records Microsoft 365 would log.
import type { Act } from './act.ts'
import type { AttackOrder, AttackTruth } from './attacks/attack.ts'
import { type CarriedOut, carryOut } from './attacks/carry-out.ts'
import { dayMs, dayOf } from './calendar.ts'
import type { Company } from './cast.ts'
import { makeCompany } from './company.ts'
import { dayOfCompany } from './day.ts'
import {
  changesOf,
  type DirectoryChange,
  type GraphUser,
  type SubscribedSku,
  skusAt,
  usersAt,
} from './directory.ts'
import { KeptDays } from './kept-days.ts'
import { seedFrom } from './random.ts'
import { type Feed, type LoggedRecord, longestDelayMs, mayBePublishedIn } from './records/published.ts'
import { writeRecords } from './records/write.ts'

/** What a tenant is to be like. Whatever is left out is drawn from the seed. */
export interface TenantOrder {
  /** 5 to 5,000. */
  people: number
  name?: string
  directoryTenantId?: string
  domain?: string
  /** Whether Graph shows sign-ins (Entra ID P1). */
  hasP1?: boolean
  /** ISO 3166 alpha-2 of the head office. */
  country?: string
  /** Whether all laptops reach the internet through a security gateway. */
  hasProxy?: boolean
  attacks?: AttackOrder[]
}

export interface WorldOrder {
  seed: number
  tenants: TenantOrder[]
  from: Date
  to: Date
}

export interface WorldTenant {
  directoryTenantId: string
  name: string
  /** Verified domain. */
  domain: string
  /** The '.onmicrosoft.com' one. */
  initialDomain: string
  country: string
  hasP1: boolean
  /** As Graph shows them at the world's end. */
  users: GraphUser[]
  skus: SubscribedSku[]
  /** What changed in the directory between the world's start and end, oldest first. */
  changes: DirectoryChange[]
  /** The directory as it stood at a moment. */
  usersAt(at: number): GraphUser[]
}

export interface World {
  seed: number
  from: number
  to: number
  tenants: WorldTenant[]
}

export type { AttackTruth, DirectoryChange, Feed, GraphUser, LoggedRecord, SubscribedSku }

interface Inside {
  company: Company
  attacks: CarriedOut[]
  /** The last days asked for, so that short windows of one day cost one making. */
  kept: KeptDays
}

const insides = new WeakMap<WorldTenant, Inside>()

function insideOf(tenant: WorldTenant): Inside {
  const inside = insides.get(tenant)
  if (!inside) throw new Error('this tenant was not made by createWorld')
  return inside
}

export function createWorld(order: WorldOrder): World {
  const from = order.from.getTime()
  const to = order.to.getTime()
  if (!(from < to)) throw new Error(`a world must begin before it ends: from ${order.from} to ${order.to}`)
  const seed = seedFrom(order.seed)
  const tenants = order.tenants.map((each, index) => {
    if (!Number.isInteger(each.people) || each.people < 5 || each.people > 5000) {
      throw new Error(`tenant ${index}: people must be a whole number from 5 to 5,000, not ${each.people}`)
    }
    const company = makeCompany(seed, index, each)
    const tenant: WorldTenant = {
      directoryTenantId: company.directoryTenantId,
      name: company.name,
      domain: company.domain,
      initialDomain: company.initialDomain,
      country: company.country,
      hasP1: company.hasP1,
      users: usersAt(company, to),
      skus: skusAt(company, to),
      changes: changesOf(company, from, to),
      usersAt: at => usersAt(company, at),
    }
    const attacks = (each.attacks ?? []).map((attack, number) => carryOut(company, attack, number))
    insides.set(tenant, { company, attacks, kept: new KeptDays(2, 2_000_000) })
    return tenant
  })
  return { seed: order.seed, from, to, tenants }
}

/** What happened on a UTC day, oldest first. */
function actsOn({ company, attacks, kept }: Inside, day: number): Act[] {
  return kept.of(company, day, () => {
    const start = day * dayMs
    const acts: Act[] = []
    const take = (more: Act[]) => {
      for (const act of more) if (act.at >= start && act.at < start + dayMs) acts.push(act)
    }
    // A local day reaches into the UTC days beside it.
    for (const local of [day - 1, day, day + 1]) take(dayOfCompany(company, local))
    for (const attack of attacks) take(attack.acts)
    return acts.sort((a, b) => a.at - b.at || a.a - b.a || a.b - b.b)
  })
}

/** What happened in [fromMs, toMs), in order of `at`. */
export function* recordsOf(tenant: WorldTenant, fromMs: number, toMs: number): Generator<LoggedRecord> {
  const inside = insideOf(tenant)
  const out: LoggedRecord[] = []
  for (let day = dayOf(fromMs); day * dayMs < toMs; day++) {
    for (const act of actsOn(inside, day)) {
      if (act.at < fromMs) continue
      if (act.at >= toMs) break
      out.length = 0
      writeRecords(inside.company, act, out)
      yield* out
    }
  }
}

/** What was published in [fromMs, toMs), in order of `publishedAt`: what a service hands out as new. */
export function publishedIn(tenant: WorldTenant, fromMs: number, toMs: number): LoggedRecord[] {
  const inside = insideOf(tenant)
  const out: LoggedRecord[] = []
  const written: LoggedRecord[] = []
  const earliest = fromMs - longestDelayMs
  for (let day = dayOf(earliest); day * dayMs < toMs; day++) {
    for (const act of actsOn(inside, day)) {
      if (act.at < earliest) continue
      if (act.at >= toMs) break
      if (!mayBePublishedIn(act, fromMs, toMs)) continue
      written.length = 0
      writeRecords(inside.company, act, written)
      for (const each of written) if (each.publishedAt >= fromMs && each.publishedAt < toMs) out.push(each)
    }
  }
  return out.sort((a, b) => a.publishedAt - b.publishedAt || (a.id < b.id ? -1 : 1))
}

/** The truth: what attackers did, in the order in which the attacks were ordered. */
export function attacksOf(tenant: WorldTenant): AttackTruth[] {
  return insideOf(tenant).attacks.map(each => each.truth)
}
