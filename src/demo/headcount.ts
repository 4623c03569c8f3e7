// How many accounts a tenant had on each day it was watched, counted from the licences they held.
import { addDays, type Day } from '../days.ts'
import type { UserLicence } from '../directory/licences.ts'
import { isBillable } from '../usage/skus.ts'

export interface Headcount {
  day: Day
  totalLicensedUsers: number
  billableUsers: number
}

/** Oldest day first. */
export function headcountOf(
  licences: UserLicence[],
  { from, through }: { from: Day; through: Day },
): Headcount[] {
  const days: Headcount[] = []
  const placeOf = new Map<Day, number>()
  for (let day = from; day <= through; day = addDays(day, 1)) {
    placeOf.set(day, days.length)
    days.push({ day, totalLicensedUsers: 0, billableUsers: 0 })
  }
  const end = addDays(through, 1)
  for (const held of Map.groupBy(licences, ({ userId }) => userId).values()) {
    // What an account holds changes on few days; between them its count stays.
    const turns = [
      ...new Set([from, end, ...held.flatMap(({ assignedOn, removedOn }) => [assignedOn, removedOn ?? end])]),
    ]
      .filter(day => day >= from && day <= end)
      .sort()
    for (const [index, first] of turns.entries()) {
      const next = turns[index + 1]
      if (next === undefined) continue
      const skus = held
        .filter(
          ({ assignedOn, removedOn }) => assignedOn <= first && (removedOn === null || removedOn > first),
        )
        .map(({ sku }) => sku)
      if (!skus.length) continue
      const billable = isBillable(skus) ? 1 : 0
      for (let place = placeOf.get(first)!; place < (placeOf.get(next) ?? days.length); place++) {
        days[place]!.totalLicensedUsers++
        days[place]!.billableUsers += billable
      }
    }
  }
  return days
}
