// Every visit of a person with all that is said of it: how strange it is, and what was done in it.
import { type Access, accessSignal, type Surroundings } from '../behaviour/access.ts'
import { judgeAtWork } from '../behaviour/at-work.ts'
import {
  type Consents,
  consentsOf,
  isOfKnownService,
  isOfLetIn,
  isToCommonApp,
  judgeConsent,
} from '../behaviour/consent.ts'
import { type DeedSignal, judgeDeeds } from '../behaviour/deeds.ts'
import { judgeDormant } from '../behaviour/dormant.ts'
import { judgeErased } from '../behaviour/erased.ts'
import { judgeFirstUse } from '../behaviour/first-use.ts'
import { judgeToolsLetIn } from '../behaviour/flows.ts'
import { failuresOf, judgeGuessing } from '../behaviour/guessing.ts'
import { acquaint, createLearner, isYoung, newHabits, valuesOfAll } from '../behaviour/habits.ts'
import { judgeHandedOn } from '../behaviour/handed-on.ts'
import { judgeAccess } from '../behaviour/judge-access.ts'
import { judgeLockedOut } from '../behaviour/locked-out.ts'
import { judgeLures } from '../behaviour/lures.ts'
import { judgeMade } from '../behaviour/made.ts'
import { judgeMeanwhile } from '../behaviour/meanwhile.ts'
import { mixedSessions } from '../behaviour/mixed-sessions.ts'
import { createNewcomers } from '../behaviour/newcomers.ts'
import { judgePhones } from '../behaviour/phones.ts'
import { judgeProgramAccount } from '../behaviour/program-accounts.ts'
import { judgeRegistered } from '../behaviour/registered.ts'
import { judgeRelays } from '../behaviour/relays.ts'
import { judgeOwnReset, judgeReset, ownResetsOf } from '../behaviour/resets.ts'
import { judgeReturns } from '../behaviour/returns.ts'
import { list, sayOrigin } from '../behaviour/say.ts'
import { judgeSession } from '../behaviour/sessions.ts'
import { judgeShortPast } from '../behaviour/short-past.ts'
import { isSignIn, type Trace } from '../behaviour/trace.ts'
import { judgeTravel } from '../behaviour/travel.ts'
import { judgeTurns } from '../behaviour/turns.ts'
import { judgeVendor } from '../behaviour/vendor.ts'
import type { Visit } from '../behaviour/visits.ts'
import { judgeVolume, type Norm, usualVolumes } from '../behaviour/volume.ts'
import { ACCESS, type DeedName, LOWERED } from '../behaviour/weights.ts'
import type { Signal } from '../signal.ts'
import { lowerRollOut } from './roll-out.ts'
import { disownStrangers, isMoved, NOT_OWN, suspectCompany } from './strangers.ts'
import { besideMachines, lowerVouched, machineBeside } from './vouch.ts'
import { diminished } from './weigh.ts'

export interface Judged extends Access {
  deeds: DeedSignal[]
  /** Points of access alone. */
  strangeness: number
}

export interface PersonHistory {
  visits: Visit[]
  traces: Trace[]
  madeAt: number | null
}

/**
 * Judges each visit by what was before it. `attackers` are visits already known to be an attacker's: they teach
 * nothing.
 */
export function judgeVisits(
  { visits, traces, madeAt }: PersonHistory,
  around: Surroundings,
  attackers: ReadonlySet<Visit>,
): Judged[] {
  const values = valuesOfAll(visits)
  const before = newHabits()
  const whole = newHabits()
  const learnWhole = createLearner(whole)
  const learn = createLearner(before)
  visits.forEach((visit, index) => {
    if (!attackers.has(visit)) learnWhole(visit, values[index]!)
  })
  const ownDomains = new Set([...around.facts.domains, ...around.settings.domains])
  const consents = consentsOf(traces)
  let norm: Norm | null = null
  const usual = () => {
    norm ??= usualVolumes(visits, attackers)
    return norm
  }
  const newcomers = createNewcomers()
  const isTheirs = judgeShortPast(visits, traces)
  const judged = visits.map((visit, index): Judged => {
    const knows = acquaint(before, whole, visit.day, {
      alone: value => newcomers.daysAlone(visit.session, value, visit.day),
      madeAt,
      isTheirs,
    })
    const access = judgeAccess(visit, knows, around)
    const deeds = [
      ...judgeDeeds(visit, {
        user: around.user,
        isLearnt: knows.knowledge !== 'none',
        ownDomains,
        isUsual: (value, days) => knows.knows(value, days),
        isCommonRule: id => around.facts.isCommonRule(id),
        isToCommonApp: consent => isToCommonApp(consent, consents, around.facts),
      }),
      ...judgeErased(visit, knows),
      ...judgeVolume(visit, usual),
      ...judgeVendor(visit),
    ]
    if (!attackers.has(visit)) {
      newcomers.meet(access, values[index]!, before)
      learn(visit, values[index]!)
    }
    return {
      ...access,
      deeds: isYoung(madeAt, visit.day) ? deeds.map(ofNew) : deeds,
      strangeness: 0,
    }
  })
  disownStrangers(judged)
  lowerVouched(judged)
  addWhatOthersTell(judged, { traces, consents, madeAt }, around)
  lowerRollOut(judged, around.facts)
  for (const one of judged) {
    one.strangeness = diminished(one.signals)
    // A new address in a known network was taken for the person's; what else was found says otherwise.
    if (isMoved(one) || (one.isNewAddress && one.strangeness >= NOT_OWN)) one.isOwnNetwork = false
  }
  suspectCompany(judged)
  return judged
}

