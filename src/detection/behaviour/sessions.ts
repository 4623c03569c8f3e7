// One session on two networks: a stolen token, or a person who moved. Who moved takes their client along.
import type { Signal } from '../signal.ts'
import { type Access, accessSignal, isBrowser } from './access.ts'
import { systemOf } from './manner.ts'
import { hidesCountry, isHostingLike } from './origin.ts'
import { list, sayClients, sayOrigin } from './say.ts'
import type { Trace } from './trace.ts'
import { distance, isAloft, isMisplaced } from './travel.ts'
import { DAY, HOUR, type Visit } from './visits.ts'
import { ACCESS, LOWERED, SECOND_NETWORK, TRAVEL, VPN_USER } from './weights.ts'

const NEAR = 2 * HOUR

/** Signals for a visit from the other visits of its session. */
export function judgeSession(access: Access, session: Access[]): Signal[] {
  const { visit } = access
  if (visit.origin === null || visit.success === null) return []
  // Many share a mobile network or a gateway with the owner: there, who brings another client is not the owner yet.
  const isAtHome = !access.isNewAddress
  if (isAtHome && access.knowsClients) return []
  const others = session.filter(other => other.visit.origin !== null && isElsewhere(other.visit, visit))
  const owned = others.filter(
    other =>
      !isAtHome &&
      other.isOwnNetwork === true &&
      (!other.isNewAddress || access.isOwnNetwork === false) &&
      other.visit.success !== null,
  )
  const owners = owned.filter(other => other.visit.first <= visit.first)
  const signals: Signal[] = isAtHome ? [] : twoBrowsers(access, session)
  if (owners.length > 0) {
    const signal = theft(access, owners, owned)
    if (signal) signals.push(signal)
    const code = owners.flatMap(({ signals }) => signals).find(({ name }) => name === 'device-code-sign-in')
    if (code && (visit.first - code.at <= DAY || !access.knowsClients))
      signals.push(
        accessSignal(
          'device-code-session-elsewhere',
          'T1528',
          ACCESS.deviceCode.elsewhere,
          visit.success,
          `A session that was let in with a device code on the account's own network is used from ${sayOrigin(visit.origin)}`,
        ),
      )
    return signals
  }
  // A session that a phishing page got is the attacker's wherever it goes on, also on a network that its owner knows.
  const before = others.filter(
    other =>
      other.isOwnNetwork === false &&
      other.visit.first <= visit.first &&
      other.visit.success !== null &&
      (access.isOwnNetwork === false || isPhished(other) || isAnotherMachine(access, other)),
  )
  const points = before.map(other => ({
    from: other.visit.origin!,
    points: movedPoints(access, other),
  }))
  const worst = points.reduce((most, each) => (each.points > most.points ? each : most), {
    from: visit.origin,
    points: 0,
  })
  if (worst.points > 0)
    signals.push(
      accessSignal(
        'session-moved',
        'T1550.004',
        worst.points * (access.isTrusted ? LOWERED.trustedNetwork : 1),
        visit.success,
        `A session that began at ${sayOrigin(worst.from)} is used from ${sayOrigin(visit.origin)} with ${sayClients(visit) ?? 'another client'}`,
      ),
    )
  return signals
}

/** Cookies do not go from one browser to another by themselves; what a machine's own sign-in shares names the machine. */
function twoBrowsers({ visit, isTrusted, isVouched }: Access, session: Access[]): Signal[] {
  const seen = new Set<string>()
  for (const other of session) {
    if (other.isOwnNetwork === true || other.visit.first > visit.first) continue
    for (const trace of other.visit.traces) {
      const { client, deviceId } = trace.manner
      if (!isSignIn(trace) || client === null || !isBrowser(client)) continue
      if (deviceId !== null) return []
      seen.add(client)
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
      ACCESS.twoBrowsers * (isTrusted ? LOWERED.trustedNetwork : 1),
      visit.success!,
      `One session was used in ${list([...seen].sort())}`,
    ),
  ]
}

const PHISHED = 40

