// Groups of visits that are one attack, though nothing but the time ties them.
import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import { isPhishingPage } from '../behaviour/entry/flows.ts'
import { DAY, HOUR } from '../behaviour/memory/visits.ts'
import { ENOUGH, JOIN } from '../behaviour/weights.ts'
import type { Judged } from './judged.ts'

/** Visits of one attacker, and deeds of theirs that no visit holds. */
export interface Group {
  group: Judged[]
  loose: DeedSignal[]
}

export interface WeighedGroup extends Group {
  total: number
}

/**
 * Later evidence joins the attack that is going on, unless long quiet and nothing in common keep them apart: less long where
 * the password was renewed since. Soon after one, what would not be enough by itself is more likely the attacker again than
 * anybody else.
 */
export function mergeNear(groups: WeighedGroup[], renewals: number[]): Group[] {
  const merged: Group[] = []
  let page: Group | null = null
  for (const { group, loose, total } of groups) {
    const last = merged.at(-1)
    const end = last ? endOf(last) : 0
    const next = group[0]!.visit.first
    const quiet = next - end
    const isRenewed = renewals.some(at => at > end && at < next)
    if (last && quiet <= (total >= ENOUGH ? patienceWith(last, isRenewed) : JOIN.again.days) * DAY) {
      merged[merged.length - 1] = joined(last, { group, loose })
    } else if (total >= ENOUGH) {
      const isLed = page !== null && next - endOf(page) <= pageOf(page.group, group).hours * HOUR
      merged.push(isLed ? joined(page!, { group, loose }) : { group, loose })
    } else if (group.some(one => isPhishingPage(one, pageOf(group).points))) {
      // Not enough by itself, but how they came in if somebody comes soon after.
      page = { group, loose }
    }
  }
  return merged
}

const pageOf = (...groups: Judged[][]) =>
  groups.flat().every(({ visit }) => visit.session === null) ? JOIN.afterPageUntold : JOIN.afterPage

const endOf = ({ group }: Group): number => Math.max(...group.map(({ visit }) => visit.last))

const joined = (one: Group, other: Group): Group => ({
  group: [...one.group, ...other.group].sort((a, b) => a.visit.first - b.visit.first),
  loose: [...one.loose, ...other.loose],
})

const patienceWith = (last: Group, isRenewed: boolean): number =>
  hasKey(last) ? JOIN.quietDaysWithKey : isRenewed ? JOIN.quietDays : JOIN.quietDaysWithPassword

const KEYS = new Set<string>(JOIN.keys)

const hasKey = ({ group, loose }: Group): boolean =>
  [...group.flatMap(({ deeds }) => deeds), ...loose].some(({ name }) => KEYS.has(name))
