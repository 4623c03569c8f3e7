// What only all people of a tenant together tell: networks they share, addresses that spray, addresses of attackers.

import { renewedBy, resetBy, rollOuts } from './entry/renewals.ts'
import type { Person } from './memory/ledger.ts'
import type { Manner } from './memory/manner.ts'
import { countryOfNetwork, isHostingLike, type Origin } from './memory/origin.ts'
import type { RuleMatch, Trace } from './memory/trace.ts'
import { DAY, dayOf } from './memory/visits.ts'
import { isOldPlace, isSharedBy, namesMachine, noteSites, type SiteUse } from './sites.ts'
import { COMMON_RULE, FOREIGN, GUESSING, SHARED } from './weights.ts'

export interface TenantFacts {
  /** See `isSharedBy`. */
  isShared(origin: Origin): boolean
  /** How many people have got in from there. */
  peopleAt(origin: Origin): number
  /** See `isOldPlace`. */
  isOldPlace(origin: Origin, day: number): boolean
  /** Whether hardly anybody has got in from the country, in a directory of some size. */
  isForeign(country: string): boolean
  /**
   * How many people were refused for a wrong password in the day until then: at the address; all around it; and anywhere, by the
   * very same program, if few people use it.
   */
  refusedPeople(
    origin: Origin,
    manner: Manner,
    at: number,
  ): { here: number; around: number; anywhere: number }
  /** Whether a rule matches so many people that it tells nothing about one. */
  isCommonRule(id: string): boolean
  /** How many people an application acts for. */
  peopleOfApp(appId: string): number
  /** When others reset the password or the second factor of a person, oldest first. */
  resetsOf(user: string): Reset[]
  /** Whether so many got another second factor or password around that day that their company did it. */
  isRollOut(day: number): boolean
  /** What is known of a person from before their traces; null when nothing is. */
  pastOf(user: string): Past | null
  /** Mail domains of the people: what is not among them is outside. */
  domains: ReadonlySet<string>
  /** Addresses that other people's incidents have shown to be an attacker's, and whose those were. */
  attackers: ReadonlyMap<string, ReadonlySet<string>>
  /** When mail went out to many from accounts that were misused, oldest first. */
  lures: readonly Lure[]
  /** Accounts that were made with misused ones, and with whose. */
  made: ReadonlyMap<string, string>
}

/** What incidents show that concerns others. */
export type Shown = Pick<TenantFacts, 'attackers' | 'lures' | 'made'>

/** Where somebody got in, and on which day last. */
export interface Past {
  lastDay: number
  countries: ReadonlySet<string>
}

export interface Lure {
  by: string
  at: number
}

/** A person's password or second factor that somebody else reset. */
export interface Reset {
  user: string
  at: number
  by: string
  /** Where the other one was; null when the log does not say. */
  site: string | null
  /** They had been there on several days before. */
  isUsual: boolean
}

/** Wrong or unknown name, wrong password, locked for guessing. */
const WRONG_PASSWORD = new Set([50126, 50053, 50034, 50056, 50055, 50057, 50064, 50144])

export const isWrongPassword = ({ manner }: Trace): boolean =>
  manner.action === 'sign-in' &&
  manner.outcome === 'failure' &&
  (manner.errorCode === null || WRONG_PASSWORD.has(manner.errorCode))

/** By site, by address or network and day, by rule, and by application. */
interface Gathered {
  uses: Map<string, SiteUse>
  /** How many people have got in from each country. */
  countries: Map<string, number>
  refused: Map<string, Set<string>>
  matched: Map<string, number>
  domains: Set<string>
  apps: Map<string, number>
  programs: Map<string, number>
  resets: Reset[]
  renewed: Map<number, Set<string>>
  /** The first day on which anybody got in. */
  begin: number
}

function gatherPerson(gathered: Gathered, { user, isGuest, traces }: Person): void {
  const { uses, countries, refused, matched, domains, apps, programs, resets, renewed } = gathered
  const domain = isGuest ? undefined : user.split('@')[1]
  if (domain) domains.add(domain)
  const origins = new Map<Origin, Set<number>>()
  const named = new Map<string, boolean | null>()
  const manners = new Set<Manner>()
  const matches = new Set<RuleMatch[]>()
  const resetting: { target: string; trace: Trace }[] = []
  let last: Trace | null = null
  for (const trace of traces) {
    const { origin, manner, particulars } = trace
    if (particulars !== null) {
      if (particulars.matches !== last?.particulars?.matches) matches.add(particulars.matches)
      const target = resetBy(user, trace)
      if (target !== null) resetting.push({ target, trace })
      const whose = renewedBy(user, trace)
      if (whose !== null) into(renewed, dayOf(trace.at), whose)
    }
    if (manner !== last?.manner) manners.add(manner)
    else if (origin === last.origin && manner.outcome === 'success' && dayOf(trace.at) === dayOf(last.at))
      continue
    last = trace
    if (origin === null) continue
    const day = dayOf(trace.at)
    if (manner.outcome === 'success') {
      into(origins, origin, day)
      named.set(origin.site, namesMachine(named.get(origin.site) ?? null, manner))
    } else if (isWrongPassword(trace)) {
      for (const place of refusedPlaces(trace)) into(refused, `${place} ${day}`, user)
    }
  }
  const days = new Map<string, Set<number>>()
  for (const [{ site }, on] of origins) for (const day of on) into(days, site, day)
  for (const id of new Set([...matches].flat().map(({ id }) => id))) count(matched, id)
  for (const { target, trace } of resetting) {
    const site = trace.origin?.site ?? null
    const before = [...(days.get(site ?? '') ?? [])].filter(day => day < dayOf(trace.at))
    const isUsual = before.length >= SHARED.people.days
    resets.push({ user: target, at: trace.at, by: user, site, isUsual })
  }
  for (const country of new Set([...origins.keys()].map(({ network }) => countryOfNetwork(network))))
    if (country !== null) count(countries, country)
  const used = new Set<string>()
  const run = new Set<string>()
  for (const manner of manners) {
    if (manner.outcome !== 'success') continue
    if (manner.appId !== null) used.add(manner.appId)
    const program = programOf(manner)
    if (program !== null) run.add(program)
  }
  for (const appId of used) count(apps, appId)
  for (const program of run) count(programs, program)
  gathered.begin = Math.min(gathered.begin, noteSites(uses, days, named))
}

