// How many records an hour usually brings to a feed, and whether it has fallen silent. Pure.
import type { Day } from '../days.ts'

/** Records by the hour (UTC) they happened in. */
export interface DayCounts {
  day: Day
  /** 24 of them. */
  counts: number[]
}

export interface Rate {
  /** Records of the last hour that vendors have usually delivered by now. */
  perHour: number
  /** What that hour brings in other weeks; null while there is no full week to compare with. */
  usual: number | null
  /** Since when nothing has come although something should have; null when that may be chance. */
  silentSince: Date | null
}

const HOUR = 3_600_000
const WEEK_HOURS = 168
const WEEKS = 4
// Vendors deliver most records within it.
const DELIVERY_HOURS = 2
// With this many expected and none seen, chance is ruled out: e^-12 is six in a million.
const EXPECTED_IN_SILENCE = 12
// Long enough for the norm of the hours before it to count for nothing: a feed that ended is silent, not busy again.
const LONGEST_LOOK_HOURS = 21 * 24

export function rateOf(
  days: DayCounts[],
  { now, watchingSince, lastRecordAt }: { now: Date; watchingSince: Date; lastRecordAt: Date | null },
): Rate {
  const byDay = new Map(days.map(({ day, counts }) => [day, counts]))
  const countAt = (hour: number) => {
    const at = new Date(hour * HOUR)
    return byDay.get(at.toISOString().slice(0, 10))?.[at.getUTCHours()] ?? 0
  }
  const first = firstHour(days)
  const current = Math.floor(now.getTime() / HOUR)
  const measured = current - DELIVERY_HOURS
  /** The mean of the same hour of the week before, over as many weeks as there are. */
  const usualAt = (hour: number, before: number): number | null => {
    let [sum, weeks] = [0, 0]
    for (let at = hour - WEEK_HOURS; at >= first && weeks < WEEKS; at -= WEEK_HOURS) {
      // Hours of the silence itself say nothing about what is usual.
      if (at > before) continue
      sum += countAt(at)
      weeks++
    }
    return weeks ? sum / weeks : null
  }
  // Counted from when it was watched: nothing is missed of a time in which nobody looked.
  const since = Math.max(lastRecordAt?.getTime() ?? 0, watchingSince.getTime())
  const last = Math.floor(since / HOUR)
  let expected = 0
  for (let hour = Math.max(last + 1, measured - LONGEST_LOOK_HOURS); hour <= measured; hour++)
    expected += usualAt(hour, last) ?? 0
  return {
    perHour: countAt(measured),
    usual: usualAt(measured, last),
    silentSince: expected >= EXPECTED_IN_SILENCE ? new Date(since) : null,
  }
}

function firstHour(days: DayCounts[]): number {
  let first = Number.POSITIVE_INFINITY
  for (const { day, counts } of days) {
    const hour = counts.findIndex(count => count > 0)
    if (hour >= 0) first = Math.min(first, Date.parse(`${day}T00:00:00.000Z`) / HOUR + hour)
  }
  return first
}