const OF_BEGINNING: ReadonlySet<string> = new Set<DeedName>([
  'mfa-method-added',
  'password-changed',
  'device-registered',
])

/** Who has just begun sets a password and adds what they pass MFA with. */
const ofNew = (deed: DeedSignal): DeedSignal =>
  OF_BEGINNING.has(deed.name) ? { ...deed, weight: deed.weight * LOWERED.ofNewAccount } : deed

const STOLEN = 60
const OF_STOLEN = new Set(['session-on-second-network', 'session-moved', 'session-by-turns'])

/** Visits by a session that looks stolen: whatever comes of them, what they show is not the person's habit. */
export const visitsByStolen = (judged: Judged[]): Set<Visit> =>
  new Set(
    judged
      .filter(({ signals }) => signals.some(({ name, weight }) => OF_STOLEN.has(name) && weight >= STOLEN))
      .map(({ visit }) => visit),
  )

/** Signals that need the other visits of the person, or what is known of other people. */
function addWhatOthersTell(
  judged: Judged[],
  { traces, consents, madeAt }: { traces: Trace[]; consents: Consents; madeAt: number | null },
  { user, facts }: Surroundings,
): void {
  const sessions = new Map<string, Judged[]>()
  for (const one of judged) {
    const { session } = one.visit
    if (session === null) continue
    const known = sessions.get(session)
    if (known) known.push(one)
    else sessions.set(session, [one])
  }
  const areMixed = mixedSessions(sessions)
  const beside = besideMachines(judged)
  const hasMachineBeside = consents.given.length > 0 ? machineBeside(judged) : () => false
  const failures = failuresOf(traces)
  const travels = judgeTravel(judged)
  const returns = judgeReturns(judged, facts)
  const phones = judgePhones(judged)
  const relays = judgeRelays(judged)
  const meanwhile = judgeMeanwhile(judged)
  const atWork = judgeAtWork(judged)
  const turns = judgeTurns(judged, sessions, session => areMixed(session).size > 0)
  const dormant = judgeDormant(judged, facts.pastOf(user))
  const firstUse = judgeFirstUse(judged, {
    wrongPasswords: failures.wrongPasswords,
    madeAt,
    past: facts.pastOf(user),
  })
  const lures = judgeLures(judged, user, facts.lures)
  const resets = facts.resetsOf(user)
  const programs = judgeProgramAccount(judged)
  const ownResets = ownResetsOf(user, traces)
  const lockedOut = judgeLockedOut(judged, { user, traces, resets, beside })
  const changes = [...resets, ...ownResets].map(({ at }) => at)
  // On the person's own mobile network is everybody, also who has got their number.
  const isDoneByStranger = (trace: Trace): boolean =>
    judged.some(
      ({ visit, isOwnNetwork, hasOwnDevice, isVouched }) =>
        (isOwnNetwork === false || visit.origin?.kind === 'mobile') &&
        !hasOwnDevice &&
        !isVouched &&
        visit.notable.includes(trace),
    )
  const registered = judgeRegistered(judged)
  const handedOn = judgeHandedOn(judged)
  const maker = facts.made.get(user)
  for (const one of judged) {
    const { visit } = one
    if (visit.success === null) continue
    // What the person let in on their own machine goes where that does.
    const consented =
      consents.given.length > 0 && !hasMachineBeside(one) ? judgeConsent(one, consents, facts) : []
    // The application is at work where its maker has it: how strange that is for the person says nothing, nor that it is a
    // program.
    if (isOfKnownService(visit) || (consents.given.length > 0 && isOfLetIn(visit, consents))) {
      const signIns = new Set(visit.traces.filter(isSignIn).map(({ id }) => id))
      one.signals = consented
      one.deeds = one.deeds.filter(({ eventId }) => !signIns.has(eventId))
      continue
    }
    // What the person let in where their own machine is may be a program of theirs.
    if (consented.length > 0 && one.isVouched)
      one.signals = one.signals.filter(({ name }) => name !== 'scripted-client')
    one.signals.push(...consented)
    const ofTools =
      visit.session !== null && one.isOwnNetwork === false
        ? judgeToolsLetIn(one, sessions.get(visit.session)!)
        : null
    if (ofTools) {
      one.signals = [ofTools]
      continue
    }
    const relay = relays.get(one)
    // A phishing page begins a session of its own.
    if (relay || isOwners(one, sessions))
      one.signals = one.signals.filter(({ name }) => name !== 'phishing-proxy')
    if (relay && !isOwners(one, sessions)) one.signals.push(relay)
    // What an application was let in with goes on in its owner's session.
    if (visit.session !== null && consented.length === 0) {
      const ofSession = judgeSession(one, sessions.get(visit.session)!, areMixed(visit.session))
      one.signals.push(...(beside.has(one) ? ofSession.map(asBeside) : ofSession))
    }
    if (failures.wrongPasswords.length + failures.inVain.length > 0 || one.isOwnNetwork === false)
      one.signals.push(
        ...judgeGuessing(one, failures, { facts, resets: changes, isOwnersSession: isOwners(one, sessions) }),
      )
    const travel = travels.get(one)
    if (travel) one.signals.push(travel)
    const returned = returns.get(one)
    if (returned) one.signals.push(returned)
    const phone = phones.get(one)
    if (phone) one.signals.push(phone)
    const stayed = meanwhile.get(one)
    if (stayed) one.signals.push(stayed)
    const byTurns = turns.get(one)
    if (byTurns) one.signals.push(byTurns)
    const elsewhere = atWork.get(one)
    if (elsewhere) one.signals.push(elsewhere)
    const reset = resets.length > 0 ? judgeReset(one, resets) : null
    if (reset) one.signals.push(reset)
    const locked = lockedOut.get(one)
    if (locked) one.signals.push(locked)
    const own = ownResets.length > 0 ? judgeOwnReset(one, ownResets, isDoneByStranger) : null
    if (own) one.signals.push(own)
    const handed = handedOn.get(one)
    if (handed) one.signals.push(handed)
    const machine = registered.get(one)
    if (machine) one.signals.push(machine)
    const byHand = programs.get(one)
    if (byHand) one.signals.push(byHand)
    const made = maker === undefined ? null : judgeMade(one, maker)
    if (made) one.signals.push(made)
    const lured = lures.get(one)
    if (lured) one.signals.push(lured)
    const opened = firstUse.get(one)
    if (opened) one.signals.push(opened)
    const woken = dormant.get(one)
    if (woken) one.signals.push(woken)
    const isStrange = one.isOwnNetwork === false || one.isNewAddress
    const known = isStrange ? knownAttacker(visit, user, facts) : null
    if (known)
      one.signals.push(
        accessSignal(
          'known-attacker',
          'T1078.004',
          ACCESS.attackerAddress,
          visit.success,
          `Came from ${sayOrigin(visit.origin!)} at ${known.address}, where the account of ${list(known.users)} was misused from`,
        ),
      )
  }
}

const asBeside = (signal: Signal): Signal => ({ ...signal, weight: signal.weight * LOWERED.vouched })

const isOwners = ({ visit }: Judged, sessions: ReadonlyMap<string, Judged[]>): boolean =>
  visit.session !== null &&
  sessions
    .get(visit.session)!
    .some(
      other => other.isOwnNetwork === true && other.visit.first < visit.first && other.visit.success !== null,
    )

function knownAttacker(visit: Visit, user: string, { attackers, peopleAt }: Surroundings['facts']) {
  // A stolen account was used in the office too: that does not make the office an attacker's.
  const everybody = visit.origin === null ? 0 : peopleAt(visit.origin)
  for (const address of visit.addresses) {
    const users = [...(attackers.get(address) ?? [])].filter(other => other !== user)
    if (users.length > 0 && users.length >= (everybody - 1) * ACCESS.attackerShare)
      return { address, users: users.sort().slice(0, 3) }
  }
  return null
}
