// How strange a visit is for the person: network, country, client, device, hour, and the way they signed in.
import type { Signal } from '../signal.ts'
import {
  type Access,
  accessSignal,
  isAmongStrangers,
  isBrowser,
  ofPrograms,
  type Surroundings,
} from './access.ts'
import { atHomeSignals, firstFlow, flowSignals, isOfCommonTools, isTool } from './flows.ts'
import type { Acquaintance } from './habits.ts'
import { ofMachine } from './machines.ts'
import { isSignInByHand, type Manner } from './manner.ts'
import { hidesCountry, isHostingLike, isLine, type Origin, prefixOf } from './origin.ts'
import { countryName, sayClients, sayKind, sayOrigin } from './say.ts'
import { isDeclared, isTrusted } from './settings.ts'
import { isSignIn, type Trace } from './trace.ts'
import type { Visit } from './visits.ts'
import { ACCESS, LEARNING, LOWERED, UNFAMILIAR_NETWORK, VPN_USER } from './weights.ts'

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
  for (const signal of [
    ...networkSignals(access, knows, around),
    ...clientSignals(access, knows, around),
    ...factorSignals(access, knows),
    ...hourSignals(access, knows),
  ])
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

/** The trace that stands for the visit: the first that got anywhere. */
const mark = ({ success, traces }: Visit): Trace => success ?? traces[0]!

