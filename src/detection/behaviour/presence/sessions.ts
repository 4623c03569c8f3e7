// One session on two networks: a stolen token, or a person who moved. Who moved takes their client along.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAbroad, isAtHome, isBrowser, isComputers } from '../entry/access.ts'
import { isPhishingPage } from '../entry/flows.ts'
import { isPhone } from '../memory/manner.ts'
import { hidesCountry, isHostingLike, isLine } from '../memory/origin.ts'
import { isSignIn } from '../memory/trace.ts'
import { DAY, HOUR, type Visit } from '../memory/visits.ts'
import { list, sayClients, sayOrigin } from '../say.ts'
import { ACCESS, LOWERED, SECOND_NETWORK, VPN_USER } from '../weights.ts'
import { distance, isAloft, isMisplaced, isTooFast } from './distance.ts'
import { judgeLetIn, whereLetIn } from './let-in.ts'
import {
  differ,
  isOtherBrowser,
  isOtherSystem,
  isOwnMachine,
  withoutAnySyncing,
  withoutSyncing,
} from './machines.ts'
import { theft } from './theft.ts'

const NEAR = 2 * HOUR

/**
 * Signals for a visit from the other visits of its session. `mixed`: the systems that sessions of the person's hold together
 * at home, so that one of them in another's says nothing.
 */
export function judgeSession(judged: Access, session: Access[], mixed: ReadonlySet<string>): Signal[] {
  const access = withoutSyncing(judged)
  const { visit } = access
  const areMixed = mixed.size > 0
  if (visit.origin === null || visit.success === null) return []
  // Many share a mobile network or a gateway with the owner: there, who brings another client is not the owner yet.
  const isHere = !access.isNewAddress
  const isUsual = isHere && access.knowsClients
  if (isUsual && (areMixed || visit.origin.kind !== 'mobile' || visit.systems.some(isPhone))) return []
  const others = session.filter(other => other.visit.origin !== null && isElsewhere(other.visit, visit))
  if (isUsual && !others.some(other => isAnotherSystemHere(access, other))) return []
  const owned = others.filter(
    other =>
      !isHere &&
      (other.isOwnNetwork === true || isOwnMachine(other)) &&
      (!other.isNewAddress || access.isOwnNetwork === false) &&
      other.visit.success !== null,
  )
  const earlier = owned.filter(other => other.visit.first <= visit.first)
  const owners =
    earlier.length > 0 || areMixed ? earlier : owned.filter(other => isOnAnotherSoon(access, other))
  const signals: Signal[] = isHere || areMixed ? [] : twoBrowsers(access, session)
  const letIn = whereLetIn(access, [...others, ...session.filter(other => isBesideIt(visit, other.visit))])
  const ofCode = letIn ? judgeLetIn(access, letIn, session) : null
  if (ofCode) signals.push(ofCode)
  if (owners.length > 0) {
    const strangers = others.filter(
      other =>
        other.isOwnNetwork === false && other.visit.first <= visit.first && other.visit.success !== null,
    )
    const signal = theft(access, { owners: withoutAnySyncing(owners), owned, strangers, mixed })
    if (signal) signals.push(signal)
  }
  // Where a machine of the person's is at work, the session has come back to them.
  if (letIn || owners.length > 0 || (access.isVouched && access.knowsClients)) return signals
  // A session that a phishing page got is the attacker's wherever it goes on, also on a network that its owner knows.
  const before = others.filter(
    other =>
      other.isOwnNetwork === false &&
      other.visit.first <= visit.first &&
      other.visit.success !== null &&
      (access.isOwnNetwork === false ||
        isPhished(other) ||
        isAnotherMachine(access, other) ||
        isAnotherSystemHere(access, other)),
  )
  const isByPhone = isPhones(session)
  const points = before.map(other => ({
    from: other.visit.origin!,
    points:
      areMixed && !isHostingLike(visit.origin) && !isPhished(other)
        ? 0
        : movedPoints(access, other, isByPhone),
  }))
  const worst = points.reduce((most, each) => (each.points > most.points ? each : most), {
    from: before[0]?.visit.origin ?? visit.origin,
    points: wanderingPoints(access, before),
  })
  if (worst.points > 0)
    signals.push(
      accessSignal(
        'session-moved',
        'T1550.004',
        worst.points * (access.isTrusted ? LOWERED.trustedNetwork : 1),
        visit.success,
        `A session that began at ${sayOrigin(worst.from, visit.origin)} is used from ${sayOrigin(visit.origin, worst.from)} with ${sayClients(visit) ?? 'another client'}`,
      ),
    )
  return signals
}

