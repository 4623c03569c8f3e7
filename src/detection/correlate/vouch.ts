// Who vouches for a strange place: a machine of the person's at work there, or one that came home from it. What a browser does
// at such an address, which names no machine, is theirs as well.

import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import { type Access, isAtHome } from '../behaviour/entry/access.ts'
import { isPhone, isSignInByHand } from '../behaviour/memory/manner.ts'
import { isHostingLike, isLine } from '../behaviour/memory/origin.ts'
import { placesOf, type Visit } from '../behaviour/memory/visits.ts'
import { isAnybodys, isPhonesApp, ofMachine, programsOf } from '../behaviour/presence/machines.ts'
import { type DeedName, LOWERED } from '../behaviour/weights.ts'
import type { Signal } from '../signal.ts'
import { cameAlong, cameHome } from './taken-along.ts'

type Visitor = Access & { deeds: DeedSignal[] }

/** What is said of the place alone. */
const OF_PLACE = new Set([
  'hosting-network',
  'unfamiliar-network',
  'unfamiliar-country',
  'unusual-hour',
  'phishing-proxy',
])

/** And of another machine beside the one that vouches. */
const OF_VOUCHED = new Set([...OF_PLACE, 'device-missing'])

/** On a line a program is rather at work on the machine that vouches. */
const isOfProgram = ({ name }: Signal): boolean => name === 'scripted-client'

/** And of what else is new there: whoever has a new address at home has it with their new phone too. */
const OF_NEW_LINE = new Set([...OF_VOUCHED, 'unfamiliar-client', 'unfamiliar-system'])

/** Whoever lost their phone gets a new password and another way to pass MFA where they are, on whatever machine they find. */
const OF_RENEWAL: ReadonlySet<string> = new Set<DeedName>([
  'password-changed',
  'mfa-method-added',
  'mfa-weakened',
  'credentials-replaced',
])

/** And anybody regrets a message. */
const isOwnersThere = (deed: DeedSignal): boolean => isRenewal(deed) || deed.name === 'sent-mail-erased'

export const isRenewal = ({ name }: DeedSignal): boolean => OF_RENEWAL.has(name)

/** Lowers what is said of places that are vouched for. */
export function lowerVouched(judged: Visitor[]): void {
  if (!judged.some(({ isOwnNetwork }) => isOwnNetwork === false)) return
  for (const one of judged)
    if (isAtTheirComputer(one)) one.deeds = one.deeds.map(({ full: _, ...deed }) => deed)
  const vouched = new Map<string, number>()
  const vouch = (one: Access, factor: number): void => {
    for (const place of placesOf(one.visit)) vouched.set(place, Math.min(factor, vouched.get(place) ?? 1))
  }
  const machines = ownMachines(judged)
  for (const one of machines) vouch(one, LOWERED.vouched)
  const ofMachines = new Set(vouched.keys())
  const daysHere = machineDays(machines, judged)
  const lines = newLines(judged)
  for (const one of managedMachines(judged)) vouch(one, LOWERED.managedDevice)
  for (const one of cameHome(judged)) vouch(one, LOWERED.vouched)
  for (const one of cameAlong(judged)) vouch(one, LOWERED.vouched)
  const phones = phonesAlong(judged)
  if (vouched.size + lines.size + phones.size === 0) return
  for (const one of judged) {
    const { visit, isOwnNetwork, hasOwnDevice } = one
    if (visit.addresses.size > 0 && placesOf(one.visit).every(place => lines.has(place))) {
      one.isVouched = true
      one.signals = one.signals
        .filter(({ name }) => !OF_NEW_LINE.has(name))
        .map(signal =>
          isOfProgram(signal) ? { ...signal, weight: signal.weight * LOWERED.vouched } : signal,
        )
      continue
    }
    if (isOwnNetwork !== false || visit.addresses.size === 0) continue
    const isOnPhone = placesOf(visit).every(place => isPhones(visit, phones.get(place)))
    const isOftenHere = [...visit.addresses].every(address =>
      daysHere.get(address)?.some(day => Math.abs(day - visit.day) <= SAME_VPN_DAYS),
    )
    const factor =
      isOftenHere || isOnPhone
        ? LOWERED.vouched
        : Math.max(...placesOf(one.visit).map(place => vouched.get(place) ?? 1))
    if (factor === 1) continue
    one.deeds = one.deeds.map(deed =>
      isOwnersThere(deed) ? { ...deed, weight: deed.weight * LOWERED.doneWhereVouched } : deed,
    )
    if (hasOwnDevice || (visit.hasKnownDevice && !placesOf(one.visit).every(place => ofMachines.has(place))))
      continue
    one.isVouched = true
    // Much that is taken where the person's machine is was rather taken by the person.
    one.deeds = one.deeds.map(({ full: _, ...deed }) => deed)
    one.signals = one.signals.map(signal =>
      OF_VOUCHED.has(signal.name) || (isOfProgram(signal) && isLine(visit.origin!))
        ? { ...signal, weight: signal.weight * factor }
        : signal,
    )
  }
}

