// From a person's visits to the attacks on them: enough evidence, one attack each, and everything the attacker did.

import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import { type Access, isAmongStrangers } from '../behaviour/entry/access.ts'
import { entersCode, isLettingIn } from '../behaviour/entry/flows.ts'
import { isConfirmation } from '../behaviour/entry/vendor.ts'
import type { Trace } from '../behaviour/memory/trace.ts'
import { byTime, isSignIn } from '../behaviour/memory/trace.ts'
import { DAY, MINUTE, type Visit } from '../behaviour/memory/visits.ts'
import { ofMachine } from '../behaviour/presence/machines.ts'
import { ENOUGH, JOIN, VENDOR_CONFIRMED } from '../behaviour/weights.ts'
import { companionsOf } from './companions.ts'
import type { Attack } from './incident.ts'
import { isSuspect, joinVisits } from './join.ts'
import type { Judged } from './judged.ts'
import { type Group, mergeNear } from './merge.ts'
import { ownedSessions, sessionsOf } from './owned-sessions.ts'
import { SLACK, withoutTwins } from './twins.ts'
import { besideMachines } from './vouch.ts'
import { weigh } from './weigh.ts'

/** `renewals`: when the person got another password. */
export function findAttacks(all: Judged[], renewals: number[]): Attack[] {
  const judged = withoutTwins(all)
  const owned = ownedSessions(judged)
  const companions = companionsOf(judged, owned)
  const along = new Set([...companions].flat())
  const suspects = judged.filter(one => isSuspect(one) || along.has(one))
  const beside = suspects.length > 0 ? besideOwner(judged) : new Set<Judged>()
  const join = (some: Judged[]) => joinVisits(some, owned, companions, beside)
  const groups = join(suspects).flatMap(group => withPlaces(group, join))
  const weighed = groups
    .map(group => withLooseDeeds(group, groups, judged))
    .map(each => ({ ...each, total: weighGroup(each.group, each.loose).total }))
    .filter(({ total }) => total >= JOIN.again.points)
    .sort((a, b) => a.group[0]!.visit.first - b.group[0]!.visit.first)
  return mergeNear(weighed, renewals)
    .map(fromFirstAct)
    .map(({ group, loose, quiet }) => attackOf(group, loose, { judged, quiet, beside }))
}

/**
 * What is told with neither place nor session is a day of everybody's who was in the account: where the rest is enough, it counts
 * as what was done meanwhile, and holds nothing together.
 */
function withPlaces(group: Judged[], join: (some: Judged[]) => Judged[][]): Judged[][] {
  const placed = group.filter(({ visit }) => visit.origin !== null || visit.session !== null)
  return placed.length < group.length && weighGroup(placed, []).total >= ENOUGH ? join(placed) : [group]
}

/** Where the owner's machine is at work beside it, or where the owner let somebody in on it, the place is theirs. */
const besideOwner = (judged: Judged[]): ReadonlySet<Access> =>
  new Set([...besideMachines(judged), ...judged.filter(one => one.hasOwnDevice && isLettingIn(one))])

/**
 * A machine that did nothing but sign in by itself, on many days, was the owner's until then: the attack begins with the first
 * act, if the rest is enough.
 */
function fromFirstAct({ group, loose }: Group): Group & { quiet: Judged[] } {
  const first = group.findIndex(one => !isMerelyThere(one))
  const quiet = group.slice(0, Math.max(first, 0))
  const rest = group.slice(quiet.length)
  const days = new Set(quiet.map(({ visit }) => visit.day))
  return days.size >= JOIN.settledDays && weighGroup(rest, loose).total >= ENOUGH
    ? { group: rest, loose, quiet }
    : { group, loose, quiet: [] }
}

const OF_PLACE = new Set(['hosting-network', 'unfamiliar-network', 'unfamiliar-country'])
const LIGHT_DEED = 15

const isMerelyThere = ({ visit, signals, deeds }: Judged): boolean =>
  signals.every(({ name }) => OF_PLACE.has(name)) &&
  deeds.every(({ weight }) => weight <= LIGHT_DEED) &&
  visit.traces.every(trace => isSignIn(trace) && trace.manner.isInteractive === false)

const weighGroup = (group: Judged[], loose: DeedSignal[]) =>
  weigh(
    group.flatMap(({ signals }) => signals),
    [...group.flatMap(({ deeds }) => deeds), ...loose],
    { hasBaseline: group.some(({ knowledge }) => knowledge !== 'none') },
  )