/** By a browser that has always named its device less is enough: the page does not pass the device on. */
const isPhished = ({ signals }: Access): boolean =>
  signals.some(({ name, weight }) => name === 'phishing-proxy' && weight >= PHISHED) ||
  (signals.some(({ name }) => name === 'phishing-proxy') &&
    signals.some(({ name }) => name === 'device-missing'))

/** A client that the person never used, on another system than the session began on in a data centre. */
const isAnotherMachine = ({ visit, knowsClients }: Access, before: Access): boolean =>
  !knowsClients && isHostingLike(before.visit.origin) && isOtherSystem(visit.systems, before.visit.systems)

function movedPoints(access: Access, other: Access): number {
  const { visit, isVpnUser } = access
  const before = other.visit
  if (isHostingLike(before.origin) || isHostingLike(visit.origin)) {
    if (!differ(before, visit)) {
      if (isAbroad(access, before)) return SECOND_NETWORK.movedAbroad
      if (!isPhished(other) || isVpnUser || access.hasOwnDevice) return 0
      return isHandedOver(before, visit) ? SECOND_NETWORK.handedOver : SECOND_NETWORK.wentOn
    }
    if (isOtherClient(before, access)) return SECOND_NETWORK.movedOtherClient
    return SECOND_NETWORK.movedKnownClient * (isVpnUser ? VPN_USER.factor : 1)
  }
  return !access.hasOwnDevice && isTooFar(before, visit) ? SECOND_NETWORK.movedTooFar : 0
}

/** From one data centre to another's, in another country, within hours: from the phishing page to whoever runs it. */
const isHandedOver = (before: Visit, { origin, first }: Visit): boolean =>
  isHostingLike(origin) &&
  before.origin!.asn !== origin!.asn &&
  before.origin!.country !== origin!.country &&
  first - before.first <= NEAR

const isAbroad = ({ visit, hasOwnDevice, isVpnUser }: Access, before: Visit): boolean =>
  before.origin!.kind === 'hosting' &&
  !hasOwnDevice &&
  !isVpnUser &&
  !isHostingLike(visit.origin) &&
  !hidesCountry(visit.origin!) &&
  before.origin!.country !== visit.origin!.country

function isTooFar(before: Visit, { origin, first }: Visit): boolean {
  const [from, to] = [before.origin!, origin!]
  if (from.latitude === null || to.latitude === null || from.country === to.country) return false
  if (hidesCountry(from) || hidesCountry(to) || isAloft(from) || isAloft(to) || isMisplaced(from, to))
    return false
  const last = before.traces.findLast(({ at }) => at <= first) ?? before.traces[0]!
  const hours = Math.max((first - last.until) / HOUR, 1 / 60)
  const kilometres = distance(from, to)
  return kilometres >= TRAVEL.leastKilometres && kilometres / hours >= TRAVEL.kilometresPerHour
}

/** Same network by another protocol, or the neighbour of the same address, is not elsewhere. */
const isElsewhere = (one: Visit, other: Visit): boolean =>
  one.origin!.prefix !== other.origin!.prefix &&
  (one.origin!.network !== other.origin!.network ||
    one.origin!.address.includes(':') === other.origin!.address.includes(':'))

const isOtherClient = (before: Visit, { visit, knowsClients, hasOwnDevice }: Access): boolean =>
  !knowsClients ||
  isOtherSystem(visit.systems, before.systems) ||
  (!hasOwnDevice && isOtherBrowser(visit, before.clients))

const differ = (one: Visit, other: Visit): boolean =>
  other.isScripted ||
  isOtherSystem(other.systems, one.systems) ||
  haveNoneInCommon(ofMachine(one.clients), ofMachine(other.clients)) ||
  haveNoneInCommon(one.clients, other.clients)

/** What Exchange calls 'Outlook on the web' is in everybody's hands; a browser on Windows is on somebody's machine. */
const ofMachine = (clients: string[]): string[] => clients.filter(client => systemOf(client) !== null)

