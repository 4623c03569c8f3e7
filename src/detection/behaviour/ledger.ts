// What is remembered of each person's activities while they are judged: each record once, everyday ones summed up.
import type { Activity } from '../../events/activity.ts'
import { createSeen } from './seen.ts'
import { byTime, createTraces, isEveryday, type RuleMatch, type Trace } from './trace.ts'

export interface Person {
  /** User principal name in lower case; the directory id where no log named it. */
  user: string
  name: string | null
  userId: string | null
  tenant: string | null
  traces: Trace[]
}

export interface Ledger {
  /** Takes an activity; false when its record is already in. */
  add(activity: Activity, match: () => RuleMatch[]): boolean
  /** Notes that a rule over several records matched: with the last of them of each person. */
  addMatch(ids: string[], match: RuleMatch): void
  /** Everybody, by name, their traces in order of time. */
  people(): Person[]
  /** Records taken in, and those that came again. */
  counts(): { taken: number; repeated: number }
}

const TEN_MINUTES = 600_000
const FIRST_TIDYING = 256

interface Entry extends Person {
  tidyAt: number
}

export function createLedger(): Ledger {
  const seen = createSeen()
  const traces = createTraces()
  const entries = new Map<string, Entry>()
  const namesById = new Map<string, string>()
  const matched = new Map<string, { trace: Trace; who: string }>()
  let taken = 0
  let repeated = 0

  function entryOf(user: string): Entry {
    let entry = entries.get(user)
    if (!entry) {
      entry = { user, name: null, userId: null, tenant: null, traces: [], tidyAt: FIRST_TIDYING }
      entries.set(user, entry)
    }
    return entry
  }

  function remember(entry: Entry, trace: Trace): void {
    entry.traces.push(trace)
    if (entry.traces.length < entry.tidyAt) return
    entry.traces = sumUp(entry.traces)
    entry.tidyAt = Math.max(FIRST_TIDYING, entry.traces.length * 2)
  }

  return {
    add(activity, match) {
      if (!seen.isNew(activity.id)) {
        repeated++
        return false
      }
      taken++
      const matches = match()
      const who = whoseOf(activity)
      if (who === null) return true
      const { user, userId, userName, tenant } = activity
      if (user !== null && userId !== null) {
        const named = namesById.get(userId)
        if (named === undefined || user < named) namesById.set(userId, user)
      }
      const entry = entryOf(who)
      // The smallest rather than the first: what is kept must not hang on the order of arrival.
      if (user === who || user === null) {
        if (userName !== null && (entry.name === null || userName < entry.name)) entry.name = userName
        if (userId !== null && (entry.userId === null || userId < entry.userId)) entry.userId = userId
      }
      if (tenant !== null && (entry.tenant === null || tenant < entry.tenant)) entry.tenant = tenant
      const trace = traces.trace(activity, matches)
      if (matches.length > 0) matched.set(trace.id, { trace, who })
      remember(entry, trace)
      return true
    },
    addMatch(ids, match) {
      const last = new Map<string, Trace>()
      for (const id of ids) {
        const found = matched.get(id)
        if (!found) continue
        const known = last.get(found.who)
        if (!known || byTime(known, found.trace) < 0) last.set(found.who, found.trace)
      }
      for (const { particulars } of last.values())
        if (particulars && !particulars.matches.some(({ id }) => id === match.id))
          particulars.matches = [...particulars.matches, match]
    },
    people() {
      for (const [who, entry] of [...entries]) {
        const name = who.startsWith('id:') ? namesById.get(who.slice(3)) : undefined
        if (name === undefined) continue
        const named = entryOf(name)
        for (const trace of entry.traces) named.traces.push(trace)
        named.userId ??= entry.userId
        named.name ??= entry.name
        named.tenant ??= entry.tenant
        entries.delete(who)
      }
      return [...entries.values()]
        .sort((a, b) => (a.user < b.user ? -1 : 1))
        .map(entry => {
          entry.traces = sumUp(entry.traces)
          return entry
        })
    },
    counts: () => ({ taken, repeated }),
  }
}

/** The account an activity speaks of: who acted, or for the vendor's alerts whom they are about. */
function whoseOf({ action, user, userId, targetUser, actorApp }: Activity): string | null {
  if (user !== null) return user
  if (action === 'alert' && targetUser !== null) return targetUser
  if (userId !== null && actorApp === null) return `id:${userId}`
  return null
}

/** Beyond this many different ones in ten minutes they are found by name. */
const FEW = 24

/**
 * Traces in order of time, everyday ones that are alike within ten minutes joined. Sums and smallest: the order they
 * came in is no matter.
 */
export function sumUp(traces: Trace[]): Trace[] {
  traces.sort(byTime)
  const kept: Trace[] = []
  let window = -1
  let open: Trace[] = []
  let byKey: Map<string, Trace> | null = null
  const names = createNames()
  for (const trace of traces) {
    if (!isEveryday(trace)) {
      kept.push(trace)
      continue
    }
    const now = Math.floor(trace.at / TEN_MINUTES)
    if (now !== window) {
      window = now
      open = []
      byKey = null
    }
    if (open.length > FEW && byKey === null) byKey = new Map(open.map(each => [names(each), each]))
    const first = byKey
      ? byKey.get(names(trace))
      : open.find(
          each =>
            each.manner === trace.manner && each.origin === trace.origin && each.session === trace.session,
        )
    if (!first) {
      open.push(trace)
      byKey?.set(names(trace), trace)
      kept.push(trace)
      continue
    }
    if (trace.until > first.until) first.until = trace.until
    first.records += trace.records
    first.items += trace.items
  }
  return kept
}

/** A name for what makes traces alike. */
function createNames(): (trace: Trace) => string {
  const numbers = new Map<unknown, number>()
  const numberOf = (part: unknown): number => {
    let number = numbers.get(part)
    if (number === undefined) {
      number = numbers.size
      numbers.set(part, number)
    }
    return number
  }
  return ({ session, origin, manner }) => `${numberOf(session)}.${numberOf(origin)}.${numberOf(manner)}`
}