/** The owner is at another computer at home, and first seen in the session a little later than who stole it before that. */
const isOnAnotherSoon = ({ visit, hasOwnDevice }: Access, owner: Access): boolean =>
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  isAtHome(owner) &&
  owner.visit.first - visit.first <= DAY &&
  ![...visit.systems, ...owner.visit.systems].some(isPhone) &&
  isOtherSystem(visit.systems, owner.visit.systems)

/** A computer on a mobile network of the person's, where a whole country is, in a session that began on another system elsewhere. */
const isAnotherSystemHere = ({ visit, isOwnNetwork, hasOwnDevice }: Access, before: Access): boolean =>
  isOwnNetwork === true &&
  visit.origin!.kind === 'mobile' &&
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  before.isOwnNetwork === false &&
  before.visit.first <= visit.first &&
  before.visit.success !== null &&
  !visit.systems.some(isPhone) &&
  isOtherSystem(visit.systems, before.visit.systems)

/** Cookies do not go from one browser to another by themselves; what a machine's own sign-in shares names the machine. */
function twoBrowsers({ visit, isTrusted, isVouched }: Access, session: Access[]): Signal[] {
  const seen = new Set<string>()
  let isFromHosting = false
  for (const other of session) {
    if ((other.isOwnNetwork === true && !other.isNewAddress) || other.visit.first > visit.first) continue
    for (const trace of other.visit.traces) {
      const { client, deviceId } = trace.manner
      if (!isSignIn(trace) || client === null || !isBrowser(client)) continue
      if (deviceId !== null) return []
      seen.add(client)
      if (other.visit.origin?.kind === 'hosting' && !visit.clients.includes(client)) isFromHosting = true
    }
  }
  const [first] = seen
  const browsers = visit.clients.filter(isBrowser)
  if (seen.size < 2 || isVouched || (browsers.length > 0 && browsers.every(client => client === first)))
    return []
  return [
    accessSignal(
      'session-in-two-browsers',
      'T1550.004',
      ACCESS.twoBrowsers[
        visit.origin!.kind === 'hosting' ? 'hosting' : isFromHosting ? 'fromHosting' : 'elsewhere'
      ] * (isTrusted ? LOWERED.trustedNetwork : 1),
      visit.success!,
      `One session was used in ${list([...seen].sort())}`,
    ),
  ]
}

const PHISHED = 40

/** By a browser that has always named its device less is enough: the page does not pass the device on. */
const isPhished = (access: Access): boolean =>
  isPhishingPage(access, PHISHED) ||
  (isPhishingPage(access, 0) && access.signals.some(({ name }) => name === 'device-missing'))

/** A client that the person never used, on another system than the session began on in a data centre. */
const isAnotherMachine = ({ visit, knowsClients }: Access, before: Access): boolean =>
  !knowsClients && isHostingLike(before.visit.origin) && isOtherSystem(visit.systems, before.visit.systems)

const isByCode = ({ signals }: Access): boolean => signals.some(({ name }) => name === 'device-code-sign-in')

function movedPoints(access: Access, other: Access, isByPhone: boolean): number {
  const { visit, isVpnUser } = access
  const before = other.visit
  if (isByCode(other) && !access.hasOwnDevice) return SECOND_NETWORK.movedWithCode
  if (hasLeftItsMachine(before, visit)) return SECOND_NETWORK.movedOffMachine
  if (isHostingLike(before.origin) || isHostingLike(visit.origin)) {
    if (!differ(before, visit)) {
      if (goesHome(access, before))
        return SECOND_NETWORK[
          !access.knowsClients ? 'movedAbroadNewClient' : isAbroad(access) ? 'movedFarAbroad' : 'movedAbroad'
        ]
      if (!isPhished(other) || isVpnUser || access.hasOwnDevice) return 0
      return isHandedOver(before, visit) ? SECOND_NETWORK.handedOver : SECOND_NETWORK.wentOn
    }
    if (isOtherClient(before, access)) return SECOND_NETWORK.movedOtherClient
    return SECOND_NETWORK.movedKnownClient * (isVpnUser ? VPN_USER.factor : 1)
  }
  if (access.hasOwnDevice) return 0
  if (isTooFar(before, visit)) return isByPhone ? SECOND_NETWORK.movedByPhone : SECOND_NETWORK.movedTooFar
  return isOtherSystem(visit.systems, before.systems) ? SECOND_NETWORK.movedOtherSystem : 0
}

