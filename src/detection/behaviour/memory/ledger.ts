// What is remembered of each person's activities while they are judged: each record once, everyday ones summed up.
import type { Activity } from '../../../events/activity.ts'
import { accountsAmong } from './names.ts'
import { fullest, type Origin } from './origin.ts'
import { createSeen } from './seen.ts'
import { createShelf, type Stack } from './shelf.ts'
import { joinLately, type Lately, newLately, sumUp } from './sum-up.ts'
import { createTraces, isOneOfMany, type Particulars, type RuleMatch, type Trace } from './trace.ts'

export interface Person {
  /** User principal name in lower case; the directory id where no log named it. */
  user: string
  name: string | null
  userId: string | null
  tenant: string | null
  isGuest: boolean
  /** When a record says that the account was made; null when none does. */
  madeAt: number | null
  /** Where there are many, made anew whenever they are asked for (see shelf.ts). */
  readonly traces: Trace[]
}

export interface Matched {
  matches: RuleMatch[]
  /** The record's name, where a rule over several records may speak of it later. */
  ref: string | null
}

export interface Ledger {
  /** Whether its record is not in yet; asked once, as from then on it is. */
  isNew(activity: Activity): boolean
  /** Takes an activity that is new. */
  add(activity: Activity, matched: Matched): void
  /** Notes that a rule over several records matched: with the last of them of each person. */
  addMatch(refs: string[], match: RuleMatch): void
  /** Told when no more such matches will come. */
  forgetRefs(): void
  /** Everybody, by name, their traces in order of time. */
  people(): Person[]
  /** Records taken in, those that came again, and how many people they are of. */
  counts(): { taken: number; repeated: number; people: number }
}

export interface LedgerOptions {
  /** How many traces, of all people, are kept at hand: to put away few costs more than it saves. */
  mostAtHand?: number
}

/** Beyond, so many of each; whatever nothing more can be added to is put away then. */
const AT_HAND = 64

interface Entry extends Omit<Person, 'traces' | 'madeAt'> {
  key: string
  atHand: Trace[]
  lately: Lately
  away: Stack[]
  first: number
  last: number
  /** The id that this name was noted for last. */
  notedId: string | null
}

/** A record that a rule over several may speak of. Not its trace: many wait, and of few it is asked for. */
interface Pointed {
  who: string
  at: number
  particulars: Particulars | null
}