/** Where a log tells no sessions, all that was there on that day is one visit. */
const isPhones = ({ systems, session }: Visit, phone: string | undefined): boolean =>
  phone !== undefined && systems.includes(phone) && (systems.length === 1 || session === null)

/**
 * Where an app of the person's phone goes on in the session that it had at home, and the phone's system: its browser is there as
 * well. What a page catches on its way is never an app's session.
 */
function phonesAlong(judged: Visitor[]): Map<string, string> {
  const home = new Map<string, Set<string>>()
  const phones = new Map<string, string>()
  for (const { visit, isOwnNetwork } of judged) {
    const { session, success, clients, systems } = visit
    const [system, ...others] = systems
    if (session === null || success === null || system === undefined) continue
    if (!isPhone(system) || others.length > 0) continue
    const apps = clients.filter(isPhonesApp)
    const known = home.get(session)
    if (isOwnNetwork === true) home.set(session, new Set([...(known ?? []), ...apps]))
    else if (apps.some(app => known?.has(app))) for (const place of placesOf(visit)) phones.set(place, system)
  }
  return phones
}

/**
 * Where no log names sessions or machines, whoever logs on to Windows itself with all that the person always uses sits at their
 * computer: what they take from there counts as anybody's.
 */
const isAtTheirComputer = ({ visit, isOwnNetwork, knowsClients }: Access): boolean =>
  isOwnNetwork === false &&
  knowsClients &&
  visit.session === null &&
  isLine(visit.origin!) &&
  visit.clients.includes('Windows sign-in on Windows')

/**
 * Visits to the very line where a machine of the person's is at work on that day, or in their first days on any, in another session:
 * whoever stole a session is somewhere else.
 */
export function besideMachines(judged: Access[]): ReadonlySet<Access> {
  const isOnLine = ({ visit }: Access) => visit.origin !== null && isLine(visit.origin)
  const onLines = judged.filter(isOnLine)
  const hasMachineBeside = machineBeside(onLines)
  const hasMachineThere = machineBeside(onLines, ({ addresses }) => [...addresses])
  return new Set(
    onLines.filter(
      one =>
        !one.hasOwnDevice && (hasMachineBeside(one) || (one.knowledge === 'none' && hasMachineThere(one))),
    ),
  )
}

/** Whether a machine of the person's is at work at the very address on that day in another session. */
export function machineBeside(
  judged: Access[],
  places: (visit: Visit) => string[] = placesOf,
): (one: Access) => boolean {
  const sessions = new Map<string, Set<string | null>>()
  for (const { visit, hasOwnDevice } of judged)
    if (hasOwnDevice)
      for (const place of places(visit))
        sessions.set(place, (sessions.get(place) ?? new Set()).add(visit.session))
  return ({ visit }) =>
    places(visit).some(place => [...(sessions.get(place) ?? [])].some(each => each !== visit.session))
}

/** The person's own machines at strange places. One that speaks two protocols is at two addresses of one network. */
function ownMachines(judged: Visitor[]): Visitor[] {
  const machines = new Map<string, { visits: Visitor[]; programs: Set<string>; isInHand: boolean }>()
  const isCarried = carriedMachines(judged)
  for (const one of judged) {
    const { visit, isOwnNetwork, hasOwnDevice } = one
    // What is strange where a desktop that they hire is always at work is so of another of its programs.
    const isHired = isOwnNetwork === true && isHostingLike(visit.origin)
    if (!(isOwnNetwork === false || isHired) || !(hasOwnDevice || isCarried(one))) continue
    // In some logs each program of a machine has a session of its own.
    for (const name of [visit.session ?? visit.key, ...visit.devices]) {
      const key = `${name} ${visit.origin!.network} ${visit.day}`
      const machine = machines.get(key) ?? { visits: [], programs: new Set(), isInHand: false }
      machines.set(key, machine)
      if (isInHand(one)) machine.isInHand = true
      machine.visits.push(one)
      for (const program of programsOf(visit)) machine.programs.add(program)
    }
  }
  return [...machines.values()].flatMap(({ visits, programs, isInHand }) =>
    programs.size > 1 || isInHand ? visits : [],
  )
}

