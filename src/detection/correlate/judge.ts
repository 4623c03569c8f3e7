// One person's activities judged: a pure function of their set, whatever order they came in.
import { isLettingIn } from '../behaviour/entry/flows.ts'
import { accountsMade } from '../behaviour/entry/made.ts'
import { isOwnRenewal } from '../behaviour/entry/renewals.ts'
import type { Person } from '../behaviour/memory/ledger.ts'
import type { Origin } from '../behaviour/memory/origin.ts'
import type { Trace } from '../behaviour/memory/trace.ts'
import { HOUR, type Visit, visitsOf } from '../behaviour/memory/visits.ts'
import { disownRegistered } from '../behaviour/presence/registered.ts'
import type { Settings } from '../behaviour/settings.ts'
import type { TenantFacts } from '../behaviour/tenant-facts.ts'
import { findAttacks, visitsOfAttacks } from './attacks.ts'
import {
  type Attack,
  actOf,
  confidenceOf,
  evidenceOf,
  type Incident,
  incidentId,
  luresOf,
  severityOf,
} from './incident.ts'
import type { Judged } from './judged.ts'
import { sessionsOf } from './owned-sessions.ts'
import { judgeVisits, visitsByStolen } from './visitor.ts'
import { tell } from './words.ts'

/** Judging again without what the attacker taught can show more of the attacker; it settles at once or not at all. */
const MOST_ROUNDS = 3

export interface Judgement {
  incidents: Incident[]
}

export function judgePerson(
  person: Person,
  { facts, settings }: { facts: TenantFacts; settings: Settings },
): Judgement {
  const { user, traces } = person
  // People of other organizations stand in the log of chats under their own names: nothing of theirs is here to take over.
  if (traces.every(({ manner }) => manner.action === 'message-send')) return { incidents: [] }
  const visits = visitsOf(traces)
  disownRegistered(visits)
  const history = { visits, traces, madeAt: beginningOf(person, visits) }
  const around = { user, facts, settings }
  const renewals = renewalsOf(user, traces, facts)
  let judged = judgeVisits(history, around, new Set())
  const stolen = visitsByStolen(judged)
  if (stolen.size > 0) judged = judgeVisits(history, around, stolen)
  let attacks = findAttacks(judged, renewals)
  for (let round = 1; round < MOST_ROUNDS && attacks.length > 0; round++) {
    const count = visitsOfAttacks(attacks).size
    judged = judgeVisits(history, around, new Set([...visitsOfAttacks(attacks), ...stolen]))
    const again = findAttacks(judged, renewals)
    if (again.length === 0) break
    attacks = again
    if (visitsOfAttacks(attacks).size === count) break
  }
  return { incidents: attacks.map(attack => incidentOf(person, attack, judged)) }
}

/** When the person got another password, by their own hand or another's. */
const renewalsOf = (user: string, traces: Trace[], facts: TenantFacts): number[] => [
  ...traces.filter(trace => isOwnRenewal(user, trace)).map(({ at }) => at),
  ...facts.resetsOf(user).map(({ at }) => at),
]

/** When the account was made, unless it was in use before: then another one has had its name. */
function beginningOf({ madeAt }: Person, visits: Visit[]): number | null {
  if (madeAt === null) return null
  const isOlder = visits.some(({ success }) => success !== null && success.at < madeAt - HOUR)
  return isOlder ? null : madeAt
}

function incidentOf({ user, userId, name, tenant }: Person, attack: Attack, judged: Judged[]): Incident {
  const { weighed, traces, start, visits, ownAddresses } = attack
  const origins = new Map<string, Origin>()
  for (const { origin } of traces) if (origin !== null) origins.set(origin.address, origin)
  // The owner's address, from which they let a device-code session in, is not the attacker's. Where the attacker was,
  // only the owner's long-known addresses are: a new one in the same network was taken for the owner's by mistake.
  const known = (isCertain: boolean) =>
    new Set(
      judged
        .filter(
          one =>
            (one.isOwnNetwork === true && !(isCertain && one.isNewAddress)) ||
            (!isCertain && isLettingIn(one)),
        )
        .flatMap(({ visit }) => [...visit.addresses]),
    )
  const [own, certain] = [known(false), known(true)]
  const used = new Set(visits.flatMap(({ visit }) => [...visit.addresses]))
  const theirs = [...origins.values()].filter(
    ({ address, kind }) =>
      kind !== 'microsoft' && !ownAddresses.has(address) && !(used.has(address) ? certain : own).has(address),
  )
  const timeline = traces.map(actOf)
  const { title, summary, why } = tell(user, name, attack)
  return {
    id: incidentId(tenant, user, start.id),
    tenant,
    user,
    userId,
    userName: name,
    title,
    summary,
    severity: severityOf(weighed),
    confidence: confidenceOf(weighed.total),
    occurredAt: start.at,
    lastSeenAt: Math.max(...traces.map(({ until }) => until)),
    why,
    evidence: evidenceOf(weighed.signals),
    addresses: theirs.map(({ address }) => address).sort(),
    sessions: sessionsOf(visits, judged),
    origins: theirs.sort((a, b) => (a.address < b.address ? -1 : 1)),
    lures: luresOf(timeline),
    made: accountsMade(traces),
    ledBy: [...new Set(weighed.signals.flatMap(({ ledBy }) => ledBy ?? []))].sort(),
    linkedUsers: [],
    timeline,
  }
}
