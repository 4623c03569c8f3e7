// What only the person's other visits, or other people's, tell of a visit.

import { type Consents, isOfKnownService, isOfLetIn, judgeConsent } from '../behaviour/deeds/consent.ts'
import { accessSignal, type Surroundings } from '../behaviour/entry/access.ts'
import { judgeAddsAtOnce } from '../behaviour/entry/adds-at-once.ts'
import { judgeDormant } from '../behaviour/entry/dormant.ts'
import { judgeEmergencyAccount } from '../behaviour/entry/emergency-account.ts'
import { judgeFirstUse } from '../behaviour/entry/first-use.ts'
import { judgeEditorInCloud, judgeToolsLetIn } from '../behaviour/entry/flows.ts'
import { failuresOf, judgeGuessing } from '../behaviour/entry/guessing.ts'
import { judgeHandedOn } from '../behaviour/entry/handed-on.ts'
import { judgeLures } from '../behaviour/entry/lures.ts'
import { judgeMade } from '../behaviour/entry/made.ts'
import { judgeProgramAccount } from '../behaviour/entry/program-accounts.ts'
import { judgeRelays } from '../behaviour/entry/relays.ts'
import { judgeOwnReset, judgeReset, newcomerUntil, ownResetsOf } from '../behaviour/entry/resets.ts'
import { judgeReturns } from '../behaviour/entry/returns.ts'
import { isSignIn, type Trace } from '../behaviour/memory/trace.ts'
import type { Visit } from '../behaviour/memory/visits.ts'
import { judgeAtWork } from '../behaviour/presence/at-work.ts'
import { judgeLockedOut } from '../behaviour/presence/locked-out.ts'
import { judgeMeanwhile } from '../behaviour/presence/meanwhile.ts'
import { mixedSessions } from '../behaviour/presence/mixed-sessions.ts'
import { judgePhones } from '../behaviour/presence/phones.ts'
import { judgeRegistered } from '../behaviour/presence/registered.ts'
import { judgeSecondSession } from '../behaviour/presence/second-session.ts'
import { judgeSession } from '../behaviour/presence/sessions.ts'
import { judgeTravel } from '../behaviour/presence/travel.ts'
import { judgeTurns } from '../behaviour/presence/turns.ts'
import { list, sayOrigin } from '../behaviour/say.ts'
import { ACCESS, LOWERED } from '../behaviour/weights.ts'
import type { Signal } from '../signal.ts'
import type { Judged } from './judged.ts'
import { besideMachines, machineBeside } from './vouch.ts'
/** Signals that need the other visits of the person, or what is known of other people. */
export function addWhatOthersTell(
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
  const turns = judgeTurns(judged, sessions, session => areMixed(session).size > 0, facts)
  const second = judgeSecondSession(judged, sessions)
  const past = facts.pastOf(user)
  const dormant = judgeDormant(judged, past)
  const emergency = judgeEmergencyAccount(judged, { traces, facts })
  const firstUse = judgeFirstUse(judged, { wrongPasswords: failures.wrongPasswords, madeAt, past })
  const lures = judgeLures(judged, user, facts)
  const resets = facts.resetsOf(user)
  const addsAtOnce = judgeAddsAtOnce(judged, { user, traces, resets })
  const isNew = newcomerUntil(judged)
  const programs = judgeProgramAccount(judged, facts)
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
    const attackers = atKnownAttackers(one, user, facts)
    // What the person let in on their own machine goes where that does.
    const consented =
      consents.given.length > 0 && !hasMachineBeside(one)
        ? judgeConsent(one, consents, { facts, isAttackers: attackers !== null })
        : []
    // The application is at work where its maker has it: how strange that is for the person says nothing, nor that it is a
    // program.
    if (isOfKnownService(visit) || (consents.given.length > 0 && isOfLetIn(visit, consents))) {
      const signIns = new Set(visit.traces.filter(isSignIn).map(({ id }) => id))
      one.signals = attackers ? [...consented, attackers] : consented
      one.deeds = one.deeds.filter(({ eventId }) => !signIns.has(eventId))
      continue
    }
    // What the person let in where their own machine is may be a program of theirs.
    if (consented.length > 0 && one.isVouched)
      one.signals = one.signals.filter(({ name }) => name !== 'scripted-client')
    one.signals.push(...consented)
    const ofTools =
      visit.session !== null && one.isOwnNetwork === false
        ? (judgeToolsLetIn(one, sessions.get(visit.session)!) ??
          judgeEditorInCloud(one, sessions.get(visit.session)!))
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
    const told = [
      travels.get(one),
      returns.get(one),
      phones.get(one),
      meanwhile.get(one),
      turns.get(one),
      second.get(one),
      atWork.get(one),
      resets.length > 0 ? judgeReset(one, resets, isNew(one)) : null,
      lockedOut.get(one),
      addsAtOnce.get(one),
      ownResets.length > 0 ? judgeOwnReset(one, ownResets, isDoneByStranger) : null,
      handedOn.get(one),
      registered.get(one),
      programs.get(one),
      maker === undefined ? null : judgeMade(one, maker),
      lures.get(one),
      firstUse.get(one),
      dormant.get(one),
      emergency.get(one),
    ]
    for (const signal of told) if (signal) one.signals.push(signal)
    if (attackers) one.signals.push(attackers)
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

function atKnownAttackers(
  { visit, isOwnNetwork, isNewAddress }: Judged,
  user: string,
  facts: Surroundings['facts'],
): Signal | null {
  if (isOwnNetwork !== false && !isNewAddress) return null
  const known = knownAttacker(visit, user, facts)
  return (
    known &&
    accessSignal(
      'known-attacker',
      'T1078.004',
      ACCESS.attackerAddress,
      visit.success!,
      `Came from ${sayOrigin(visit.origin!)} at ${known.address}, where the account of ${list(known.users)} was misused from`,
    )
  )
}

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
