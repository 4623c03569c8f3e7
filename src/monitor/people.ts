// What is remembered of people between judgements, so that only what is new of them need be read.
import type { Tx } from '../database/in-organization.ts'
import { createLedger, type Ledger, type Person, refOf } from '../detection/behaviour/memory/ledger.ts'
import { DAY, dayOf } from '../detection/behaviour/memory/visits.ts'
import { recordsOfUser } from '../events/stored/judging.ts'
import { asActivity, type Reading } from './reading.ts'
import type { Observed, RulesInForce } from './rules-in-force.ts'

export interface PeopleOptions {
  lookBackDays: number
  /** Of all people together; those not asked for longest are forgotten, and read anew when needed. */
  mostTraces?: number
  /** Of one person; the oldest are left out. */
  mostRecords?: number
}

interface LoadPerson {
  tenantId: string
  directoryTenantId: string
  /** All that they were called, the present one last. */
  names: string[]
  /** Their newest record. */
  newestAt: Date
  /** Where more than the usual look-back is asked for. */
  historyFrom: Date | null
  through: number
  rules: RulesInForce
  reading: Reading
}

interface Remembered {
  ledger: Ledger
  observed: Observed[]
  names: string
  rules: string
  since: number
  through: number
  traces: number
}

export interface People {
  /** The person as their records of the look-back show them: the same whether or not they were remembered. */
  load(tx: Tx, organizationId: string, given: LoadPerson): Promise<{ person: Person; since: number } | null>
  forget(): void
}

export function rememberPeople({
  lookBackDays,
  mostTraces = 400_000,
  mostRecords = 50_000,
}: PeopleOptions): People {
  const people = new Map<string, Remembered>()
  let traces = 0
  return {
    async load(tx, organizationId, given) {
      const { tenantId, directoryTenantId, newestAt, historyFrom, through, rules, reading } = given
      const user = given.names.at(-1)!
      const names = given.names.join('\n')
      const key = `${tenantId} ${user}`
      // Whole days: what is left out of the look-back does not hang on the hour of judging.
      const usual = dayOf(newestAt.getTime()) - lookBackDays
      const since = Math.min(usual, dayOf(historyFrom?.getTime() ?? newestAt.getTime())) * DAY
      const before = people.get(key)
      traces -= before?.traces ?? 0
      people.delete(key)
      const isGood =
        before &&
        before.names === names &&
        before.rules === rules.name &&
        before.through <= through &&
        before.since <= since
      const known: Remembered = isGood
        ? before
        : { ledger: createLedger(), observed: [], names, rules: rules.name, since, through: 0, traces: 0 }
      const records = await recordsOfUser(tx, organizationId, {
        tenantId,
        names: given.names,
        since: new Date(since),
        after: known.through,
        through,
        most: mostRecords,
      })
      for (const record of records) {
        const activity = asActivity(record, { directoryTenantId, reading })
        if (activity === null || !known.ledger.isNew(activity)) continue
        const matched = rules.matched(activity)
        // Under the name they have now, whatever the record calls them.
        const isObserved = rules.isObserved(matched)
        known.ledger.add(
          { ...activity, user },
          { matches: rules.asMatches(matched), ref: isObserved ? refOf(activity) : null },
        )
        if (isObserved) known.observed.push({ matched, activity })
      }
      known.observed = known.observed.filter(({ activity }) => activity.at >= since)
      if (known.observed.length > 0)
        for (const { refs, match } of rules.correlate(known.observed)) known.ledger.addMatch(refs, match)
      known.through = through
      const person = known.ledger.people().find(each => each.user === user)
      const all = person?.traces ?? []
      known.traces = all.length
      people.set(key, known)
      traces += known.traces
      for (const [oldest, { traces: count }] of people) {
        if (traces <= mostTraces || oldest === key) break
        people.delete(oldest)
        traces -= count
      }
      if (!person) return null
      const current = all.filter(({ at }) => at >= since)
      return current.length > 0 ? { person: { ...person, traces: current }, since } : null
    },
    forget() {
      people.clear()
      traces = 0
    },
  }
}
