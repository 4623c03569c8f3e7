// Passwords that were guessed and MFA requests that were worn through: failures that end in success.
import { isInVain } from '../../../events/words/second-factor.ts'
import type { Signal } from '../../signal.ts'
import { isHostingLike, isLine, type Origin } from '../memory/origin.ts'
import { isSignIn, type Trace } from '../memory/trace.ts'
import { DAY, dayOf, HOUR } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import { isWrongPassword, type TenantFacts } from '../tenant-facts.ts'
import { ACCESS, GUESSING, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isAbroad } from './access.ts'

/** A person's failures, in order of time. */
export interface Failures {
  wrongPasswords: Trace[]
  /** MFA requests that were refused, or failed otherwise. */
  inVain: Trace[]
  /** MFA was asked for, by hand: what became of it is told elsewhere, or nothing did. */
  asked: Trace[]
}

export const failuresOf = (traces: Trace[]): Failures => ({
  wrongPasswords: traces.filter(isWrongPassword),
  inVain: traces.filter(({ manner }) => manner.action === 'sign-in' && isInVain(manner.mfa)),
  asked: traces.filter(({ manner }) => manner.mfa === 'asked' && manner.isInteractive !== false),
})

/** `isOwnersSession`: the owner had the session before, so that no password opened it. `resets`: when the password was made another. */
export function judgeGuessing(
  access: Access,
  failures: Failures,
  { facts, resets, isOwnersSession }: { facts: TenantFacts; resets: number[]; isOwnersSession: boolean },
): Signal[] {
  const { visit } = access
  const signIn = visit.traces.find(trace => isSignIn(trace) && !isByToken(trace))
  const isPassword = !isOwnersSession && !access.hasOwnDevice && signIn?.manner.flow !== 'deviceCode'
  if (!signIn || !isPassword) return wornOut(access, failures)
  // What was tried before the password was another has guessed nothing.
  const since = Math.max(...resets.filter(at => at <= signIn.at), Number.NEGATIVE_INFINITY)
  const wrongPasswords = failures.wrongPasswords.filter(({ at }) => at > since)
  return [...guessed(access, signIn, wrongPasswords, facts), ...wornOut(access, failures)]
}

/** A program that passed MFA earlier came with a token, and no password. */
const isByToken = ({ manner }: Trace): boolean => manner.mfa === 'earlier' && manner.isInteractive === false

function guessed(access: Access, signIn: Trace, wrongPasswords: Trace[], facts: TenantFacts): Signal[] {
  const origin = access.visit.origin
  if (origin === null || (!access.isNewAddress && access.isOwnNetwork !== false)) return []
  const trust = access.isTrusted ? LOWERED.trustedNetwork : 1
  const { here, around } = facts.refusedPeople(origin, signIn.manner, signIn.at)
  // A whole network is many addresses, and not all of them the attacker's: twice as many people must have been tried. So must
  // they by one program, which the person does not use.
  const isHere = here >= GUESSING.sprayUsers
  const people = isHere ? here : Math.floor(around / 2)
  // Where more people get in than are refused, they are at work and some of them mistype.
  const isSpray = people >= GUESSING.sprayUsers && people >= facts.peopleAt(origin)
  if (isSpray && !(isGateway(origin) && !signIn.manner.isScripted))
    return [
      accessSignal(
        'password-spray-succeeded',
        'T1110.003',
        ACCESS.sprayThenSuccess[isHere ? 'here' : 'around'] * trust,
        signIn,
        `Signed in from ${sayOrigin(origin)}, where within a day passwords of ${isHere ? here : around} accounts were tried and refused${isHere ? '' : ' from other addresses'}`,
      ),
    ]
  const named = access.visit.traces.find(trace => isSignIn(trace) && trace.manner.agent !== null) ?? signIn
  const { isScripted, client } = named.manner
  const { anywhere } = facts.refusedPeople(origin, named.manner, named.at)
  // Of a kind of browser the person may have one, but not the very one that guesses all over the company.
  if (anywhere >= 2 * GUESSING.sprayUsers && !(isScripted && access.knowsClients))
    return [
      accessSignal(
        'password-spray-succeeded',
        'T1110.003',
        ACCESS.sprayThenSuccess[isScripted ? 'around' : 'byTheVeryOne'] * trust,
        signIn,
        `Signed in from ${sayOrigin(origin)} with ${isScripted ? client : `the very ${client ?? 'program'}`} by which within a day passwords of ${anywhere} accounts were tried and refused`,
      ),
    ]
  const before = wrongPasswords.filter(({ at, origin: from }) => {
    if (from === null || at > signIn.at) return false
    return from.prefix === origin.prefix || (access.isOwnNetwork === false && from.network === origin.network)
  })
  const lately = before.filter(({ at }) => signIn.at - at <= GUESSING.withinHours * HOUR)
  const guesses = Math.max(countOnce(lately), isHostingLike(origin) ? slowGuesses(before, signIn.at) : 0)
  const points = guesses < GUESSING.guesses ? pointsOfFew(access, guesses) : pointsOfMany(access)
  const scattered = scatteredGuesses(access, signIn, wrongPasswords)
  if (scattered && scattered.points > points)
    return [
      accessSignal(
        'password-guessed',
        'T1110.001',
        scattered.points * trust,
        signIn,
        `Signed in from ${sayOrigin(origin)} with ${signIn.manner.client}, after wrong passwords with it from ${scattered.places} places`,
      ),
    ]
  if (points === 0) return []
  return [
    accessSignal(
      'password-guessed',
      'T1110.001',
      points * trust,
      signIn,
      `Signed in from ${sayOrigin(origin)} after ${guesses} wrong passwords from there`,
    ),
  ]
}

