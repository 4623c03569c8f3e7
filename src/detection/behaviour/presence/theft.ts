// A session in two places, one of them its owner's: stolen, or carried along. How much speaks for the thief.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAbroad, isBrowser, isComputers } from '../entry/access.ts'
import { isPhone, type Manner } from '../memory/manner.ts'
import { hidesCountry, isHostingLike, isLine } from '../memory/origin.ts'
import { isSignIn } from '../memory/trace.ts'
import { HOUR, type Visit } from '../memory/visits.ts'
import { sayClients, sayOrigin } from '../say.ts'
import { LOWERED, SECOND_NETWORK, VPN_USER } from '../weights.ts'
import { isAloft, isOutOfReach, isPlace } from './distance.ts'
import { isAnybodys, isOtherBrowser, isOtherSystem, isPhonesApp, isPose, ofMachine } from './machines.ts'

const NEAR = 2 * HOUR

interface Whose {
  /** The owner's visits until then. */
  owners: Access[]
  /** All of them. */
  owned: Access[]
  /** Those from elsewhere until then. */
  strangers: Access[]
  /** Systems that sessions of the person's hold together at home. */
  mixed: ReadonlySet<string>
}

export function theft(access: Access, whose: Whose): Signal | null {
  const { visit } = access
  const { owners, owned, mixed } = whose
  if (visit.manners.every(isUploading)) return null
  const points = Math.max(theftPoints(access, owners, mixed), farPoints(access, whose))
  if (points === 0) return null
  const owner = owners.at(-1)!.visit
  const isMeanwhile = areByTurns(visit, owned)
  const more = addedPoints(access, whose, isMeanwhile && points >= SECOND_NETWORK.hostingKnownClient)
  const client = sayClients(visit)
  return accessSignal(
    'session-on-second-network',
    'T1550.004',
    (points + more) * (access.isTrusted ? LOWERED.trustedNetwork : 1),
    visit.success!,
    `A session that its owner uses from ${sayOrigin(owner.origin!, visit.origin!)} was also used from ${sayOrigin(visit.origin!, owner.origin!)}${client ? ` with ${client}` : ''}${isMeanwhile ? ', while the owner went on working' : ''}`,
  )
}

/** A browser carried along is not at home and far abroad within the hour. */
function farPoints(access: Access, { owned, strangers }: Whose): number {
  if (!isTooFar(access, owned)) return 0
  const { country } = access.visit.origin!
  const isAgain = strangers.some(other => other.visit.origin!.country !== country && isTooFar(other, owned))
  return SECOND_NETWORK.accessTooFar[isAgain ? 'again' : 'once']
}

function isTooFar(access: Access, owned: Access[]): boolean {
  const { visit, hasOwnDevice, isVpnUser } = access
  const origin = visit.origin!
  if (hasOwnDevice || isVpnUser || !isAbroad(access) || !visit.clients.some(isComputers)) return false
  if (isHostingLike(origin) || hidesCountry(origin) || origin.latitude === null || isAloft(origin))
    return false
  const moments = momentsOf(visit, false)
  return owned.some(
    ({ visit: own }) =>
      isPlace(own.origin!) &&
      own.origin!.country !== origin.country &&
      momentsOf(own, true).some(home =>
        moments.some(({ at }) => isOutOfReach(origin, own.origin!, at - home.at)),
      ),
  )
}

/** For what a machine that is carried along does not do. */
function addedPoints(access: Access, { owners, strangers }: Whose, isInterleaved: boolean): number {
  const { visit, hasOwnDevice, isVpnUser } = access
  const often = isHostingLike(visit.origin) ? SECOND_NETWORK.hostingChanges : SECOND_NETWORK.changes
  if (!hasOwnDevice && !isVpnUser && changesOf(visit, owners) >= often.least) return often.points
  if (isInterleaved) return SECOND_NETWORK.interleaved
  return isAgainWithoutItsDevice(visit, owners, strangers) ? SECOND_NETWORK.againWithoutDevice : 0
}

/** What OneDrive sends up was made on a machine of the owner's: a thief has nothing to bring. */
const isUploading = ({ operation }: Manner): boolean => operation.startsWith('FileSyncUploaded')

