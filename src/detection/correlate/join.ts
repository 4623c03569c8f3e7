// Which strange visits are one attacker's: held together by session, address, network, client and time.

import { type Access, isAmongStrangers } from '../behaviour/entry/access.ts'
import { isOfTools, isPhishingPage } from '../behaviour/entry/flows.ts'
import { systemOf } from '../behaviour/memory/manner.ts'
import { isHostingLike } from '../behaviour/memory/origin.ts'
import { DAY, HOUR } from '../behaviour/memory/visits.ts'
import { isServers, ofMachine } from '../behaviour/presence/machines.ts'
import { ENOUGH, HANDED_ON, JOIN } from '../behaviour/weights.ts'
import type { Signal } from '../signal.ts'
import type { Judged } from './judged.ts'

/** Deeds as heavy as this make a visit worth a look where nothing is known of the person's habits. */
const HEAVY_DEED = 35
const GRAVE_DEED = 60
/** What counts as much as this wherever it is done is hardly done by who has a new phone. */
const TELLING = 50
/** How many visits back one is compared by time alone. */
export const NEIGHBOURS = 20

/** Whether a visit could be an attacker's at all. */
export function isSuspect(one: Judged): boolean {
  const { visit, strangeness, isOwnNetwork, isNewAddress, knowledge, deeds } = one
  if (visit.success === null) return false
  // Some things nobody does for themselves, wherever they are; at their own desk it is hardly another.
  const isAmong = isAmongStrangers(one)
  const isDesk = isOwnNetwork === true && !isNewAddress && visit.origin!.kind !== 'mobile'
  if (!isDesk && deeds.some(({ weight, floor }) => weight * floor >= (isAmong ? TELLING : ENOUGH)))
    return true
  if (isOwnNetwork === true) return false
  const heaviest = deeds.reduce((most, { weight }) => Math.max(most, weight), 0)
  // What has been lowered is still looked at when something grave was done.
  if (isOwnNetwork === false)
    return (
      strangeness >= JOIN.suspect ||
      heaviest >= GRAVE_DEED ||
      (knowledge === 'none' && heaviest >= HEAVY_DEED)
    )
  return knowledge === 'none' && heaviest >= HEAVY_DEED
}

/** Groups of suspect visits, each in order of time. */
export function joinVisits(
  suspects: Judged[],
  owned: ReadonlySet<string> = new Set(),
  companions: ReadonlyMap<Judged, Judged> = new Map(),
  besideOwner: ReadonlySet<Access> = new Set(),
): Judged[][] {
  const roots = suspects.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (roots[root] !== root) root = roots[root]!
    roots[index] = root
    return root
  }
  const unite = (one: number, other: number): void => {
    const [a, b] = [rootOf(one), rootOf(other)]
    roots[Math.max(a, b)] = Math.min(a, b)
  }
  // By what they share first, then by nearness alone: the cost grows with the visits, not with their pairs.
  const holders = new Map<string, number>()
  const settled = settledAmong(suspects)
  suspects.forEach((suspect, index) => {
    for (const [mark, isTimely] of marksOf(suspect, owned, besideOwner.has(suspect))) {
      const holder = holders.get(mark)
      holders.set(mark, index)
      if (holder === undefined) continue
      const quiet = suspect.visit.first - suspects[holder]!.visit.last
      if (!isTimely || quiet <= JOIN.quietDays * DAY) unite(holder, index)
    }
    for (let before = Math.max(0, index - NEIGHBOURS); before < index; before++)
      if (
        !settled.has(suspects[before]!) &&
        !settled.has(suspect) &&
        areNear(suspects[before]!, suspect, owned)
      )
        unite(before, index)
  })
  const places = new Map(suspects.map((suspect, index) => [suspect, index]))
  for (const [one, stranger] of companions)
    if (places.has(one) && places.has(stranger)) unite(places.get(one)!, places.get(stranger)!)
  const groups = new Map<number, Judged[]>()
  suspects.forEach((suspect, index) => {
    const root = rootOf(index)
    groups.set(root, [...(groups.get(root) ?? []), suspect])
  })
  return [...groups.values()]
}

/**
 * Visits from an address that had been used on so many days before: a machine of the person's, for all that is known. With what the
 * person always uses it is theirs already when it comes back after some days: their VPN.
 */