/** Machines that the directory knows say so each time; the same client without one runs elsewhere. */
function missingDevice({ traces }: Visit, knows: Acquaintance): Trace | null {
  // Of the first days nobody knows what was always so.
  if (knows.knowledge !== 'before') return null
  // What does not say on which system it runs may be the same program on another machine of theirs.
  const signIns = traces.filter(trace => isSignIn(trace) && trace.manner.system !== null)
  if (signIns.some(({ manner }) => manner.deviceId !== null)) return null
  return (
    signIns.find(
      ({ manner }) => knows.knows(`bound ${manner.client}`, 3) && !knows.knows(`bare ${manner.client}`),
    ) ?? null
  )
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

/** Of somebody who is still being learnt, only what is odd for anybody can be said. */
const whileLearning = ({ knowledge }: Access, isOdd: boolean): number =>
  knowledge !== 'none' ? 1 : isOdd ? LEARNING.oddFactor : 0

function networkSignals(access: Access, knows: Acquaintance, around: Surroundings): Signal[] {
  const { visit, isVpnUser } = access
  const origin = visit.origin!
  const trace = mark(visit)
  const isHosted = isHostingLike(origin)
  // Somebody who signs in by hand from one of Microsoft's data centres sits at a rented machine there.
  const points = knows.knowsNetwork(visit)
    ? ACCESS.newAddress
    : origin.kind === 'microsoft'
      ? 25
      : UNFAMILIAR_NETWORK[isForeignMobile(origin, knows) ? 'access' : origin.kind].points
  const vpn = isVpnUser && origin.kind !== 'tor' && isHosted ? VPN_USER.factor : 1
  const signals: Signal[] = []
  const program = visit.isScripted ? ofPrograms(access, knows) : 1
  const weight = points * vpn * program * whileLearning(access, isHosted)
  if (weight > 0)
    signals.push(
      accessSignal(
        origin.kind === 'tor' ? 'tor-network' : isHosted ? 'hosting-network' : 'unfamiliar-network',
        origin.kind === 'tor' ? 'T1090.003' : 'T1078.004',
        weight,
        trace,
        knows.knowsNetwork(visit)
          ? `Came from ${sayOrigin(origin)}, a network this account uses, but from an address${access.knowsClients ? '' : ' and with a client'} it has not used`
          : isHosted
            ? `Came from ${sayOrigin(origin)}, ${sayKind(origin.kind)}, which this account has not used before`
            : `Came from ${sayOrigin(origin)}, a network this account has not used before`,
      ),
    )
  const { country } = origin
  if (country !== null && !hidesCountry(origin) && !knows.knows(`country ${country}`)) {
    // Of who is still being learnt, their colleagues tell what is abroad.
    const isLearnt = access.knowledge !== 'none'
    const points = isHosted ? ACCESS.unfamiliarCountryOfHosting * vpn : ACCESS.unfamiliarCountry
    if (isLearnt || isForeign(country, around))
      signals.push(
        accessSignal(
          'unfamiliar-country',
          'T1078.004',
          points,
          trace,
          `Came from ${countryName(country)}, where ${isLearnt ? 'this account has not been used from before' : 'hardly anybody else of this directory has been'}`,
        ),
      )
  }
  return signals
}

/** Guests are at home somewhere else. */
const isForeign = (country: string, { user, facts }: Surroundings): boolean =>
  facts.domains.has(user.slice(user.indexOf('@') + 1)) && facts.isForeign(country)

/** Who is at home in a country is on any of its mobile networks; where a person never was, it tells as much as a line. */
const isForeignMobile = ({ kind, country }: Origin, knows: Acquaintance): boolean =>
  kind === 'mobile' && country !== null && !knows.knows(`country ${country}`)

function clientSignals(access: Access, knows: Acquaintance, { facts }: Surroundings): Signal[] {
  const { visit } = access
  // Microsoft's own shells run on its machines too, but nobody types a password there by a program.
  const isRented =
    visit.origin!.kind === 'hosting' ||
    (visit.origin!.kind === 'microsoft' && visit.manners.some(isScriptByHand))
  const script = visit.traces.find(
    ({ manner }) =>
      // A shell is what administrators work with; in a data centre it runs by itself.
      ((manner.isScripted && (isRented || !isTool(manner))) || (isRented && isShell(manner))) &&
      manner.outcome === 'success' &&
      isNew(manner, knows),
  )
  if (script)
    return [
      accessSignal(
        'scripted-client',
        'T1078.004',
        ACCESS.scriptedClient[isRented && !isOfCommonTools(visit, facts) ? 'hosting' : 'elsewhere'] *
          whileLearning(access, true) *
          ofPrograms(access, knows),
        script,
        `Used a program rather than a browser or an app: ${script.manner.client ?? 'a scripted client'}`,
      ),
    ]
  if (access.knowledge === 'none' || access.knowsClients) return []
  const system = visit.systems.find(name => !knows.knows(`system ${name}`))
  const trace = mark(visit)
  if (system)
    return [
      accessSignal(
        'unfamiliar-system',
        'T1078.004',
        ACCESS.unfamiliarSystem,
        trace,
        `Used ${sayClients(visit)}; this account has not been used on ${system} before`,
      ),
    ]
  return [
    accessSignal(
      'unfamiliar-client',
      'T1078.004',
      ACCESS.unfamiliarClient,
      trace,
      `Used ${sayClients(visit)}, which this account has not been used with before`,
    ),
  ]
}

const isScriptByHand = (manner: Manner): boolean => manner.isScripted && isSignInByHand(manner)

const isShell = ({ action, client }: Manner): boolean => action === 'sign-in' && client === 'PowerShell'

const isNew = ({ client }: Manner, knows: Acquaintance): boolean =>
  client === null || !knows.knows(`client ${client}`, 2)

/** Somebody who was asked for a second factor each time got in without: by a way that the policy forgot. */
function factorSignals({ visit }: Access, knows: Acquaintance): Signal[] {
  if (!knows.knows('factors two', 3) || knows.knows('factors one')) return []
  const trace = visit.traces.find(({ manner }) => isSignInByHand(manner) && manner.mfa === 'none')
  if (!trace) return []
  return [
    accessSignal(
      'single-factor',
      'T1078.004',
      ACCESS.singleFactor,
      trace,
      'Signed in with the password alone, where this account has always passed MFA',
    ),
  ]
}

function hourSignals({ visit }: Access, knows: Acquaintance): Signal[] {
  const trace = mark(visit)
  if (knows.knowsHour(trace.at)) return []
  return [
    accessSignal(
      'unusual-hour',
      'T1078.004',
      ACCESS.unusualHour,
      trace,
      `At ${new Date(trace.at).toISOString().slice(11, 16)} UTC, an hour at which this account is never used`,
    ),
  ]
}
