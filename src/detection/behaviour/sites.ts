// Where people of a tenant have got in, and which places are so many people's that they are nobody's in particular.

import { isHostingLike, type Origin } from './memory/origin.ts'
import { SHARED } from './weights.ts'

export interface SiteUse {
  everybody: number
  people: number
  longPeople: number
  /** Of those, who was there for so long as SHARED.server says: on which day first. */
  since: number[]
}

/** Notes on which days somebody was at each site. Gives back the first of all days. */
export function noteSites(uses: Map<string, SiteUse>, days: Map<string, Set<number>>): number {
  let begin = Number.POSITIVE_INFINITY
  for (const [site, on] of days) {
    const use = uses.get(site) ?? { everybody: 0, people: 0, longPeople: 0, since: [] }
    uses.set(site, use)
    use.everybody++
    const first = Math.min(...on)
    begin = Math.min(begin, first)
    if (on.size >= SHARED.people.days) use.people++
    if (on.size < SHARED.hosting.days) continue
    use.longPeople++
    if (Math.max(...on) - first >= SHARED.server.spanDays) use.since.push(first)
  }
  return begin
}

/**
 * Whether so many people work from there that it is nobody's in particular: an office, its VPN, its proxy, its server. `begin` is the
 * first day of all records.
 */
export function isSharedBy(use: SiteUse | undefined, origin: Origin, begin: number): boolean {
  if (!use || origin.kind === 'tor') return false
  const { people, hosting, server } = SHARED
  if (!isHostingLike(origin)) return use.people >= people.users
  if (use.longPeople >= hosting.users) return true
  return use.since.filter(day => day - begin <= server.withinDays).length >= server.users
}