/** What somebody signs in with: a script by its name, a browser or an app by all that it says of itself. */
export const programOf = ({ action, isScripted, client, agent }: Manner): string | null =>
  action !== 'sign-in' ? null : isScripted ? client : agent

export const ofProgram = (program: string): string => `program ${program}`

/**
 * Where a refused password counts. Whole networks where nobody sits, and programs wherever they run: a spray changes its
 * address.
 */
export function refusedPlaces({ origin, manner }: Trace): string[] {
  if (origin === null) return []
  const places = [origin.address]
  if (isHostingLike(origin)) places.push(origin.network)
  if (manner.isScripted) places.push(`${origin.network} ${manner.client}`)
  const program = programOf(manner)
  if (program !== null) places.push(ofProgram(program))
  return places
}

/** Where to look for those who were refused before a sign-in. */
export function placesToAsk({ network, address }: Origin, manner: Manner): string[] {
  const program = programOf(manner)
  return [address, network, `${network} ${manner.client}`, ...(program === null ? [] : [ofProgram(program)])]
}

/** Answers from how many people were refused at a place on a day, and how many use a program. */
export const refusedBy =
  (
    refused: (place: string, day: number) => number,
    using: (program: string) => number,
  ): TenantFacts['refusedPeople'] =>
  (origin, manner, at) => {
    const [here, ...around] = placesToAsk(origin, manner).map(place =>
      Math.max(refused(place, dayOf(at)), refused(place, dayOf(at - DAY))),
    )
    const [network = 0, networks = 0, anywhere = 0] = around
    const program = programOf(manner)
    return {
      here: here!,
      around: Math.max(network, networks),
      anywhere: program !== null && isGuessers(manner, using(program), anywhere) ? anywhere : 0,
    }
  }

const isGuessers = ({ isScripted }: Manner, users: number, refused: number): boolean =>
  isScripted
    ? users <= GUESSING.programUsers
    : users <= GUESSING.browserUsers && refused >= users * GUESSING.refusedForEach

export function gatherFacts(people: Person[]): TenantFacts {
  const gathered: Gathered = {
    uses: new Map(),
    countries: new Map(),
    refused: new Map(),
    matched: new Map(),
    domains: new Set(),
    apps: new Map(),
    programs: new Map(),
    resets: [],
    renewed: new Map(),
    begin: Number.POSITIVE_INFINITY,
  }
  for (const person of people) gatherPerson(gathered, person)
  const { uses, countries, refused, matched, domains, apps, programs, resets, renewed } = gathered
  const members = people.filter(({ isGuest }) => !isGuest)
  for (const [key, users] of refused) if (users.size < GUESSING.sprayUsers) refused.delete(key)
  return {
    isShared: origin => isSharedBy(uses.get(origin.site), origin, gathered.begin),
    peopleAt: origin => uses.get(origin.site)?.everybody ?? 0,
    isOldPlace: (origin, day) => isOldPlace(uses.get(origin.site), day),
    isForeign: country => (countries.get(country) ?? 0) <= mostAbroad(members.length),
    refusedPeople: refusedBy(
      (place, day) => refused.get(`${place} ${day}`)?.size ?? 0,
      program => programs.get(program) ?? 0,
    ),
    isCommonRule: id =>
      (matched.get(id) ?? 0) > Math.max(COMMON_RULE.people, people.length * COMMON_RULE.share),
    peopleOfApp: appId => apps.get(appId) ?? 0,
    resetsOf: resetsByUser(resets),
    isRollOut: rollOuts(renewed, members.length),
    pastOf: () => null,
    domains,
    attackers: new Map(),
    lures: [],
    made: new Map(),
  }
}

/** How many of a directory's people may have been in a country that is nobody's. None where they are too few to tell. */
export const mostAbroad = (people: number): number =>
  people < FOREIGN.people ? -1 : Math.max(FOREIGN.most, Math.floor(people * FOREIGN.share))

/** The same facts, knowing what incidents have shown. */
export const withIncidents = (facts: TenantFacts, shown: Shown): TenantFacts => ({ ...facts, ...shown })

/** The first by name, where several are said to have made one. */
export function madeBy(attacks: { user: string; made: string[] }[]): Map<string, string> {
  const by = new Map<string, string>()
  for (const { user, made } of attacks)
    for (const account of made) {
      const known = by.get(account)
      if (account !== user && (known === undefined || user < known)) by.set(account, user)
    }
  return by
}

export const inOrder = (lures: Lure[]): Lure[] =>
  lures.sort((one, other) => one.at - other.at || (one.by < other.by ? -1 : 1))

/** In a total order: who was read first is no matter. */
export function resetsByUser(resets: Reset[]): TenantFacts['resetsOf'] {
  const sorted = resets.sort(
    (one, other) =>
      one.at - other.at ||
      (one.by < other.by ? -1 : one.by > other.by ? 1 : (one.site ?? '') < (other.site ?? '') ? -1 : 1),
  )
  const byUser = Map.groupBy(sorted, ({ user }) => user)
  return user => byUser.get(user) ?? []
}

function into<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key)
  if (set) set.add(value)
  else sets.set(key, new Set([value]))
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
