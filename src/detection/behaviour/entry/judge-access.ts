// How strange a visit is for the person: network, country, client, device, hour, and the way they signed in.
import type { Signal } from '../../signal.ts'
import type { Acquaintance } from '../memory/habits.ts'
import { isHostingLike, isLine, prefixOf } from '../memory/origin.ts'
import { isSignIn, type Trace } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import { ofMachine } from '../presence/machines.ts'
import { sayClients, sayOrigin } from '../say.ts'
import { isDeclared, isTrusted } from '../settings.ts'
import { ACCESS, LOWERED, MACHINES, VPN_USER } from '../weights.ts'
import { type Access, accessSignal, isAmongStrangers, isBrowser, type Surroundings } from './access.ts'
import { atHomeSignals, firstFlow, flowSignals } from './flows.ts'
import { mark, unfamiliarSignals } from './unfamiliar.ts'

export function judgeAccess(visit: Visit, knows: Acquaintance, around: Surroundings): Access {
  const { origin } = visit
  const isShared = origin !== null && around.facts.isShared(origin)
  const knowsNetwork = knows.knowsNetwork(visit)
  const isNewAddress = origin !== null && !isShared && !(knowsNetwork && knowsNeighbours(visit, knows))
  const hasOwnDevice = visit.devices.some(device => knows.knows(`device ${device}`))
  const knowsClients = isClientKnown(visit, knows)
  const missing = isNewAddress || origin?.kind === 'mobile' ? missingDevice(visit, knows) : null
  // Big networks have many customers: a new address in a known one is the person's if their client came along. Without its
  // device, or by an odd way to sign in, it is hardly theirs.
  const cameAlong =
    knowsClients && !visit.isScripted && missing === null && firstFlow(visit, knows) === undefined
  // In a data centre everybody can be a neighbour: what makes it the person's is what they come with.
  const isNear = !isNewAddress && (!isHostingLike(origin) || knowsClients)
  const isOwnNetwork = origin === null ? null : isShared || (knowsNetwork && (isNear || cameAlong))
  const isVpnUser = isOwnNetwork === false && isHostingLike(origin) && knowsClients && usesVpn(knows)
  const access: Access = {
    visit,
    knowledge: knows.knowledge,
    isOwnNetwork,
    isNewAddress,
    hasOwnDevice,
    knowsClients,
    lacksDevice: missing !== null,
    isVpnUser,
    isVouched: false,
    isTrusted: origin !== null && isTrusted(around.settings, origin, visit.first),
    isDeclared: origin !== null && isDeclared(around.settings, around.user, origin, visit.first),
    signals: [],
  }
  if (isOwnNetwork !== false) {
    access.signals.push(...atHomeSignals(visit, knows))
    if (isAmongStrangers(access)) access.signals.push(amongStrangers(access, missing))
    return access
  }
  const lowered = lowering(access, missing !== null)
  for (const signal of unfamiliarSignals(access, knows, around))
    access.signals.push({ ...signal, weight: signal.weight * lowered })
  if (missing)
    access.signals.push(
      accessSignal(
        'device-missing',
        'T1078.004',
        ACCESS.deviceMissing[origin!.kind === 'hosting' ? 'hosting' : 'elsewhere'] *
          (access.isTrusted ? LOWERED.trustedNetwork : 1),
        missing,
        sayMissing(missing),
      ),
    )
  const { facts } = around
  access.signals.push(...flowSignals(access, knows, { lowered, relayed: lowering(access, true), facts }))
  return access
}

const sayMissing = ({ manner }: Trace): string =>
  `${manner.client} has always named its device for this account, and did not this time`

const amongStrangers = ({ visit, knowsClients }: Access, missing: Trace | null): Signal =>
  missing !== null && knowsClients
    ? accessSignal('device-missing', 'T1078.004', ACCESS.unfamiliarClient, missing, sayMissing(missing))
    : accessSignal(
        'unfamiliar-client',
        'T1078.004',
        ACCESS.unfamiliarClient,
        mark(visit),
        `Used ${sayClients(visit)}, which this account has not been used with before, on ${sayOrigin(visit.origin!)}`,
      )

/** What every browser shows as, in Exchange's log. */
const WEBMAIL = 'Outlook on the web'

/** What runs on a machine tells of it: what Exchange calls 'Outlook on the web' is in everybody's hands. Apps come and go. */
function isClientKnown({ clients, systems }: Visit, knows: Acquaintance): boolean {
  if (systems.length === 0)
    return clients.every(client => client === WEBMAIL || knows.knows(`client ${client}`))
  if (!systems.every(system => knows.knows(`system ${system}`))) return false
  const machines = ofMachine(clients)
  const isKnown = (client: string) => knows.knows(`client ${client}`)
  return machines.some(isKnown) && machines.every(client => isKnown(client) || !isBrowser(client))
}

/** Mobile networks, gateways and VPNs hand out addresses as they like. */
function knowsNeighbours({ origin, addresses }: Visit, knows: Acquaintance): boolean {
  if (!isLine(origin!)) return true
  return (
    knows.knows(origin!.habits[1]!) ||
    [...addresses].every(address => knows.knows(`prefix ${prefixOf(address)}`))
  )
}

function usesVpn(knows: Acquaintance): boolean {
  const { networks, days, of } = knows.hosting()
  const { share } = VPN_USER
  return (
    networks >= VPN_USER.networks &&
    (days >= VPN_USER.days || (days >= share.days && days >= of * share.least))
  )
}

/** Machines that the directory knows say so each time; the same client without one runs elsewhere. */
function missingDevice({ traces }: Visit, knows: Acquaintance): Trace | null {
  // Of the first days nobody knows what was always so.
  if (knows.knowledge !== 'before') return null
  // What does not say on which system it runs may be the same program on another machine of theirs.
  const signIns = traces.filter(trace => isSignIn(trace) && trace.manner.system !== null)
  if (signIns.some(({ manner }) => manner.deviceId !== null)) return null
  const missing = signIns.find(
    ({ manner }) =>
      manner.isBare && knows.knows(`bound ${manner.client}`, 3) && !knows.knows(`bare ${manner.client}`),
  )
  // Who sits at whatever machine is free has none of their own among them.
  return missing && knows.machines() < MACHINES.shared ? missing : null
}

function ofMachineSeen({ visit, hasOwnDevice, knowsClients }: Access, isDeviceMissing: boolean): number {
  // A script in a data centre that names the person's machine has what was stolen from it.
  if (visit.isScripted && visit.origin!.kind === 'hosting') return 1
  if (hasOwnDevice && visit.systems.length <= 1) return LOWERED.ownDevice
  if (visit.hasKnownDevice) return LOWERED.managedDevice
  return knowsClients && visit.clients.length > 0 && !visit.isScripted && !isDeviceMissing
    ? LOWERED.knownClient
    : 1
}

function lowering(access: Access, isDeviceMissing: boolean): number {
  const { isTrusted, isDeclared } = access
  let factor = ofMachineSeen(access, isDeviceMissing)
  if (isTrusted) factor *= LOWERED.trustedNetwork
  if (isDeclared) factor *= LOWERED.declaredTravel
  return factor
}
