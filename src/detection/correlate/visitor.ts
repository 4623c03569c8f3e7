// Every visit of a person with all that is said of it: how strange it is, and what was done in it.

import { consentsOf, isToCommonApp } from '../behaviour/deeds/consent.ts'
import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import { judgeDeeds } from '../behaviour/deeds/deeds.ts'
import { judgeErased } from '../behaviour/deeds/erased.ts'
import { judgeVolume, type Norm, usualVolumes } from '../behaviour/deeds/volume.ts'
import type { Surroundings } from '../behaviour/entry/access.ts'
import { judgeAccess } from '../behaviour/entry/judge-access.ts'
import { createNewcomers } from '../behaviour/entry/newcomers.ts'
import { awayFrom, judgeShortPast, lateAndAlone, machinesOfShortPast } from '../behaviour/entry/short-past.ts'
import { judgeVendor } from '../behaviour/entry/vendor.ts'
import { acquaint, createLearner, isYoung, newHabits, valuesOfAll } from '../behaviour/memory/habits.ts'
import type { Trace } from '../behaviour/memory/trace.ts'
import type { Visit } from '../behaviour/memory/visits.ts'
import { type DeedName, LOWERED } from '../behaviour/weights.ts'
import type { Judged } from './judged.ts'
import { addWhatOthersTell } from './others-tell.ts'
import { lowerRollOut } from './roll-out.ts'
import { disownStrangers, isMoved, NOT_OWN, suspectCompany } from './strangers.ts'
import { lowerVouched } from './vouch.ts'
import { diminished } from './weigh.ts'

export interface PersonHistory {
  visits: Visit[]
  traces: Trace[]
  madeAt: number | null
}

const NOTHING = { lists: [], rules: [] }

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
  const isAway = awayFrom(visits, around.facts)
  const isLate = lateAndAlone(visits)
  visits.forEach((visit, index) => {
    // A day there is a day on which they were seen.
    if (!attackers.has(visit) && !isAway(visit)) learnWhole(visit, isLate(visit) ? NOTHING : values[index]!)
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
  const isOwnMachine = machinesOfShortPast(visits)
  const judged = visits.map((visit, index): Judged => {
    const knows = acquaint(before, whole, visit.day, {
      visit,
      alone: newcomers.daysAlone(visit),
      madeAt,
      isTheirs,
      isOwnMachine,
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
