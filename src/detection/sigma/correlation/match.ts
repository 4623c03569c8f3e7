// The matches that a correlator remembers, and the records behind them.
import type { Correlation } from './correlation.ts'
import type { Entry } from './gauge.ts'
import type { View } from './view.ts'

/** How the caller calls a record: a line number, an id. */
export type Ref = string | number

export interface Sighting {
  at: number
  ref: Ref
  /** What the correlations see of it that it can only reach through another's firing. */
  views: ReadonlyMap<Correlation, View>
}

export interface Match extends Entry {
  ref: Ref
  /** The record, or the stretch of another group whose firing this is. */
  of: Sighting | Stretch
  /** The group of the correlation whose firing this is; null for a record. */
  from: object | null
}

interface Stretch {
  matches: Match[]
  from: number
  to: number
  /** Whether a record in the stretch belongs to the group that the match is in. */
  takes(sighting: Sighting): boolean
}

export const recordMatch = (
  sighting: Sighting,
  { labels, numbers }: View,
  member: number,
  from: object | null,
): Match => ({
  at: sighting.at,
  ref: sighting.ref,
  member,
  counted: sighting.ref,
  labels,
  numbers,
  of: sighting,
  from,
})

/** By moment, rule and record; what came twice stands once. */
export function inOrder(matches: Match[]): Match[] {
  const sorted = matches.toSorted(
    (one, other) => one.at - other.at || one.member - other.member || compare(one.ref, other.ref),
  )
  return sorted.filter((match, place) => {
    const before = sorted[place - 1]
    return (
      !before ||
      before.at !== match.at ||
      before.ref !== match.ref ||
      before.member !== match.member ||
      before.counted !== match.counted
    )
  })
}

export function compare(one: Ref, other: Ref): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [left, right] = [String(one), String(other)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** The records behind matches. Stretches of one group overlap from moment to moment, and are walked through once. */
export function sightingsOf(matches: Match[]): Set<Sighting> {
  const sightings = new Set<Sighting>()
  let walked: Stretch | null = null
  for (const { of } of matches) {
    if (!('matches' in of)) {
      sightings.add(of)
      continue
    }
    const isGoingOn = walked?.matches === of.matches && walked.from <= of.from && of.from <= walked.to
    const from: number = isGoingOn ? Math.max(of.from, walked!.to + 1) : of.from
    for (const sighting of sightingsOf(of.matches.slice(from, of.to + 1)))
      if (of.takes(sighting)) sightings.add(sighting)
    walked = of
  }
  return sightings
}

export function createTally<T>() {
  const counts = new Map<string, { value: T; count: number }>()
  return {
    add(key: string, value: T) {
      const known = counts.get(key)
      if (known) known.count++
      else counts.set(key, { value, count: 1 })
    },
    remove(key: string) {
      const known = counts.get(key)!
      if (--known.count === 0) counts.delete(key)
    },
    values: () => [...counts.values()].map(({ value }) => value),
  }
}