/** A phone is on Wi-Fi and on its mobile network by turns, and not every mobile network is known for one. */
const isFixed = ({ origin, systems }: Visit): boolean => isLine(origin!) && !systems.some(isPhone)

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

function theftPoints(access: Access, owners: Access[], mixed: ReadonlySet<string>): number {
  const { visit, knowsClients, hasOwnDevice, isVpnUser } = access
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
  // Neither does which phone it is, where people sit or beside the owner's app: logs of mail and of sign-ins call an app's by
  // different names.
  const isBesideOwn = isShared && visit.clients.every(isPhonesApp)
  const isSomePhone = systems.some(isPhone) && (!isHosted || isBesideOwn)
  const told = visit.systems.filter(each => (isHosted || !mixed.has(each)) && !(isSomePhone && isPhone(each)))
  const isMoved =
    isOtherSystem(told, systems) &&
    !((hasOwnDevice || mixed.size > 0) && visit.systems.some(system => systems.includes(system)))
  // A machine's own sign-in is one session in all of its browsers, and names the machine.
  const isOtherBrowsers = !hasOwnDevice && isOtherBrowser(visit, clients)
  const isNewBrowser = isOtherBrowsers && !knowsClients
  // However many machines share a session at home, another system or a browser that the person never had is none of theirs.
  const isTelling = isHosted || mixed.size === 0 || isNewBrowser || isMoved
  if (isTelling && (isMoved || isWithoutItsDevice(visit, owners) || isOtherBrowsers)) {
    if (isHosted) return isMoved ? SECOND_NETWORK.hostingOtherClient : SECOND_NETWORK.hostingOtherBrowser
    const points = isNewBrowser
      ? SECOND_NETWORK.accessNewBrowser
      : isMoved
        ? SECOND_NETWORK.accessOtherSystem
        : SECOND_NETWORK.accessOtherClient
    const abroad = isAbroad(access) ? SECOND_NETWORK.abroad : 0
    // A new machine may come up on a known session behind a phone's network; another's does so abroad.
    const isAnothers = (isMoved || isNewBrowser) && abroad > 0
    return (points + abroad) * (isLine(visit.origin!) || isAnothers ? 1 : 0.5)
  }
  // A tablet shows at home too that it poses as a computer now and then.
  if (isLine(visit.origin!) && !hasOwnDevice && isPose(visit.systems, systems))
    return SECOND_NETWORK.accessFirstPose
  const isOtherProgram = !isSameClient && visit.clients.length > 0 && !knowsClients
  if (isOtherProgram && isHosted)
    return SECOND_NETWORK.hostingOtherProgram[visit.clients.some(isBrowser) ? 'browser' : 'app']
  if (!isHosted) return isLine(visit.origin!) ? SECOND_NETWORK.accessSameClient : 0
  // A VPN user's next exit says little, but their VPN brings no other client along.
  const vpn = isVpnUser ? VPN_USER.factor : 1
  if (visit.clients.length === 0) return SECOND_NETWORK.hostingNoClient * vpn
  if (isSameClient) return SECOND_NETWORK.hostingSameClient * vpn * (hasOwnDevice ? LOWERED.ownDevice : 1)
  return SECOND_NETWORK.hostingKnownClient * vpn * (hasOwnDevice ? LOWERED.managedDevice : 1)
}

/** On a second strange line where people sit: a machine that was set up anew would be at one of them. */
const isAgainWithoutItsDevice = (visit: Visit, owners: Access[], strangers: Access[]): boolean =>
  isLine(visit.origin!) &&
  isWithoutItsDevice(visit, owners) &&
  strangers.some(other => isLine(other.visit.origin!) && isWithoutItsDevice(other.visit, owners))

/** The session's client has named the owner's device each time, and from here names none: the token left the machine. */
function isWithoutItsDevice({ traces }: Visit, owners: Access[]): boolean {
  const signIns = traces.filter(isSignIn)
  if (signIns.length === 0 || signIns.some(({ manner }) => !manner.isBare)) return false
  const clients = new Set(signIns.map(({ manner }) => manner.client))
  const alike = owners.flatMap(({ visit }) =>
    visit.traces.filter(trace => isSignIn(trace) && clients.has(trace.manner.client)),
  )
  return alike.some(({ manner }) => manner.deviceId !== null) && !alike.some(({ manner }) => manner.isBare)
}