/**
 * Deeds in logs that name no address belong to the strange visit during which they were done, or shortly after; where there
 * were several, to whoever had the client that is named.
 */
function withLooseDeeds(group: Judged[], groups: Judged[][], judged: Judged[]): Group {
  const members = new Set(group)
  const invited = new Set(
    group.flatMap(({ signals }) => signals.flatMap(({ invitation }) => invitation ?? [])),
  )
  const isTheirs = ({ visit }: Judged, { eventId, at }: DeedSignal): boolean => {
    if (!isDuring(group, at)) return false
    const client = visit.traces.find(({ id }) => id === eventId)?.manner.client ?? null
    return (
      client === null ||
      usesClient(group, client) ||
      !groups.some(other => usesClient(other, client) && isDuring(other, at))
    )
  }
  const loose = judged
    .filter(one => !members.has(one))
    .flatMap(one =>
      one.deeds.filter(
        deed =>
          (isPlaceless(one) && isTheirs(one, deed)) ||
          invited.has(deed.eventId) ||
          (isConfirmation(deed) && isLastBefore(group, groups, deed.at)),
      ),
    )
  return { group, loose }
}

/** Whether it is the last that somebody who looked back at that time has seen. */
function isLastBefore(group: Judged[], groups: Judged[][], at: number): boolean {
  const endOf = (each: Judged[]) =>
    Math.max(...each.flatMap(({ visit: { first, last } }) => (first <= at ? [Math.min(last, at)] : [])))
  const end = endOf(group)
  return at - end <= VENDOR_CONFIRMED.days * DAY && groups.every(other => endOf(other) <= end)
}

const usesClient = (group: Judged[], client: string): boolean =>
  group.some(({ visit }) => visit.clients.includes(client))

const isPlaceless = ({ visit }: Judged): boolean => visit.origin === null

const isDuring = (group: Judged[], at: number): boolean =>
  group.some(({ visit: { traces } }) =>
    traces.some(
      trace =>
        trace.manner.outcome === 'success' &&
        at >= trace.at - SLACK &&
        at <= trace.until + JOIN.deedMinutes * MINUTE,
    ),
  )

interface Around {
  judged: Judged[]
  /** What came before the attack from the same places. */
  quiet: Judged[]
  /** Visits to lines where a machine of the person's was at work. */
  beside: ReadonlySet<Access>
}

function attackOf(group: Judged[], loose: DeedSignal[], { judged, quiet, beside }: Around): Attack {
  const others = judged.filter(one => !quiet.includes(one))
  const isOwners = (one: Judged) => one.isVouched || beside.has(one)
  // Where the person was led to let the attacker in, on their own line, they are themselves.
  const strange = group.some(one => !isOwners(one)) ? group.filter(one => !isOwners(one)) : group
  const addresses = addressesOf(strange)
  const ownAddresses = addressesOf(group.filter(one => isOwners(one) && entersCode(one.visit)))
  const visits = [...group, ...accomplices(group, addresses, others)].sort(
    (a, b) => a.visit.first - b.visit.first || (a.visit.key < b.visit.key ? -1 : 1),
  )
  const looseIds = new Set(loose.map(({ eventId }) => eventId))
  const members = new Set(group.map(({ visit }) => visit))
  const begin = Math.min(...group.map(({ visit }) => visit.first))
  const traces: Trace[] = visits.flatMap(({ visit }) => {
    if (visit.origin !== null || members.has(visit)) return visit.traces
    if (visit.session === null)
      return visit.traces.filter(({ origin }) => origin !== null && addresses.has(origin.address))
    // Before it was stolen, a session on a machine of the company's was its owner's, also where nobody can say where that stood.
    return visit.hasKnownDevice ? visit.traces.filter(({ at }) => at >= begin) : visit.traces
  })
  for (const { visit } of judged)
    if (visit.origin === null) traces.push(...visit.traces.filter(({ id }) => looseIds.has(id)))
  traces.push(...invitations(group, judged))
  const once = [...new Map(traces.map(trace => [trace.id, trace])).values()].sort(byTime)
  const start =
    once.find(({ manner }) => manner.outcome === 'success' && manner.action !== 'alert') ?? once[0]!
  return { visits, weighed: weighGroup(group, loose), traces: once, start, ownAddresses }
}

