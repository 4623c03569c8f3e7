// Correlations on a stream: remembers matches by group, and says what fires. See correlation.ts for what that means.
//
// Each judgement looks at whole groups, sorted by moment, so that late records, records of the same moment and records
// sent twice change nothing. State is bounded three ways:
// - by time: after a judgement, matches older than the timespan and the lateness together are forgotten, unless they
//   belong to a burst that is still going on;
// - per group: beyond `mostPerGroup` matches the oldest are forgotten, so an endless burst shows its latest part;
// - per correlation: beyond `mostGroups` groups the tenth that has been quiet longest is forgotten.
// Of a record only what its correlations read of it is kept, never the record.

import { beginRecord, endRecord } from '../fields/current-record.ts'
import type { SigmaRule } from '../rule.ts'
import { type Burst, type Found, findBursts } from './burst.ts'
import { type Correlation, isCorrelation } from './correlation.ts'
import {
  compare,
  createTally,
  inOrder,
  type Match,
  type Ref,
  recordMatch,
  type Sighting,
  sightingsOf,
} from './match.ts'
import { createReadings, type GroupName, type Reading, type View } from './view.ts'

export interface Firing {
  rule: Correlation
  /** The values of `group-by`, as first seen. */
  group: Record<string, string>
  /** The records that made it fire, by moment. */
  events: Ref[]
  /** Moments of the first and the last of them. */
  from: number
  to: number
}

export interface Correlator {
  /** All rules that one record matched, at once. `at`: milliseconds since 1970. */
  observe(matched: SigmaRule[], record: object, at: number, ref: Ref): void
  /** What fires as far as is known at `now`, and was not told before or has changed since. */
  judge(now: number): Firing[]
  /** The same when no more records will come: nothing is waited for. */
  finish(): Firing[]
}

interface Group {
  correlation: Correlation
  key: string
  values: Record<string, string>
  matches: Match[]
  /** Grows with every use of any group. */
  usedAt: number
  isChanged: boolean
  /** When a window settles or a match can be forgotten although nothing new has come. */
  nextLook: number
  /** Moment of the latest match that was forgotten. */
  forgottenUpTo: number
  /** Fingerprints of what was told. */
  told: ReadonlySet<string>
  /** Groups of other correlations that this one's firings went to. */
  fedInto: ReadonlySet<Group>
}

interface Use {
  correlation: Correlation
  member: number
}

export interface CorrelatorOptions {
  /** How much later than its moment a record may come. Default: a day. */
  latenessMs?: number
  mostPerGroup?: number
  mostGroups?: number
}

const DAY_MS = 86_400_000