export function createLedger({ mostAtHand = 60_000 }: LedgerOptions = {}): Ledger {
  const seen = createSeen()
  const traces = createTraces()
  const shelf = createShelf()
  const entries = new Map<string, Entry>()
  const namesById = new Map<string, string>()
  const matched = new Map<string, Pointed>()
  const made = new Map<string, number>()
  let taken = 0
  let repeated = 0
  /** Of all people together. */
  let atHand = 0

  function entryOf(user: string): Entry {
    let entry = entries.get(user)
    if (!entry) {
      entry = {
        key: user,
        user,
        name: null,
        userId: null,
        tenant: null,
        isGuest: false,
        atHand: [],
        lately: newLately(),
        away: [],
        first: Number.POSITIVE_INFINITY,
        last: 0,
        notedId: null,
      }
      entries.set(user, entry)
    }
    return entry
  }

  function remember(entry: Entry, trace: Trace): void {
    if (trace.at < entry.first) entry.first = trace.at
    if (trace.at > entry.last) entry.last = trace.at
    if (isOneOfMany(trace) && joinLately(entry.lately, trace)) return
    atHand++
    if (entry.atHand.push(trace) < AT_HAND || atHand < mostAtHand) return
    const open = new Set(entry.lately)
    putAway(
      entry,
      entry.atHand.filter(each => open.has(each)),
      entry.atHand.filter(each => !open.has(each)),
    )
  }

  function putAway(entry: Entry, kept: Trace[], rest: Trace[]): void {
    if (rest.length === 0) return
    entry.away.push(shelf.put(rest))
    entry.atHand = kept
    atHand -= rest.length
  }

  function take(into: Entry, entry: Entry): void {
    into.away.push(...entry.away)
    for (const trace of entry.atHand) into.atHand.push(trace)
    into.first = Math.min(into.first, entry.first)
    into.last = Math.max(into.last, entry.last)
    into.userId ??= entry.userId
    into.name ??= entry.name
    into.tenant ??= entry.tenant
    into.isGuest ||= entry.isGuest
    entries.delete(entry.key)
  }

  function joinNames(): void {
    const names = [...entries.values()].map(entry => ({
      entry,
      user: entry.user,
      userId: entry.userId,
      first: entry.first,
      last: entry.last,
    }))
    for (const account of accountsAmong(names)) {
      const { entry: current } = account.pop()!
      for (const { entry } of account) take(current, entry)
    }
  }

  function entriesByName(): Entry[] {
    for (const [who, entry] of [...entries]) {
      if (!who.startsWith('id:')) continue
      const name = namesById.get(who.slice(3))
      if (name === undefined) entry.user = who.slice(3)
      else take(entryOf(name), entry)
    }
    joinNames()
    return [...entries.values()].sort((a, b) => (a.user < b.user ? -1 : 1))
  }

  function personOf(entry: Entry): Person {
    const { user, name, userId, tenant, isGuest } = entry
    entry.lately.fill(null)
    const person = { user, name, userId, tenant, isGuest, madeAt: made.get(user) ?? null }
    if (entry.away.length === 0) {
      atHand -= entry.atHand.length
      entry.atHand = sumUp(entry.atHand)
      atHand += entry.atHand.length
      return { ...person, traces: placed(entry.atHand) }
    }
    putAway(entry, [], entry.atHand)
    const away = entry.away.slice()
    let inOrder: Stack | null = null
    let full: ReturnType<typeof fullest> = null
    // Put in order when they are asked for the first time: whoever asks then has them before they are put away again.
    function inOrderOfTime(): Trace[] {
      const all: Trace[] = []
      for (const stack of inOrder === null ? away : [inOrder]) shelf.take(stack, all)
      if (inOrder !== null) return all
      const summed = sumUp(all)
      inOrder = shelf.put(summed)
      full = fullest(originsOf(summed))
      // Unless something has come meanwhile.
      if (entry.away.length === away.length && entry.away.at(-1) === away.at(-1)) entry.away = [inOrder]
      away.length = 0
      return summed
    }
    return {
      ...person,
      get traces() {
        const traces = inOrderOfTime()
        return placedBy(full, traces)
      },
    }
  }

  return {
    isNew({ id, log }) {
      // One event may stand in two logs under one id: each copy is taken, whichever comes first.
      const isNew = seen.isNew(id, log)
      if (isNew) taken++
      else repeated++
      return isNew
    },
    add(activity, { matches, ref }) {
      const name = accountMade(activity)
      if (name !== null) made.set(name, Math.max(activity.at, made.get(name) ?? 0))
      const who = whoseOf(activity)
      if (who === null) return
      const { user, userId, userName, tenant, isGuest } = activity
      const entry = entryOf(who)
      if (user !== null && userId !== null && entry.notedId !== userId) {
        const named = namesById.get(userId)
        if (named === undefined || user < named) namesById.set(userId, user)
        entry.notedId = userId
      }
      // The smallest rather than the first: what is kept must not hang on the order of arrival.
      if (user === who || user === null) {
        entry.name = smaller(entry.name, userName)
        entry.userId = smaller(entry.userId, userId)
        entry.isGuest ||= isGuest
      }
      entry.tenant = smaller(entry.tenant, tenant)
      const trace = traces.trace(activity, matches)
      if (ref !== null) matched.set(ref, { who, at: activity.at, particulars: trace.particulars })
      remember(entry, trace)
    },
    addMatch(refs, match) {
      const last = new Map<string, Pointed>()
      for (const ref of refs.toSorted()) {
        const found = matched.get(ref)
        if (!found) continue
        const known = last.get(found.who)
        if (!known || known.at <= found.at) last.set(found.who, found)
      }
      for (const { particulars } of last.values())
        if (particulars && !particulars.matches.some(({ id }) => id === match.id))
          particulars.matches = [...particulars.matches, match]
    },
    forgetRefs: () => matched.clear(),
    people: () => entriesByName().map(personOf),
    counts: () => ({ taken, repeated, people: entries.size }),
  }
}

/** Sign-ins say where an address is, audit logs the address alone: it is at the same place in both. */
const placed = (traces: Trace[]): Trace[] => placedBy(fullest(originsOf(traces)), traces)

function placedBy(full: ReturnType<typeof fullest>, traces: Trace[]): Trace[] {
  if (full === null) return traces
  return traces.map(trace => {
    if (trace.origin === null) return trace
    const origin = full(trace.origin)
    return origin === trace.origin ? trace : { ...trace, origin }
  })
}

function* originsOf(traces: Trace[]): Generator<Origin> {
  let last: Origin | null = null
  for (const { origin } of traces) {
    if (origin === null || origin === last) continue
    last = origin
    yield origin
  }
}

function smaller(known: string | null, other: string | null): string | null {
  // Nearly always they are the same, which is sooner told than which of two is smaller.
  if (other === null || known === other) return known
  return known === null || other < known ? other : known
}

/** How a record is called among all logs. */
export const refOf = ({ id, log }: Pick<Activity, 'id' | 'log'>): string => `${log} ${id}`

/** Whose account an activity made; mostly programs do that. */
export const accountMade = ({
  action,
  outcome,
  targetUser,
}: Pick<Activity, 'action' | 'outcome' | 'targetUser'>): string | null =>
  action === 'user-created' && outcome === 'success' ? targetUser : null

/** The account an activity speaks of: who acted, or for the vendor's alerts whom they are about. */
function whoseOf({ action, user, userId, targetUser, actorApp }: Activity): string | null {
  if (user !== null) return user
  if (action === 'alert' && targetUser !== null) return targetUser
  if (userId !== null && actorApp === null) return `id:${userId}`
  return null
}