/** Who takes their time tries now and then, over days, each time from another address. They are never many. */
function slowGuesses(guesses: Trace[], until: number): number {
  const slow = guesses.filter(({ at }) => until - at <= GUESSING.slowDays * DAY)
  const days = new Set(slow.map(({ at }) => dayOf(at)))
  const addresses = new Set(slow.map(({ origin }) => origin!.address))
  return days.size > 1 ? Math.min(addresses.size, GUESSING.guesses - 1) : 0
}

/**
 * From how many places the password was tried before with the same client, nearly always one that the person never used: nobody is
 * all over the world within a day, nor at several lines, and who hides behind other people's lines comes back to one of them.
 */
function scatteredGuesses(
  { visit, isOwnNetwork, knowsClients }: Access,
  signIn: Trace,
  guesses: Trace[],
): { points: number; places: number } | null {
  const { client } = signIn.manner
  if (isOwnNetwork !== false || client === null) return null
  const { allOver, allOverWithKnown, withinDay, overDays } = ACCESS.scatteredGuesses
  const withIt = guesses.filter(
    ({ at, origin, manner }) =>
      at <= signIn.at &&
      signIn.at - at <= GUESSING.slowDays * DAY &&
      manner.client === client &&
      origin !== null,
  )
  const isLately = ({ at }: Trace) => signIn.at - at <= GUESSING.withinHours * HOUR
  const rightBefore = withIt.filter(({ at }) => signIn.at - at <= GUESSING.rushHours * HOUR)
  // What everybody has is tried with every day: then only a rush that ends with the right one is telling.
  if (knowsClients) {
    const { places, countries } = spreadOf(rightBefore)
    const isRush = places >= GUESSING.rush && countries >= GUESSING.countries
    return isRush ? { points: allOverWithKnown, places } : null
  }
  const { places: placesAnywhere, countries } = spreadOf(withIt.filter(isLately))
  if (placesAnywhere >= GUESSING.guesses && countries >= GUESSING.countries)
    return { points: allOver, places: placesAnywhere }
  if (!isLine(visit.origin!)) return null
  const alike = withIt.filter(({ origin }) => isLine(origin!))
  const lately = alike.filter(isLately)
  const placesLately = prefixesOf(lately).size
  // One provider may hand out several addresses on one day.
  const providers = new Set(lately.map(({ origin }) => origin!.network)).size
  if (placesLately >= GUESSING.fewGuesses && providers > 1) return { points: withinDay, places: placesLately }
  const places = prefixesOf(alike)
  const days = new Set(alike.map(({ at }) => dayOf(at))).size
  return days > 1 && places.size >= GUESSING.fewGuesses && places.has(visit.origin!.prefix)
    ? { points: overDays, places: places.size }
    : null
}

const spreadOf = (traces: Trace[]) => ({
  places: prefixesOf(traces).size,
  countries: new Set(traces.map(({ origin }) => origin!.country)).size,
})

const prefixesOf = (traces: Trace[]): Set<string> => new Set(traces.map(({ origin }) => origin!.prefix))