/** `correlations` as loadRules gives them: what one refers to stands before it. */
export function createCorrelator(
  correlations: Correlation[],
  { latenessMs = DAY_MS, mostPerGroup = 10_000, mostGroups = 100_000 }: CorrelatorOptions = {},
): Correlator {
  const groups = new Map(correlations.map(correlation => [correlation, new Map<string, Group>()]))
  let uses = 0
  const users = new Map<SigmaRule | Correlation, Use[]>()
  for (const correlation of correlations)
    correlation.members.forEach((member, place) => {
      users.set(member, [...(users.get(member) ?? []), { correlation, member: place }])
    })
  const readings = new Map<SigmaRule, Reading[]>()
  const readingsOf = createReadings(correlations)
  for (const member of users.keys()) if (!isCorrelation(member)) readings.set(member, readingsOf(member))

  function groupOf(correlation: Correlation, { key, values }: GroupName): Group {
    const all = groups.get(correlation)!
    let group = all.get(key)
    if (!group) {
      if (all.size >= mostGroups) forgetQuietest(all)
      group = newGroup(correlation, key, values)
      all.set(key, group)
    }
    group.usedAt = ++uses
    return group
  }

  function forgetQuietest(all: Map<string, Group>) {
    const quietest = [...all.values()].sort((one, other) => one.usedAt - other.usedAt)
    for (const { key } of quietest.slice(0, Math.ceil(mostGroups / 10))) all.delete(key)
  }

  function put(group: Group, match: Match) {
    // Most groups have one match: a list of one takes less room than one that was added to.
    if (group.matches.length === 0) group.matches = [match]
    else group.matches.push(match)
    group.isChanged = true
  }

  function observe(matched: SigmaRule[], record: object, at: number, ref: Ref) {
    beginRecord(record)
    for (const rule of matched) {
      const known = readings.get(rule)
      if (!known) continue
      const sighting: Sighting = { at, ref, views: NO_VIEWS }
      let far: Map<Correlation, View> | null = null
      for (const { correlation, member, read } of known) {
        const view = read(record)
        if (!view) continue
        if (member === null) {
          far ??= new Map()
          far.set(correlation, view)
        } else
          for (const name of view.groups)
            put(groupOf(correlation, name), recordMatch(sighting, view, member, null))
      }
      if (far) sighting.views = far
    }
    endRecord()
  }

  function judgeGroup(group: Group, settledBefore: number): Burst<Match>[] {
    group.matches = inOrder(group.matches)
    const surplus = group.matches.length - mostPerGroup
    if (surplus > 0) forgetFirst(group, surplus)
    const found = findBursts(group.correlation, group.matches, {
      settledBefore,
      isCutUpTo: group.forgottenUpTo,
    })
    for (const fed of group.fedInto) {
      // What stands on matches that are forgotten here cannot be found again: it stays until its own time is over.
      fed.matches = fed.matches.filter(match => match.from !== group || match.at <= group.forgottenUpTo)
      fed.isChanged = true
    }
    const fedInto = new Set<Group>()
    for (const use of users.get(group.correlation) ?? []) feed(group, found, use, fedInto)
    group.fedInto = fedInto.size > 0 ? fedInto : NOTHING
    return found.bursts
  }

  /** A correlation's firings become matches of the correlations that refer to it. */
  function feed(
    group: Group,
    { bursts, moments }: Found<Match>,
    { correlation, member }: Use,
    fedInto: Set<Group>,
  ) {
    const into = (each: GroupName, match: Match) => {
      const fed = groupOf(correlation, each)
      put(fed, match)
      fedInto.add(fed)
    }
    const groupsIn = (sighting: Sighting) => sighting.views.get(correlation)?.groups ?? []
    if (correlation.type.startsWith('value_')) {
      // Values belong to records: those of the firings are taken, each at its own moment.
      for (const sighting of sightingsOf(bursts.flatMap(burst => burst.reasons)))
        for (const each of groupsIn(sighting))
          into(each, recordMatch(sighting, sighting.views.get(correlation)!, member, group))
      return
    }
    const { matches } = group
    const reasons = new Set(bursts.flatMap(burst => burst.reasons))
    const seen = createTally<GroupName>()
    const groupsOf = (match: Match) => (reasons.has(match) ? [...sightingsOf([match])].flatMap(groupsIn) : [])
    let first = 0
    let next = 0
    // It stands at each moment at which the condition held: what follows upon a long burst follows upon its end.
    for (const { from, to, burst } of moments) {
      for (; next <= to; next++) for (const each of groupsOf(matches[next]!)) seen.add(each.key, each)
      for (; first < from; first++) for (const each of groupsOf(matches[first]!)) seen.remove(each.key)
      for (const each of seen.values()) {
        const takes = (sighting: Sighting) => groupsIn(sighting).some(({ key }) => key === each.key)
        into(each, {
          at: matches[to]!.at,
          ref: matches[to]!.ref,
          member,
          counted: bursts[burst],
          labels: [],
          numbers: [],
          of: { matches, from, to, takes },
          from: group,
        })
      }
    }
  }

  function judgeAll(settledBefore: number, forgetBefore: number): Firing[] {
    const firings: Firing[] = []
    for (const correlation of correlations) {
      for (const group of groups.get(correlation)!.values()) {
        if (!group.isChanged && forgetBefore <= group.nextLook && settledBefore !== Number.POSITIVE_INFINITY)
          continue
        const bursts = judgeGroup(group, settledBefore)
        const told = new Set<string>()
        for (const burst of bursts) {
          const firing = firingOf(group, burst)
          const fingerprint = JSON.stringify([firing.events.length, firing.events[0], firing.events.at(-1)])
          if (!group.told.has(fingerprint)) firings.push(firing)
          told.add(fingerprint)
        }
        group.told = told.size > 0 ? told : NOTHING
        group.isChanged = false
        forget(group, bursts, forgetBefore)
        if (!group.matches.length) groups.get(correlation)!.delete(group.key)
      }
    }
    return firings
  }

  return {
    observe,
    judge: now => judgeAll(now - latenessMs, now - latenessMs),
    finish: () => judgeAll(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  }
}

/** There are many groups, and few of them fire. */
const NOTHING: ReadonlySet<never> = new Set()
const NO_VIEWS: ReadonlyMap<Correlation, View> = new Map()

const newGroup = (correlation: Correlation, key: string, values: Record<string, string>): Group => ({
  correlation,
  key,
  values,
  matches: [],
  usedAt: 0,
  isChanged: true,
  nextLook: Number.POSITIVE_INFINITY,
  forgottenUpTo: Number.NEGATIVE_INFINITY,
  told: NOTHING,
  fedInto: NOTHING,
})

function firingOf(group: Group, burst: Burst<Match>): Firing {
  const sightings = [...sightingsOf(burst.reasons)]
  sightings.sort((one, other) => one.at - other.at || compare(one.ref, other.ref))
  return {
    rule: group.correlation,
    group: group.values,
    events: [...new Set(sightings.map(({ ref }) => ref))],
    from: sightings[0]!.at,
    to: sightings.at(-1)!.at,
  }
}

function forget(group: Group, bursts: Burst<Match>[], before: number) {
  let kept = group.matches.findIndex(match => match.at >= before - group.correlation.timespanMs)
  if (kept < 0) kept = group.matches.length
  group.nextLook = (group.matches[kept]?.at ?? Number.POSITIVE_INFINITY) + group.correlation.timespanMs
  for (const burst of bursts.toReversed()) if (burst.from < kept && kept <= burst.to) kept = burst.from
  forgetFirst(group, kept)
}

function forgetFirst(group: Group, count: number) {
  if (!count) return
  group.forgottenUpTo = group.matches[count - 1]!.at
  // A new list: stretches of the old one are still in use.
  group.matches = group.matches.slice(count)
}