const isAnybodys = (client: string): boolean => client === 'REST' || client.endsWith(' on the web')

const haveNoneInCommon = (some: string[], others: string[]): boolean =>
  some.length > 0 && others.length > 0 && others.every(client => !some.includes(client))

function theft(access: Access, owners: Access[], owned: Access[]): Signal | null {
  const { visit } = access
  const points = theftPoints(access, owners)
  if (points === 0) return null
  const owner = owners.at(-1)!.visit
  const changes = changesOf(visit, owners)
  const isMeanwhile = areByTurns(visit, owned)
  const often = isHostingLike(visit.origin) ? SECOND_NETWORK.hostingChanges : SECOND_NETWORK.changes
  const more =
    changes >= often.least && !access.hasOwnDevice && !access.isVpnUser
      ? often.points
      : isMeanwhile && points >= SECOND_NETWORK.hostingKnownClient
        ? SECOND_NETWORK.interleaved
        : 0
  const client = sayClients(visit)
  return accessSignal(
    'session-on-second-network',
    'T1550.004',
    (points + more) * (access.isTrusted ? LOWERED.trustedNetwork : 1),
    visit.success!,
    `A session that its owner uses from ${sayOrigin(owner.origin!)} was also used from ${sayOrigin(visit.origin!)}${client ? ` with ${client}` : ''}${isMeanwhile ? ', while the owner went on working' : ''}`,
  )
}

/** A phone is on Wi-Fi and on its mobile network by turns, and not every mobile network is known for one. */
const isFixed = ({ origin, systems }: Visit): boolean =>
  (origin!.kind === 'access' || origin!.kind === 'unknown') &&
  !systems.some(system => system === 'iOS' || system === 'Android')

/** How often the session went from one network to the other and back on that day, as far as firsts and lasts tell. */
function changesOf(visit: Visit, owners: Access[]): number {
  const moments = [
    ...momentsOf(visit, false),
    ...owners
      .filter(owner => owner.visit.day === visit.day && isFixed(owner.visit))
      .flatMap(owner => momentsOf(owner.visit, true)),
  ].sort((a, b) => a.at - b.at || Number(a.isOwner) - Number(b.isOwner))
  let changes = 0
  for (let index = 1; index < moments.length; index++)
    if (moments[index]!.isOwner !== moments[index - 1]!.isOwner) changes++
  return changes
}

/** Whether one of them was at work soon before and soon after a moment of the other's. */
function areByTurns(visit: Visit, owned: Access[]): boolean {
  const near = owned.filter(
    ({ visit: { first, last } }) => last >= visit.first - NEAR && first <= visit.last + NEAR,
  )
  if (near.length === 0) return false
  const moments = [...momentsOf(visit, false), ...near.flatMap(owner => momentsOf(owner.visit, true))].sort(
    (a, b) => a.at - b.at,
  )
  // From the last to the first: when the other one is next at work.
  const next: number[] = new Array(moments.length)
  for (let index = moments.length - 1, after = Number.POSITIVE_INFINITY; index >= 0; index--) {
    const later = moments[index + 1]
    if (later && later.isOwner !== moments[index]!.isOwner) after = later.at
    next[index] = after
  }
  let before = Number.NEGATIVE_INFINITY
  return moments.some(({ at, isOwner }, index) => {
    const earlier = moments[index - 1]
    if (earlier && earlier.isOwner !== isOwner) before = earlier.at
    return at - before <= NEAR && next[index]! - at <= NEAR
  })
}

const momentsOf = ({ traces }: Visit, isOwner: boolean) =>
  traces.flatMap(({ at, until }) => [
    { at, isOwner },
    { at: until, isOwner },
  ])

