// The index: from a record to the few rules that could match it, at a cost that does not grow with the rules.
import { couldEndSo, type Ends, endsOf, newRecent, type Recent, recentPlace } from './glance.ts'
import { collect, parseEmbedded, unquote } from './paths.ts'
import {
  collectProbes,
  exactOf,
  type IndexedNeed,
  lengthsOf,
  longest,
  none,
  type Probe,
  rulesFor,
  wantsJson,
} from './probes.ts'
import { type Shape, shapeOf } from './shapes.ts'
import { foldCase } from './text-pattern.ts'

/** The probes that meet at one key of an object, and what is known of the values seen there. */
interface Junction {
  key: string
  probes: Probe[]
  seen: Map<unknown, readonly number[]>
  lengths: Uint8Array | null
  exact: Map<string, readonly number[]> | null
  /** How the texts of `exact` begin and end. */
  ends: Ends | null
  recent: Recent<readonly number[]>
  /** Whether the JSON text of a list or an object could satisfy. */
  wantsJson: boolean
}

interface Plan {
  junctions: Junction[]
  /** Keys that have to be gone into, with the probes that go there. */
  below: Below[]
}

interface Below {
  key: string
  probes: Array<{ probe: Probe; from: number }>
  plans: Map<Shape, Plan>
  /** For JSON kept as text. */
  seen: Map<unknown, readonly number[]>
  /** For lists of { Name, Value }: what is asked of a name; null when nothing is. */
  names: Map<string, Named | null>
  /** Bit n is set when a name of n characters (31: or more) is asked for. */
  nameLengths: number
  /** Whether a list's elements are asked for by their number. */
  hasNumbers: boolean
  /** Elements of a list are alike. */
  lastShape: Shape | null
  lastPlan: Plan | null
}

interface Named {
  /** The probes whose way ends here. */
  junction: Junction
  /** Whether the way of others goes on inside the value. */
  isEntrance: boolean
}

/** Values kept per junction: operations and result codes repeat, free text does not. */
const mostSeen = 20_000
const longestSeen = 300
const mostPlans = 5000

export interface CandidateIndex {
  /** Adds the number of every rule that could match, some of them more than once. */
  collect(record: object, shape: Shape, into: number[]): void
}