function settledAmong(suspects: Judged[]): Set<Judged> {
  const days = new Map<string, Set<number>>()
  const settled = new Set<Judged>()
  for (const suspect of suspects) {
    const { knowsClients, strangeness } = suspect
    const { day, addresses } = suspect.visit
    const isOld = (known: Set<number>) =>
      known.size >= JOIN.settledDays ||
      (knowsClients &&
        strangeness < JOIN.settledStrange &&
        [...known].some(before => day - before >= JOIN.settledDays))
    const seen = [...addresses].map(address => {
      const known = days.get(address) ?? new Set()
      days.set(address, known)
      return known
    })
    if (seen.length > 0 && seen.every(isOld)) settled.add(suspect)
    for (const known of seen) known.add(day)
  }
  return settled
}

const STOLEN = 40

const THEFT = new Set([
  'session-on-second-network',
  'device-code-session-elsewhere',
  'many-countries-at-once',
])

const isTheft = ({ name, weight }: Signal): boolean => THEFT.has(name) && weight >= STOLEN

/** What holds visits together, and whether it does so only within the quiet days. */
function marksOf(one: Judged, owned: ReadonlySet<string>, isBesideOwner: boolean): [string, boolean][] {
  const { visit, signals } = one
  const { session, addresses, clients, isScripted, origin } = visit
  const marks: [string, boolean][] = []
  // A session lives for weeks, and its owner takes it along on journeys: of those only what looks stolen belongs together.
  // Nor does a server that was let in do what is done in the session later.
  if (session !== null && (!owned.has(session) || (signals.some(isTheft) && !isOfTools(visit))))
    marks.push([`session ${session}`, owned.has(session)])
  // Where a machine of the person's is at work, an address says nothing of who is there.
  if (!isBesideOwner) for (const address of addresses) marks.push([`address ${address}`, false])
  // Who reset the password, and who came in with it from another place.
  for (const { invitation } of signals) if (invitation) marks.push([`act ${invitation}`, false])
  for (const { id, manner } of visit.notable)
    if (manner.action === 'password-reset') marks.push([`act ${id}`, false])
  if (origin === null || isOwnersTunnel(one) || isOwnersOuting(one, owned)) return marks
  // Others are on the same network with the same web client; a machine's own programs are fewer. Who rents machines rents
  // them wherever their landlord has some.
  const network = isHostingLike(origin) && origin.asn !== null ? `AS${origin.asn}` : origin.network
  for (const client of clients)
    if (isScripted || systemOf(client) !== null) marks.push([`client ${network} ${client}`, true])
  return marks
}

/** Two strange visits, one soon after the other, from different networks but by the same means. */
function areNear(one: Judged, other: Judged, owned: ReadonlySet<string>): boolean {
  const [a, b] = [one.visit, other.visit]
  if (b.first - a.last > JOIN.nearHours * HOUR) return false
  if (a.origin === null || b.origin === null) return true
  // A relay hides where its customers are, and little is strange about it: what the person never had is one machine there.
  if (isNewOnRelay(one) && isNewOnRelay(other) && ofMachine(a.clients).some(name => b.clients.includes(name)))
    return true
  if (Math.min(one.strangeness, other.strangeness) < JOIN.nearStrange) return false
  if (isOwnersOuting(one, owned) || isOwnersTunnel(one)) return false
  // On a line somewhere the owner goes on with their journey; in a data centre, soon after an attacker, it is rather them again.
  if (isOwnersOuting(other, owned) && !isHostingLike(b.origin)) return false
  if (a.clients.some(name => b.clients.includes(name)) || isCatch(one, other)) return true
  // A service that reads the company's mail in a data centre has nothing to do with who came through another.
  return isHostingLike(a.origin) && isHostingLike(b.origin) && !isServers(a) && !isServers(b)
}

/** A phishing page and whoever has what it caught (entry/handed-on.ts). */
const isCatch = (one: Judged, other: Judged): boolean =>
  one.visit.session === null &&
  isPhishingPage(one, HANDED_ON.page) &&
  other.signals.some(({ name }) => name === 'phished-and-handed-on')

const isNewOnRelay = ({ visit, knowsClients }: Judged): boolean =>
  visit.origin?.kind === 'relay' && !knowsClients

/** The owner's session, taken along to a strange place by a client of theirs: what comes after it did not begin with it. */
const isOwnersOuting = ({ visit, knowsClients, signals }: Judged, owned: ReadonlySet<string>): boolean =>
  visit.session !== null && owned.has(visit.session) && knowsClients && !signals.some(isTheft)

/** Somebody who uses VPNs, or whose machine is with them, on one with a client of theirs: many are on its network. */
const isOwnersTunnel = ({ visit, knowsClients, isVpnUser, isVouched }: Judged): boolean =>
  knowsClients && (isVpnUser || isVouched) && visit.origin !== null && isHostingLike(visit.origin)
