// Where people of a tenant have got in, and which places are so many people's that they are nobody's in particular.

import type { Manner } from './memory/manner.ts'
import { isHostingLike, type Origin } from './memory/origin.ts'
import { SHARED } from './weights.ts'

export interface SiteUse {
  everybody: number
  /** On which day the first of them was there, and the second. */
  first: number
  second: number
  /** Who was there for days, and not without the machines that they name elsewhere. */
  people: number
  /** Who was there for days, and names a machine nowhere: on which day first. Of many the earliest will do. */
  unnamed: number[]
  longPeople: number
  /** Of those, who was there for so long as SHARED.server says: on which day first. */
  since: number[]
}

/** Whether a machine was named at a site: true once it was, null where no record speaks of machines. */
export function namesMachine(before: boolean | null, { deviceId, isBare }: Manner): boolean | null {
  if (before || deviceId !== null) return true
  return isBare ? false : before
}

/**
 * Notes on which days somebody was at each site, and whether they named a machine there. Gives back the first of all days.
 */
export function noteSites(
  uses: Map<string, SiteUse>,
  days: Map<string, Set<number>>,
  named: Map<string, boolean | null>,
): number {
  let begin = Number.POSITIVE_INFINITY
  const isNamed = [...named.values()].includes(true)
  for (const [site, on] of days) {
    const use = uses.get(site) ?? newUse()
    uses.set(site, use)
    use.everybody++
    const first = Math.min(...on)
    use.second = Math.min(use.second, Math.max(use.first, first))
    use.first = Math.min(use.first, first)
    begin = Math.min(begin, first)
    if (on.size >= SHARED.people.days) {
      if (!isNamed) use.unnamed.push(first)
      else if (named.get(site) !== false) use.people++
    }
    if (on.size < SHARED.hosting.days) continue
    use.longPeople++
    if (Math.max(...on) - first >= SHARED.server.spanDays) use.since.push(first)
  }
  return begin
}

/** A day that does not come. */
export const NEVER = 2 ** 30

const newUse = (): SiteUse => ({
  everybody: 0,
  first: NEVER,
  second: NEVER,
  people: 0,
  unnamed: [],
  longPeople: 0,
  since: [],
})

/** Whether people had come there before that day: more than one, who may have been robbed first. */
export const isOldPlace = (use: SiteUse | undefined, day: number): boolean =>
  use !== undefined && use.second < day

/**
 * Whether so many people work from there that it is nobody's in particular: an office, its VPN, its proxy, its server. `begin` is the
 * first day of all records.
 */
export function isSharedBy(use: SiteUse | undefined, origin: Origin, begin: number): boolean {
  if (!use || origin.kind === 'tor') return false
  const { people, unnamed, hosting, server } = SHARED
  if (!isHostingLike(origin)) {
    const early = use.unnamed.filter(day => day - begin <= unnamed.withinDays)
    return use.people + early.length >= people.users || use.people + use.unnamed.length >= unnamed.users
  }
  if (use.longPeople >= hosting.users) return true
  return use.since.filter(day => day - begin <= server.withinDays).length >= server.users
}
