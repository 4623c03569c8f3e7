// What is new for the person in a visit to a network that is not theirs: network, country, client, second factor, hour.
import type { Signal } from '../../signal.ts'
import type { Acquaintance } from '../memory/habits.ts'
import { isSignInByHand, type Manner } from '../memory/manner.ts'
import { hidesCountry, isHostingLike, type Origin } from '../memory/origin.ts'
import type { Trace } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import { countryName, sayClients, sayKind, sayOrigin } from '../say.ts'
import { ACCESS, LEARNING, UNFAMILIAR_NETWORK, VPN_USER } from '../weights.ts'
import { type Access, accessSignal, ofPrograms, type Surroundings } from './access.ts'
import { isOfCommonTools, isTool } from './flows.ts'

/** Each as if nothing spoke for the person. */
export const unfamiliarSignals = (access: Access, knows: Acquaintance, around: Surroundings): Signal[] => [
  ...networkSignals(access, knows, around),
  ...clientSignals(access, knows, around),
  ...factorSignals(access, knows),
  ...hourSignals(access, knows),
]

/** The trace that stands for the visit: the first that got anywhere. */
export const mark = ({ success, traces }: Visit): Trace => success ?? traces[0]!

/** Of somebody who is still being learnt, only what is odd for anybody can be said. */
const whileLearning = ({ knowledge }: Access, isOdd: boolean): number =>
  knowledge !== 'none' ? 1 : isOdd ? LEARNING.oddFactor : 0

function networkSignals(access: Access, knows: Acquaintance, around: Surroundings): Signal[] {
  const { visit, isVpnUser } = access
  const origin = visit.origin!
  const trace = mark(visit)
  const isHosted = isHostingLike(origin)
  const isKnown = knows.knowsNetwork(visit)
  // Somebody who signs in by hand from one of Microsoft's data centres sits at a rented machine there.
  const points =
    isKnown && !isElsewhereInCloud(origin, knows)
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
        isKnown
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

/** Who has one machine in a data centre has no other there for that: everybody rents them. VPNs come out where they like. */
const isElsewhereInCloud = ({ kind, habits }: Origin, knows: Acquaintance): boolean =>
  (kind === 'hosting' || kind === 'microsoft') && !knows.knows(habits[1]!)

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
  const isAlone = isRented && !isOnOwnMachine(access)
  const script = visit.traces.find(
    ({ manner }) =>
      // A shell is what administrators work with; in a data centre it runs by itself.
      ((manner.isScripted && (isAlone || !isTool(manner))) || (isAlone && isShell(manner))) &&
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

/** Behind a VPN, where a shell is at work on the person's own machine. */
const isOnOwnMachine = ({ visit, isVpnUser, hasOwnDevice }: Access): boolean =>
  isVpnUser ||
  (hasOwnDevice && visit.manners.some(({ deviceId, isScripted }) => deviceId !== null && !isScripted))

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
      ACCESS.singleFactor[isHostingLike(visit.origin) ? 'hosting' : 'elsewhere'],
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