function theftPoints(access: Access, owners: Access[]): number {
  const { visit, knowsClients, hasOwnDevice, isVpnUser } = access
  const { kind } = visit.origin!
  const systems = owners.flatMap(owner => owner.visit.systems)
  const clients = owners.flatMap(owner => owner.visit.clients)
  const machineBound = ofMachine(visit.clients)
  const telling = machineBound.length > 0 ? machineBound : visit.clients
  const isSameClient =
    telling.length > 0 && telling.every(client => clients.includes(client) && !isAnybodys(client))
  const isHosted = isHostingLike(visit.origin)
  const isShared = visit.clients.some(client => clients.includes(client))
  if (visit.isScripted && !isShared && !knowsClients) return SECOND_NETWORK.hostingOtherClient
  // What a machine of the person's sends may name another system now and then; not all of it does.
  const isMoved =
    isOtherSystem(visit.systems, systems) &&
    !(hasOwnDevice && visit.systems.some(system => systems.includes(system)))
  // A machine's own sign-in is one session in all of its browsers, and names the machine.
  const isOtherBrowsers = !hasOwnDevice && isOtherBrowser(visit, clients)
  if (isMoved || isWithoutItsDevice(visit, owners) || isOtherBrowsers) {
    if (isHosted) return isMoved ? SECOND_NETWORK.hostingOtherClient : SECOND_NETWORK.hostingOtherBrowser
    const points = isMoved ? SECOND_NETWORK.accessOtherSystem : SECOND_NETWORK.accessOtherClient
    const abroad = isNewCountry(access) ? SECOND_NETWORK.abroad : 0
    return (points + abroad) * (kind === 'access' || kind === 'unknown' ? 1 : 0.5)
  }
  const isOtherProgram = !isSameClient && visit.clients.length > 0 && !knowsClients
  if (isOtherProgram && isHosted)
    return SECOND_NETWORK.hostingOtherProgram[visit.clients.some(isBrowser) ? 'browser' : 'app']
  if (!isHosted) return kind === 'access' || kind === 'unknown' ? SECOND_NETWORK.accessSameClient : 0
  // A VPN user's next exit says little, but their VPN brings no other client along.
  const vpn = isVpnUser ? VPN_USER.factor : 1
  if (visit.clients.length === 0) return SECOND_NETWORK.hostingNoClient * vpn
  if (isSameClient) return SECOND_NETWORK.hostingSameClient * vpn * (hasOwnDevice ? LOWERED.ownDevice : 1)
  return SECOND_NETWORK.hostingKnownClient * vpn * (hasOwnDevice ? LOWERED.managedDevice : 1)
}

const isNewCountry = ({ signals }: Access): boolean =>
  signals.some(({ name }) => name === 'unfamiliar-country')

/** A tablet's or a phone's browser that asks for pages as a computer would. */
const POSES_AS: Record<string, string> = { macOS: 'iOS', iOS: 'macOS', Linux: 'Android', Android: 'Linux' }

const isOtherSystem = (systems: string[], owned: string[]): boolean =>
  owned.length > 0 &&
  systems.some(system => !owned.includes(system) && !owned.includes(POSES_AS[system] ?? system))

const isOtherBrowser = ({ clients }: Visit, owned: string[]): boolean =>
  owned.some(isBrowser) &&
  clients.some(client => isBrowser(client) && !owned.includes(client) && !owned.includes(posing(client)))

/** The same browser as it shows itself when it poses as a computer's, or does not. */
function posing(client: string): string {
  const system = systemOf(client)
  return system === null ? client : client.replace(` on ${system}`, ` on ${POSES_AS[system] ?? system}`)
}

/** The session's client has named the owner's device each time, and from here names none: the token left the machine. */
function isWithoutItsDevice({ traces }: Visit, owners: Access[]): boolean {
  const signIns = traces.filter(isSignIn)
  if (signIns.length === 0 || signIns.some(({ manner }) => manner.deviceId !== null)) return false
  const clients = new Set(signIns.map(({ manner }) => manner.client))
  const alike = owners.flatMap(({ visit }) =>
    visit.traces.filter(trace => isSignIn(trace) && clients.has(trace.manner.client)),
  )
  return alike.length > 0 && alike.every(({ manner }) => manner.deviceId !== null)
}

const isSignIn = ({ manner }: Trace): boolean => manner.action === 'sign-in' && manner.outcome === 'success'