/** A machine of the person's that was never seen is not carried from line to line, each of them new, without its device. */
function wanderingPoints(access: Access, before: Access[]): number {
  const { wandering, wanderingStranger } = SECOND_NETWORK
  if (isStrangersComputer(access)) {
    const { lines, providers } = linesOf([access, ...before.filter(isStrangersComputer)])
    if (lines >= wanderingStranger.lines && providers >= wanderingStranger.providers)
      return wanderingStranger.points
  }
  if (!isWithoutDevice(access)) return 0
  const { lines } = linesOf([access, ...before.filter(isWithoutDevice)])
  const { few, many } = wandering
  if (lines >= many.lines) return many.points
  return lines >= few.lines ? few.points : 0
}

function linesOf(accesses: Access[]): { lines: number; providers: number } {
  const origins = accesses.map(({ visit }) => visit.origin!)
  return {
    lines: new Set(origins.map(({ prefix }) => prefix)).size,
    providers: new Set(origins.map(({ network }) => network)).size,
  }
}

/** A browser that the person never used, with no machine of theirs, where people sit. */
const isStrangersComputer = ({ visit, knowsClients, hasOwnDevice, knowledge }: Access): boolean =>
  isLine(visit.origin!) &&
  knowledge === 'before' &&
  !knowsClients &&
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  visit.clients.some(isComputers)

const isWithoutDevice = ({ visit, signals }: Access): boolean =>
  isLine(visit.origin!) && signals.some(({ name }) => name === 'device-missing')

/** From one data centre to another's, in another country, within hours: from the phishing page to whoever runs it. */
const isHandedOver = (before: Visit, { origin, first }: Visit): boolean =>
  isHostingLike(origin) &&
  before.origin!.asn !== origin!.asn &&
  before.origin!.country !== origin!.country &&
  first - before.first <= NEAR

/** Out of a data centre to where people sit in another country. */
const goesHome = ({ visit, hasOwnDevice, isVpnUser }: Access, before: Visit): boolean =>
  before.origin!.kind === 'hosting' &&
  !hasOwnDevice &&
  !isVpnUser &&
  !isHostingLike(visit.origin) &&
  !hidesCountry(visit.origin!) &&
  before.origin!.country !== visit.origin!.country

/** A session that named its machine is on another system that names none. */
const hasLeftItsMachine = (before: Visit, { systems, devices, manners }: Visit): boolean =>
  before.devices.length > 0 &&
  devices.length === 0 &&
  manners.some(({ action, isBare }) => action === 'sign-in' && isBare) &&
  isOtherSystem(systems, before.systems)

function isTooFar(before: Visit, { origin, first }: Visit): boolean {
  const [from, to] = [before.origin!, origin!]
  if (from.latitude === null || to.latitude === null || from.country === to.country) return false
  if (hidesCountry(from) || hidesCountry(to) || isAloft(from) || isAloft(to) || isMisplaced(from, to))
    return false
  const last = before.traces.findLast(({ at }) => at <= first) ?? before.traces[0]!
  const hours = Math.max((first - last.until) / HOUR, 1 / 60)
  return isTooFast(distance(from, to), hours)
}

/** Phones have their ways out wherever their provider likes, and some of them are not where the lists have them. */
const isPhones = (session: Access[]): boolean => {
  const systems = session.flatMap(({ visit }) => visit.systems)
  return systems.length > 0 && systems.every(isPhone) && !session.some(({ visit }) => visit.isScripted)
}

/** Same network by another protocol, or the neighbour of the same address, is not elsewhere. */
const isElsewhere = (one: Visit, other: Visit): boolean =>
  one.origin!.prefix !== other.origin!.prefix &&
  (one.origin!.network !== other.origin!.network ||
    one.origin!.address.includes(':') === other.origin!.address.includes(':'))

/** Another system at the other protocol's address of one network, which may be the house's or a neighbour's. */
const isBesideIt = (visit: Visit, other: Visit): boolean =>
  other.origin !== null &&
  !isElsewhere(other, visit) &&
  other.origin.prefix !== visit.origin!.prefix &&
  isOtherSystem(visit.systems, other.systems)

const isOtherClient = (before: Visit, { visit, knowsClients, hasOwnDevice }: Access): boolean =>
  !knowsClients ||
  isOtherSystem(visit.systems, before.systems) ||
  (!hasOwnDevice && isOtherBrowser(visit, before.clients))
