// What is normal for one person: a memory of values (networks, countries, devices …) and the days they were seen on.

import { ABROAD, LEARNING, UNFAMILIAR_NETWORK } from '../weights.ts'
import { isPhone } from './manner.ts'
import { hidesCountry, isHostingLike, type Origin } from './origin.ts'
import { dayOf, hourOf, type Visit } from './visits.ts'

/** Days are counted since 1970. */
interface Seen {
  first: number
  last: number
  days: number
}

export interface Habits {
  firstDay: number
  lastDay: number
  activeDays: number
  /** By kind and value, such as 'network AS3320 DE' or 'client Chrome on Windows'. */
  values: Map<string, Seen>
  /** On how many days each hour of the day (UTC) saw activity. */
  hours: number[]
}

const HOURS = Array.from({ length: 24 }, (_, hour) => [`hour ${hour}`])

export const newHabits = (): Habits => ({
  firstDay: 0,
  lastDay: 0,
  activeDays: 0,
  values: new Map(),
  hours: new Array<number>(24).fill(0),
})

/** Everything about a visit that can be a habit, some of it more than once. */
export interface Values {
  /** Each list is shared by all visits from one place, done in one manner or at one hour. */
  lists: (readonly string[])[]
  rules: string[]
}

export const eachOf = ({ lists, rules }: Values): Set<string> => new Set([...lists.flat(), ...rules])

/** Takes visits as the person's own. They must come in order of time. Attackers' are not to be taught. */
export function createLearner(habits: Habits): (visit: Visit, values: Values) => void {
  /** The last day on which all of a list was noted: most visits show what others have shown that day. */
  const noted = new Map<readonly string[], number>()
  return (visit, { lists, rules }) => {
    if (visit.success === null) return
    const { day } = visit
    if (!isMicrosofts(visit)) {
      if (habits.activeDays === 0) habits.firstDay = day
      if (habits.activeDays === 0 || day !== habits.lastDay) habits.activeDays++
      habits.lastDay = day
    }
    for (const list of lists) {
      if (noted.get(list) === day) continue
      noted.set(list, day)
      for (const value of list) note(habits, value, day)
    }
    for (const rule of rules) note(habits, rule, day)
  }
}

/** Programs read a mailbox from Microsoft's own machines before its owner has come to work for the first time. */
const isMicrosofts = ({ origin, traces }: Visit): boolean =>
  origin === null && traces.every(trace => trace.origin !== null)

function valuesOf({ origin, manners, notable, hours }: Visit): Values {
  const lists: (readonly string[])[] = origin === null ? [] : [origin.habits]
  for (const { habits } of manners) lists.push(habits)
  for (let hour = 0; hour < HOURS.length; hour++) if (hours & (1 << hour)) lists.push(HOURS[hour]!)
  const rules: string[] = []
  for (const { particulars } of notable)
    for (const { habit } of particulars!.matches) if (!rules.includes(habit)) rules.push(habit)
  return { lists, rules }
}

/** The same of all visits. A session that was let in tells so at each of them; it was let in once. */
export function valuesOfAll(visits: Visit[]): Values[] {
  const told = new Set<string>()
  return visits.map(visit => {
    const values = valuesOf(visit)
    const { session, success, manners } = visit
    if (session === null || success === null || !manners.some(({ flow }) => flow !== null)) return values
    for (const flow of LETTING_IN) {
      if (!values.lists.some(list => list.includes(flow))) continue
      const key = `${session} ${flow}`
      if (told.has(key)) values.lists = values.lists.map(list => list.filter(value => value !== flow))
      told.add(key)
    }
    return values
  })
}

const LETTING_IN = ['flow deviceCode', 'flow authenticationTransfer']

function note(habits: Habits, value: string, day: number): void {
  const seen = habits.values.get(value)
  if (!seen) {
    habits.values.set(value, { first: day, last: day, days: 1 })
    if (value.startsWith('hour ')) habits.hours[Number(value.slice(5))]!++
    return
  }
  if (seen.last === day) return
  seen.last = day
  seen.days++
  if (value.startsWith('hour ')) habits.hours[Number(value.slice(5))]!++
}

/** On how many days before this one a value was seen. */
export function daysBefore({ values }: Habits, value: string, day: number): number {
  const seen = values.get(value)
  if (!seen || seen.first >= day) return 0
  return seen.last >= day ? seen.days - 1 : seen.days
}

/** The last day a value was seen on; none if never. */
export const lastDayOf = ({ values }: Habits, value: string): number | undefined => values.get(value)?.last

/** How well a person is known on a day: from what was before, from the whole of a look-back, or not at all. */
type Knowledge = 'before' | 'whole' | 'none'

export interface Acquaintance {
  knowledge: Knowledge
  knows(value: string, days?: number): boolean
  /** Where a visit comes from; nothing where it is not known. */
  knowsNetwork(visit: Visit): boolean
  knowsHour(at: number): boolean
  /** Whether the person is seen elsewhere too, where people sit: only then is a data centre, or another country, another place. */
  isElsewhereToo(origin: Origin): boolean
  /** How many hosting or VPN networks they have used, on how many days altogether, and of how many. */
  hosting(): { networks: number; days: number; of: number }
  /** How many machines have named themselves for them. */
  machines(): number
}

/** Whether an account was made shortly before a day, if it is known when. */
export const isYoung = (madeAt: number | null, day: number): boolean =>
  madeAt !== null && day - dayOf(madeAt) < LEARNING.youngDays

interface Circumstances {
  visit?: Visit
  alone?: (value: string) => number
  madeAt?: number | null
  isTheirs?: (visit: Visit) => boolean
  isOwnMachine?: (device: string) => boolean
}