/** A phone that still has the old password tries again and again where its owner is, not in a data centre. */
function pointsOfMany(access: Access): number {
  const { hosting, abroad, access: near } = ACCESS.guessingThenSuccess
  if (isHostingLike(access.visit.origin)) return hosting
  return isAbroad(access) ? abroad : near
}

/** Everybody mistypes, but with what they always use. */
function pointsOfFew(access: Access, guesses: number): number {
  const { visit, isOwnNetwork, knowsClients } = access
  if (guesses < GUESSING.fewGuesses || isOwnNetwork !== false || knowsClients) return 0
  const { hosting, abroad } = ACCESS.fewGuessesThenSuccess
  if (visit.origin!.kind === 'hosting') return hosting
  return isAbroad(access) ? abroad : 0
}

/** A whole company comes out there, and some of its people mistype every day. */
const isGateway = ({ kind }: Origin): boolean => kind === 'proxy' || kind === 'relay' || kind === 'microsoft'

function wornOut(access: Access, failures: Failures): Signal[] {
  const { visit, isNewAddress, isVouched, hasOwnDevice, knowledge } = access
  for (const trace of visit.traces) {
    const { manner, at } = trace
    if (manner.action !== 'sign-in' || manner.outcome !== 'success' || manner.mfa !== 'passed') continue
    const isBefore = (request: Trace) =>
      request.at <= at &&
      at - request.at <= GUESSING.refusalHours * HOUR &&
      (!isNewAddress || request.origin?.network === visit.origin!.network)
    const inVain = failures.inVain.filter(isBefore)
    const count = countOnce(inVain)
    const isTelling = isHostingLike(visit.origin) || (isAbroad(access) && isRefusedTwice(inVain))
    const least = isNewAddress && isTelling ? GUESSING.tellingRefusals : GUESSING.refusals
    if (count < least) {
      const requests = countOnce(failures.asked.filter(isBefore))
      if (requests < GUESSING.manyRefusals || access.isOwnNetwork !== false || access.knowsClients) continue
      return [
        accessSignal(
          'mfa-fatigue',
          'T1621',
          ACCESS.mfaFatigue.onlyAsked * (access.isTrusted ? LOWERED.trustedNetwork : 1),
          trace,
          `MFA was passed after it had been asked for ${requests} times within ${GUESSING.refusalHours} hours`,
        ),
      ]
    }
    const wasRefused = isRefusedInEach(inVain)
    // Unknown whose network it is, or with what the person always uses at another address of their provider, or in their country
    // where nobody refused: the more there were in a row, the less it is a phone on a bad line.
    const isMaybeOwn =
      (knowledge === 'none' && !isAbroad(access)) ||
      (access.knowsClients && (access.isOwnNetwork === true || (!wasRefused && isNearby(access))))
    const many = wasRefused ? GUESSING.manyRefusals : GUESSING.manyFailed
    const unknown = ACCESS.mfaFatigue.unknown[count >= many ? 'many' : 'some']
    const elsewhere = isMaybeOwn ? unknown : ACCESS.mfaFatigue.elsewhere
    return [
      accessSignal(
        'mfa-fatigue',
        'T1621',
        isNewAddress && !isVouched && !hasOwnDevice ? elsewhere : ACCESS.mfaFatigue.atHome,
        trace,
        `MFA was passed after ${count} requests had ${wasRefused ? 'been refused or not answered' : 'failed, none of them refused,'} within ${GUESSING.refusalHours} hours`,
      ),
    ]
  }
  return []
}

/** The unified audit log never tells what was refused from what failed: the same requests may stand in another that does. */
function isRefusedInEach(requests: Trace[]): boolean {
  const refused = new Set(
    requests.filter(({ manner }) => manner.mfa === 'refused').map(({ manner }) => manner.log),
  )
  return requests.every(({ manner }) => refused.has(manner.log))
}

/** Once is soon done by mistake, and only a log of sign-ins tells that somebody did it. */
const isRefusedTwice = (requests: Trace[]): boolean =>
  countOnce(requests.filter(({ manner }) => manner.mfa === 'refused' && manner.log === 'signinlogs')) > 1

const isNearby = (access: Access): boolean => !isHostingLike(access.visit.origin) && !isAbroad(access)

/** The same failure may stand in two logs: the log with the most of them counts. */
function countOnce(traces: Trace[]): number {
  const counts = new Map<string, number>()
  for (const { manner, records } of traces) counts.set(manner.log, (counts.get(manner.log) ?? 0) + records)
  return Math.max(0, ...counts.values())
}
