// How many accounts a tenant had on each day it was watched: people join, people leave.
import { addDays, type Day } from '../days.ts'
import type { Random } from './random.ts'

export interface Headcount {
  day: Day
  totalLicensedUsers: number
  billableUsers: number
}

interface Watched {
  from: Day
  through: Day
  /** Licensed accounts on the last day. */
  seats: number
}

const isWeekend = (day: Day) => [0, 6].includes(new Date(day).getUTCDay())

/** Oldest day first. Told backwards from the last day, so that it ends where the directory stands. */
export function headcountOf(random: Random, { from, through, seats }: Watched): Headcount[] {
  // Most tenants grow, some shrink; all have people come and go.
  const turnoverPerYear = 0.15 + 0.25 * random.fraction()
  const growthPerYear = -0.2 + 0.55 * random.fraction()
  const joining = (seats * (turnoverPerYear + Math.max(0, growthPerYear))) / 260
  const leaving = (seats * (turnoverPerYear - Math.min(0, growthPerYear))) / 260
  const howMany = (perDay: number) => Math.floor(perDay) + (random.chance(perDay % 1) ? 1 : 0)

  const days: Headcount[] = []
  let licensed = seats
  let unpaid = Math.round(seats * (0.03 + 0.09 * random.fraction()))
  for (let day = through; day >= from; day = addDays(day, -1)) {
    days.push({ day, totalLicensedUsers: licensed, billableUsers: licensed - unpaid })
    const [joined, gone, shift] = [howMany(joining), howMany(leaving), random.fraction()]
    if (isWeekend(day)) continue
    licensed = Math.max(Math.ceil(seats / 3), licensed - joined + gone)
    if (shift < 0.02) unpaid = Math.max(0, unpaid - 1)
    else if (shift > 0.98) unpaid = Math.min(Math.floor(licensed / 5), unpaid + 1)
    unpaid = Math.min(unpaid, licensed)
  }
  return days.reverse()
}
