// Everything together: rules over the vendor's records, behaviour over activities, and incidents out of both.
import type { Activity } from '../events/activity.ts'
import { createLedger, type Matched, type Person, refOf } from './behaviour/memory/ledger.ts'
import { NO_SETTINGS, type Settings } from './behaviour/settings.ts'
import type { Incident } from './correlate/incident.ts'
import { judgeTenant } from './correlate/tenant.ts'
import { matchMaker } from './rule-match.ts'
import { rulesWithin } from './sigma/correlation/correlation.ts'
import { createCorrelator } from './sigma/correlation/correlator.ts'
import type { LoadedRules } from './sigma/language/load.ts'
import { createRuleSet, type RuleSet } from './sigma/matching/ruleset.ts'
import type { SigmaRule } from './sigma/rule.ts'

export interface Detector {
  /** Takes activities with the records they came from. Gives back those whose record was not taken before. */
  take(activities: Activity[]): Activity[]
  /** Judges all that was taken. Once: nothing can be taken after it. `onPerson` is called before the first and after each. */
  conclude(onPerson?: (done: number, all: number) => void): Incident[]
  people(): Person[]
  counts(): { taken: number; repeated: number; people: number }
}

export interface DetectorOptions {
  rules?: Pick<LoadedRules, 'rules' | 'correlations' | 'silent'> | null
  settings?: Settings
}

const NO_MATCHES: Matched = { matches: [], ref: null }

/** Records that rules over several records look at together: few are of interest to them, and to turn to each is slow. */
const WAITING = 128

interface Waiting {
  rules: SigmaRule[]
  record: object
  at: number
  ref: string
}

export function createDetector({ rules = null, settings = NO_SETTINGS }: DetectorOptions = {}): Detector {
  const ledger = createLedger()
  const ruleSet = rules && rules.rules.length > 0 ? ruleSetOf(rules.rules) : null
  let correlator = rules && rules.correlations.length > 0 ? createCorrelator(rules.correlations) : null
  let waiting: Waiting[] = []
  let judged: Person[] | null = null
  const { asMatch, asMatches } = matchMaker({
    silent: rules?.silent ?? new Set(),
    within: rulesWithin(rules?.correlations ?? []),
  })
  function observed(activity: Activity, rules: SigmaRule[]): Matched {
    if (rules.length === 0) return NO_MATCHES
    const matches = asMatches(rules)
    if (!correlator || !matches.some(({ isPart }) => isPart)) return { matches, ref: null }
    const ref = refOf(activity)
    waiting.push({ rules, record: activity.raw, at: activity.at, ref })
    if (waiting.length === WAITING) correlateWaiting()
    return { matches, ref }
  }
  function correlateWaiting(): void {
    for (const { rules, record, at, ref } of waiting) correlator?.observe(rules, record, at, ref)
    waiting = []
  }

  return {
    take(activities) {
      // One step for all of them, and then the next: quicker than all steps for each (see cli/scan/read.ts).
      const taken = activities.filter(ledger.isNew)
      const rules = taken.map(({ raw }) => ruleSet?.match(raw) ?? [])
      const matched = taken.map((activity, place) => observed(activity, rules[place]!))
      taken.forEach((activity, place) => void ledger.add(activity, matched[place]!))
      return taken
    },
    conclude(onPerson = () => {}) {
      correlateWaiting()
      for (const { rule, events } of correlator?.finish() ?? [])
        ledger.addMatch(events.map(String), asMatch(rule))
      // Judging needs the room that they took up.
      correlator = null
      ledger.forgetRefs()
      const people = ledger.people()
      judged = people
      onPerson(0, people.length)
      return judgeTenant(people, settings, done => onPerson(done, people.length))
    },
    people: () => judged ?? ledger.people(),
    counts: () => ledger.counts(),
  }
}

/** Compiled, and what was learnt of records with them: one for all detectors that go by the same rules. */
const ruleSets = new WeakMap<SigmaRule[], RuleSet>()

function ruleSetOf(rules: SigmaRule[]): RuleSet {
  const ruleSet = ruleSets.get(rules) ?? createRuleSet(rules)
  ruleSets.set(rules, ruleSet)
  return ruleSet
}