/**
 * Judges by what was before the day. When that is too little (a look-back may begin with the attack) the whole
 * look-back tells: what was used on a fair share of all days is the person's own. Of an account that was made shortly
 * before, what is missing from it says nothing: its first place need not be where its owner goes to work later.
 * `visit`: who is judged. `alone`: on how many days before nobody but who is judged showed a value; they say nothing for them. `isTheirs`:
 * whether a visit may be the person's, however many days of a short past it fills; `isOwnMachine`: the same of a machine, while
 * nothing else is known of them (short-past.ts).
 */
export function acquaint(
  before: Habits,
  whole: Habits,
  day: number,
  {
    visit,
    alone = () => 0,
    madeAt = null,
    isTheirs = () => true,
    isOwnMachine = () => false,
  }: Circumstances = {},
): Acquaintance {
  const timesBefore = (value: string): number => {
    const days = daysBefore(before, value, day)
    return days === 0 ? 0 : days - alone(value)
  }
  const isKnown =
    before.activeDays > 0 &&
    day - before.firstDay >= LEARNING.days &&
    before.activeDays - (before.lastDay >= day ? 1 : 0) >= LEARNING.activeDays
  const isKnownByWhole = whole.activeDays >= LEARNING.wholeDays
  const share = Math.max(3, Math.ceil(whole.activeDays * LEARNING.wholeShare))
  // Whoever was on holiday with their phone when the look-back began has yet to be seen at work.
  const isAway =
    isKnown &&
    day - before.firstDay < LEARNING.awayDays &&
    !isAtComputer(before, LEARNING.activeDays) &&
    isAtComputer(whole, share)
  const known: Knowledge = isKnown && !isAway ? 'before' : isKnownByWhole ? 'whole' : 'none'
  const knowledge: Knowledge = known === 'whole' && isYoung(madeAt, day) ? 'none' : known
  // An attack of some days can fill a fair share of a short look-back: of a data centre, and of a country where the person
  // seldom is, more is asked.
  const half = Math.ceil(whole.activeDays / 2)
  const daysOf = (value: string): number => whole.values.get(value)?.days ?? 0
  const isRareCountry = (value: string): boolean => {
    if (!value.startsWith('country ')) return false
    const here = daysOf(value)
    for (const [other, { days }] of whole.values)
      if (other.startsWith('country ') && other !== value && days > here * 2) return true
    return false
  }
  const isWholes = (value: string): boolean =>
    known === 'whole' && daysOf(value) >= (isRareCountry(value) ? half : share)
  // A computer that was seen in data centres alone is no more the person's than these are, unless they are mostly there.
  const isAlien =
    known === 'whole' &&
    visit !== undefined &&
    isHostingLike(visit.origin) &&
    daysOf(visit.origin!.habits[0]!) < half &&
    !visit.systems.some(isPhone) &&
    !visit.devices.some(device => isWholes(`device ${device}`)) &&
    !isTheirs(visit)
  const isOwnDevice = (value: string): boolean =>
    known === 'none' && value.startsWith('device ') && isOwnMachine(value.slice(7))
  const knows = (value: string, days = 1): boolean =>
    timesBefore(value) >= days ||
    (isWholes(value) && !(isAlien && /^(?:client|system) /.test(value))) ||
    isOwnDevice(value)
  const daysNeeded = (origin: Origin): number => {
    const { days } = UNFAMILIAR_NETWORK[origin.kind]
    const { country } = origin
    const isAbroad = country !== null && !hidesCountry(origin) && !knows(`country ${country}`, ABROAD.country)
    return isAbroad ? Math.max(days, ABROAD.days) : days
  }
  return {
    knowledge,
    knows,
    knowsNetwork(visit) {
      const { origin, devices } = visit
      if (origin === null) return false
      const value = origin.habits[0]!
      if (timesBefore(value) >= daysNeeded(origin)) return true
      if (known !== 'whole') return false
      if (!devices.some(device => knows(`device ${device}`)) && !isTheirs(visit)) return false
      const isRare = isHostingLike(origin) || origin.habits.some(isRareCountry)
      return daysOf(value) >= (isRare ? half : share)
    },
    knowsHour(at) {
      if (knowledge !== 'before' || before.activeDays < 14) return true
      const hour = hourOf(at)
      return [hour, (hour + 1) % 24, (hour + 23) % 24].some(near => before.hours[near]! > 0)
    },
    isElsewhereToo(origin) {
      if (isHostingLike(origin)) {
        for (const value of whole.values.keys())
          if (value.startsWith('network ') && !whole.values.has(`hosting ${value.slice(8)}`)) return true
        return false
      }
      const here = whole.values.get(`country ${origin.country}`)?.days ?? 0
      for (const [value, { days }] of whole.values)
        if (value.startsWith('country ') && value !== `country ${origin.country}` && days >= here) return true
      return false
    },
    hosting() {
      let networks = 0
      let days = 0
      for (const [value, seen] of (known === 'whole' ? whole : before).values) {
        if (!value.startsWith('hosting ')) continue
        networks++
        days += known === 'whole' ? seen.days : timesBefore(value)
      }
      const of = known === 'whole' ? whole.activeDays : before.activeDays
      return { networks, days, of }
    },
    machines() {
      let count = 0
      for (const value of (known === 'whole' ? whole : before).values.keys())
        if (value.startsWith('device ') && (known === 'whole' || timesBefore(value) > 0)) count++
      return count
    },
  }
}

/** Whether one computer was used on so many days, where anything tells. Of most people the first that is looked at says so. */
function isAtComputer({ values }: Habits, days: number): boolean {
  for (const [value, seen] of values)
    if (seen.days >= days && value.startsWith('system ') && !isPhone(value.slice(7))) return true
  return false
}