/** Who passes MFA in a browser that names the machine is at it: a stolen token has done so elsewhere, and a page names none. */
const isInHand = ({ visit, hasOwnDevice }: Visitor): boolean =>
  hasOwnDevice &&
  visit.manners.some(manner => isSignInByHand(manner) && manner.mfa === 'passed' && manner.deviceId !== null)

/**
 * Where no log names machines: whether several programs are at work in the session that they have been in at home. A stolen token
 * is one program's.
 */
function carriedMachines(judged: Visitor[]): (one: Visitor) => boolean {
  const atHome = new Map<string, { since: number; programs: Set<string> }>()
  for (const one of judged) {
    const { session, first } = one.visit
    if (session === null || !isAtHome(one)) continue
    const known = atHome.get(session) ?? { since: first, programs: new Set() }
    atHome.set(session, known)
    for (const program of installed(one.visit)) known.programs.add(program)
  }
  return ({ visit, knowsClients }) => {
    const known = visit.session === null ? undefined : atHome.get(visit.session)
    if (!known || known.since > visit.first || !knowsClients || visit.devices.length > 0) return false
    return installed(visit).filter(program => known.programs.has(program)).length > 1
  }
}

const installed = (visit: Visit): string[] => programsOf(visit).filter(program => !isAnybodys(program))

/** For so long nobody but the person comes out at the very address that their machine does. */
const SAME_VPN_DAYS = 30

/** On which days, by address, one of the machines was there that had been at home before. */
function machineDays(machines: Visitor[], judged: Visitor[]): Map<string, number[]> {
  const days = new Map<string, number[]>()
  if (machines.length === 0) return days
  const home = new Map<string, number>()
  for (const one of judged)
    if (isAtHome(one))
      for (const device of one.visit.devices) if (!home.has(device)) home.set(device, one.visit.first)
  // Of the first days nobody knows where home is.
  for (const { visit, knowledge } of machines)
    if (knowledge === 'none' || visit.devices.some(device => home.get(device)! < visit.first))
      for (const address of visit.addresses) days.set(address, [...(days.get(address) ?? []), visit.day])
  return days
}

/**
 * A new address of a provider that the person uses, where they go on with a session or a machine of theirs: many providers
 * give out another address every day.
 */
function newLines(judged: Visitor[]): Set<string> {
  const lines = new Set<string>()
  if (!judged.some(isOnNewLine)) return lines
  const owned = new Map<string, Set<string>>()
  for (const one of judged) {
    const { visit, isOwnNetwork, hasOwnDevice } = one
    const { session } = visit
    if (isOwnNetwork !== true || visit.success === null) continue
    const clients = session === null ? undefined : owned.get(session)
    if (isOnNewLine(one) && (hasOwnDevice || visit.clients.some(client => clients?.has(client))))
      for (const place of placesOf(one.visit)) lines.add(place)
    if (session === null) continue
    const machine = ofMachine(visit.clients)
    if (!clients) owned.set(session, new Set(machine))
    else for (const client of machine) clients.add(client)
  }
  return lines
}

const isOnNewLine = ({ visit, isOwnNetwork, isNewAddress }: Visitor): boolean =>
  isOwnNetwork === true && isNewAddress && isLine(visit.origin!)

/** New to the person, but known to their company, and not registered from there on that day: an attacker may have done so. */
function managedMachines(judged: Visitor[]): Visitor[] {
  const machines = judged.filter(
    ({ visit, isOwnNetwork, hasOwnDevice }) =>
      isOwnNetwork === false && !hasOwnDevice && visit.hasKnownDevice && programsOf(visit).length > 1,
  )
  if (machines.length === 0) return machines
  const registered = new Set(
    judged
      .filter(({ deeds }) => deeds.some(({ name }) => name === 'device-registered'))
      .flatMap(({ visit }) => placesOf(visit)),
  )
  return machines.filter(one => !placesOf(one.visit).some(place => registered.has(place)))
}