const addressesOf = (group: Judged[]): Set<string> =>
  new Set(group.flatMap(({ visit }) => [...visit.addresses]))

/** Visits too plain to be suspected, or that failed, but with the attacker's address, session or own machine. */
function accomplices(group: Judged[], addresses: ReadonlySet<string>, judged: Judged[]): Judged[] {
  const members = new Set(group)
  const sessions = new Set(sessionsOf(group, judged))
  const isReturn = returns(group, members, judged)
  const isAlike = oddWays(group)
  const begun = sessionsBegunBy(members, judged)
  return judged.filter(one => {
    const { visit, isOwnNetwork, isNewAddress } = one
    if (members.has(one)) return false
    if (isReturn(one) || isAlike(one)) return true
    const isThere = [...visit.addresses].some(address => addresses.has(address))
    if (isOwnNetwork === true && !isNewAddress && !isAmongStrangers(one))
      return isThere && visit.session !== null && begun.has(visit.session)
    return isThere || (visit.session !== null && sessions.has(visit.session))
  })
}

/** What began in the attack goes on as the attacker's, also once the address is no longer new. */
function sessionsBegunBy(members: ReadonlySet<Judged>, judged: Judged[]): Set<string> {
  const seen = new Set<string | null>([null])
  const begun = new Set<string>()
  for (const one of judged) {
    const { session, success } = one.visit
    if (success === null || seen.has(session)) continue
    seen.add(session)
    if (members.has(one)) begun.add(session!)
  }
  return begun
}

const OF_PASSWORD = new Set(['password-only-flow', 'legacy-protocol'])

/**
 * Whether they tried the password in the attacker's own odd way, new to the account, on the same day: such a thing is hardly
 * begun by two, also when one of them is on the owner's network.
 */
function oddWays(group: Judged[]): (one: Judged) => boolean {
  const odd = group.flatMap(({ signals }) => signals.filter(({ name }) => OF_PASSWORD.has(name)))
  return ({ signals, visit }) =>
    visit.success !== null &&
    signals.some(({ name, at }) => odd.some(other => other.name === name && Math.abs(other.at - at) <= DAY))
}

/** Whether they come back: soon, from a new address, with a client that nobody but the attacker has used. */
function returns(group: Judged[], members: ReadonlySet<Judged>, judged: Judged[]): (one: Judged) => boolean {
  const begin = Math.min(...group.map(({ visit }) => visit.first))
  const end = Math.max(...group.map(({ visit }) => visit.last)) + JOIN.quietDays * DAY
  const own = new Set(machinesOf(group.map(({ visit }) => visit)))
  for (const one of judged)
    if (!members.has(one) && (one.visit.first < begin || (one.isOwnNetwork && !one.isNewAddress)))
      for (const client of one.visit.clients) own.delete(client)
  if (own.size === 0) return () => false
  return ({ visit, isOwnNetwork, isNewAddress }) => {
    if (visit.success === null || visit.first < begin || visit.first > end) return false
    if (isOwnNetwork !== false && !isNewAddress) return false
    const clients = machinesOf([visit])
    return clients.length > 0 && clients.every(client => own.has(client))
  }
}

/** Clients that say which machine they run on. */
const machinesOf = (visits: Visit[]): string[] => visits.flatMap(({ clients }) => ofMachine(clients))

/**
 * What the owner was led to do at their own desk: letting in a device-code session or an application. The attack began
 * with it.
 */
function invitations(group: Judged[], judged: Judged[]): Trace[] {
  const sessions = new Set<string | null>()
  const consents = new Set<string>()
  for (const { signals, visit } of group)
    for (const { name, invitation } of signals) {
      if (name === 'device-code-session-elsewhere') sessions.add(visit.session)
      if (invitation) consents.add(invitation)
    }
  if (sessions.size + consents.size === 0) return []
  const members = new Set(group)
  return judged
    .filter(one => !members.has(one))
    .flatMap(({ visit }) =>
      visit.traces.filter(
        ({ id, session, manner }) =>
          consents.has(id) || (manner.flow === 'deviceCode' && session !== null && sessions.has(session)),
      ),
    )
}

/** The visits of attacks: what teaches nothing about the person. */
export const visitsOfAttacks = (attacks: Attack[]): Set<Visit> =>
  new Set(attacks.flatMap(({ visits }) => visits.map(({ visit }) => visit)))