export function createCandidateIndex(needs: IndexedNeed[]): CandidateIndex {
  const everything = collectProbes(needs).map(probe => ({ probe, from: 0 }))
  const junctions = new Map<string, Junction>()
  const plans = new Map<Shape, Plan>()
  let lastShape: Shape | null = null
  let lastPlan: Plan | null = null

  function junctionAt(key: string, met: Probe[]): Junction {
    const id = met.map(probe => probe.id).join(',')
    let junction = junctions.get(id)
    if (junction === undefined) {
      const exact = exactOf(met)
      junction = {
        key,
        probes: met,
        seen: new Map(),
        lengths: lengthsOf(met),
        exact,
        ends: exact && endsOf(exact.keys()),
        recent: newRecent(none),
        wantsJson: met.some(wantsJson),
      }
      junctions.set(id, junction)
    }
    return junction.key === key ? junction : { ...junction, key }
  }

  function makePlan(shape: Shape, wanted: Array<{ probe: Probe; from: number }>): Plan {
    const here = new Map<string, Probe[]>()
    const below = new Map<string, Array<{ probe: Probe; from: number }>>()
    for (const { probe, from } of wanted) {
      // Every way of splitting the rest into keys is followed: the index may offer too much, never too little.
      probe.place.path.joined[from]!.forEach((name, n, all) => {
        const key = shape.spelling(name)
        if (key === undefined) return
        if (n === all.length - 1) here.set(key, [...(here.get(key) ?? []), probe])
        else below.set(key, [...(below.get(key) ?? []), { probe, from: from + n + 1 }])
      })
    }
    return {
      junctions: [...here].map(([key, met]) => junctionAt(key, met)),
      below: [...below].map(([key, inside]) => ({
        key,
        probes: inside,
        plans: new Map(),
        seen: new Map(),
        names: new Map(),
        hasNumbers: inside.some(({ probe, from }) => !Number.isNaN(probe.place.path.numbers[from])),
        nameLengths: nameLengthsOf(inside),
        lastShape: null,
        lastPlan: null,
      })),
    }
  }

  function planBelow(branch: Below, shape: Shape): Plan {
    if (shape === branch.lastShape) return branch.lastPlan!
    let plan = branch.plans.get(shape)
    if (plan === undefined) {
      if (branch.plans.size > mostPlans) branch.plans.clear()
      plan = makePlan(shape, branch.probes)
      branch.plans.set(shape, plan)
    }
    branch.lastShape = shape
    branch.lastPlan = plan
    return plan
  }

  function metAtName(branch: Below, name: string): Named | null {
    const lower = name.toLowerCase()
    const ends = (test: (rest: string) => boolean) =>
      branch.probes.filter(({ probe, from }) => test(probe.place.path.lower[from]!.at(-1)!))
    const met = ends(rest => rest === lower).map(({ probe }) => probe)
    const isEntrance = ends(rest => rest.startsWith(`${lower}.`)).length > 0
    const named = met.length === 0 && !isEntrance ? null : { junction: junctionAt('', met), isEntrance }
    if (branch.names.size > mostPlans) branch.names.clear()
    branch.names.set(name, named)
    return named
  }

  function judge(value: unknown, junction: Junction, into: number[]): void {
    let rules = none
    if (typeof value === 'string') {
      const { lengths, exact } = junction
      if (lengths !== null && lengths[Math.min(value.length, longest)] === 0) return
      // Ids are new in every record: to remember each of them would cost more than it saves.
      if (exact !== null) {
        if (!couldEndSo(junction.ends!, value)) return
        rules = exact.get(foldCase(value)) ?? none
      } else rules = ofText(value, junction)
    } else if (typeof value === 'object') {
      if (value !== null && (junction.wantsJson || Array.isArray(value))) rules = ofNested(value, junction)
    } else if (value !== undefined) rules = junction.seen.get(value) ?? ofNew(value, junction)
    for (let i = 0; i < rules.length; i++) into.push(rules[i]!)
  }

  function follow(object: object, plan: Plan, into: number[]): void {
    const record = object as Record<string, unknown>
    const met = plan.junctions
    for (let i = 0; i < met.length; i++) judge(record[met[i]!.key], met[i]!, into)
    const inner = plan.below
    for (let i = 0; i < inner.length; i++) {
      const branch = inner[i]!
      const value = record[branch.key]
      if (typeof value === 'string') {
        const first = value.charCodeAt(0)
        if (first !== 123 && first !== 91) continue
        const rules = branch.seen.get(value) ?? keep(branch.seen, value, inside(value, branch))
        for (let n = 0; n < rules.length; n++) into.push(rules[n]!)
      } else if (typeof value === 'object' && value !== null) {
        if (Array.isArray(value)) followList(value, branch, into)
        else follow(value, planBelow(branch, shapeOf(value)), into)
      }
    }
  }

  function followList(list: unknown[], branch: Below, into: number[]): void {
    if (branch.hasNumbers) {
      into.push(...rulesInside(list, branch))
      return
    }
    for (let i = 0; i < list.length; i++) {
      const item = list[i]
      if (typeof item !== 'object' || item === null || Array.isArray(item)) {
        if (item !== null) into.push(...rulesInside([item], branch))
        continue
      }
      const shape = shapeOf(item)
      const plan = planBelow(branch, shape)
      if (plan.junctions.length > 0 || plan.below.length > 0) follow(item, plan, into)
      if (shape.named === null) continue
      const name = (item as Record<string, unknown>)[shape.named.name]
      if (typeof name !== 'string' || (branch.nameLengths & (1 << Math.min(name.length, 31))) === 0) continue
      const named = branch.names.get(name)
      const met = named === undefined ? metAtName(branch, name) : named
      if (met === null) continue
      judge(unquote((item as Record<string, unknown>)[shape.named.value]), met.junction, into)
      if (met.isEntrance) into.push(...rulesInside([item], branch))
    }
  }

  /** JSON kept as text is gone into as if it had been nested. */
  function inside(text: string, branch: Below): readonly number[] {
    const value = parseEmbedded(text)
    if (typeof value !== 'object' || value === null) return none
    const into: number[] = []
    if (Array.isArray(value)) followList(value, branch, into)
    else follow(value, planBelow(branch, shapeOf(value)), into)
    return into.length === 0 ? none : [...new Set(into)]
  }

  return {
    collect(record, shape, into) {
      if (shape !== lastShape) {
        let plan = plans.get(shape)
        if (plan === undefined) {
          if (plans.size > mostPlans) plans.clear()
          plan = makePlan(shape, everything)
          plans.set(shape, plan)
        }
        lastShape = shape
        lastPlan = plan
      }
      follow(record, lastPlan!, into)
    },
  }
}

/** Of every way to split the rest of a path: a named value may be gone into as well. */
function nameLengthsOf(wanted: Array<{ probe: Probe; from: number }>): number {
  let lengths = 0
  for (const { probe, from } of wanted) {
    for (const name of probe.place.path.lower[from]!) lengths |= 1 << Math.min(name.length, 31)
  }
  return lengths
}

function ofText(value: string, junction: Junction): readonly number[] {
  const { recent } = junction
  const place = recentPlace(value)
  if (recent.texts[place] === value) return recent.found[place]!
  const rules = junction.seen.get(value) ?? ofNew(value, junction)
  if (value.length <= longestSeen) {
    recent.texts[place] = value
    recent.found[place] = rules
  }
  return rules
}

function ofNew(value: unknown, junction: Junction): readonly number[] {
  return keep(junction.seen, value, rulesFor(value, junction.probes))
}

function keep(
  seen: Map<unknown, readonly number[]>,
  value: unknown,
  rules: readonly number[],
): readonly number[] {
  if (typeof value === 'string' && value.length > longestSeen) return rules
  if (seen.size >= mostSeen) seen.clear()
  seen.set(value, rules)
  return rules
}

/** The long way, for what is rare: what each probe finds in a list. */
function rulesInside(value: unknown, branch: Below): readonly number[] {
  let rules: readonly number[] = none
  for (const { probe, from } of branch.probes) {
    const found: unknown[] = []
    collect(value, probe.place.path, found, false, from)
    for (const item of found) {
      const more = rulesFor(item, [probe])
      if (more.length > 0) rules = [...rules, ...more]
    }
  }
  return rules
}

function ofNested(value: object, junction: Junction): readonly number[] {
  if (junction.wantsJson) return rulesFor(value, junction.probes)
  let rules: readonly number[] = none
  for (const item of value as unknown[]) {
    if (typeof item === 'object') continue
    const more = rulesFor(item, junction.probes)
    if (more.length > 0) rules = [...rules, ...more]
  }
  return rules
}
