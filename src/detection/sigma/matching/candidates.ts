// The index: from a record to the few rules that could match it, at a cost that does not grow with the rules.

import { collect, parseEmbedded, unquote } from '../fields/paths.ts'
import { type Shape, shapeNear } from '../fields/shapes.ts'
import { type Junction, judge, keep, newJunction } from './junction.ts'
import { collectProbes, type IndexedNeed, none, type Probe, rulesFor } from './probes.ts'
import { type Written, writeOut } from './written-plan.ts'

/** What is to be looked at in objects of one shape. */
export interface Plan {
  /** From when on it is worth it. */
  written: Written | null
  uses: number
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
  /** The names that stood at each place of such a list last, and what is asked of them. */
  lastNames: string[]
  lastNamed: (Named | null)[]
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

const mostPlans = 5000
/** Places of a list of which it is remembered what stood there. */
const placesInList = 16
const worthWriting = 200

export interface CandidateIndex {
  /** Made anew each time: worth keeping. */
  planFor(shape: Shape): Plan
  /** Adds the number of every rule that could match, some of them more than once. */
  collect(record: object, plan: Plan, into: number[]): void
}

/** `writeAfter`: how many records of a shape must have come until its plan is written out. */
export function createCandidateIndex(
  needs: IndexedNeed[],
  { writeAfter = worthWriting }: { writeAfter?: number } = {},
): CandidateIndex {
  const everything = collectProbes(needs).map(probe => ({ probe, from: 0 }))
  const junctions = new Map<string, Junction>()

  function junctionAt(key: string, met: Probe[]): Junction {
    const id = met.map(probe => probe.id).join(',')
    let junction = junctions.get(id)
    if (junction === undefined) {
      junction = newJunction(key, met)
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
      written: null,
      uses: 0,
      junctions: [...here].map(([key, met]) => junctionAt(key, met)),
      below: [...below].map(([key, inside]) => ({
        key,
        probes: inside,
        plans: new Map(),
        seen: new Map(),
        names: new Map(),
        lastNames: new Array(placesInList).fill(''),
        lastNamed: new Array(placesInList).fill(null),
        hasNumbers: inside.some(({ probe, from }) => !Number.isNaN(probe.place.path.numbers[from])),
        nameLengths: nameLengthsOf(inside),
        lastShape: null,
        lastPlan: null,
      })),
    }
  }

  function planBelow(branch: Below, object: object): Plan {
    const shape = shapeNear(branch.lastShape, object)
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

  function follow(object: object, plan: Plan, into: number[]): void {
    if (plan.written !== null) {
      plan.written(object, into)
      return
    }
    if (plan.uses++ === writeAfter) plan.written = writeOut(plan, enter)
    const record = object as Record<string, unknown>
    for (const junction of plan.junctions) judge(record[junction.key], junction, into)
    for (const branch of plan.below) enter(record[branch.key], branch, into)
  }

  function enter(value: unknown, branch: Below, into: number[]): void {
    if (typeof value === 'string') {
      const first = value.charCodeAt(0)
      if (first !== 123 && first !== 91) return
      const rules = branch.seen.get(value) ?? keep(branch.seen, value, inside(value, branch))
      for (let n = 0; n < rules.length; n++) into.push(rules[n]!)
    } else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) followList(value, branch, into)
      else follow(value, planBelow(branch, value), into)
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
      const plan = planBelow(branch, item)
      const shape = branch.lastShape!
      if (plan.junctions.length > 0 || plan.below.length > 0) follow(item, plan, into)
      if (shape.named === null) continue
      const name = shape.named.nameOf(item)
      if (typeof name !== 'string' || (branch.nameLengths & (1 << Math.min(name.length, 31))) === 0) continue
      const met = namedAt(branch, i, name)
      if (met === null) continue
      judge(unquote(shape.named.valueOf(item)), met.junction, into)
      if (met.isEntrance) into.push(...rulesInside([item], branch))
    }
  }

  /** Such lists have the same names at the same places nearly always. */
  function namedAt(branch: Below, place: number, name: string): Named | null {
    if (place < placesInList && branch.lastNames[place] === name && name !== '')
      return branch.lastNamed[place]!
    const named = branch.names.get(name)
    const met = named === undefined ? metAtName(branch, name) : named
    if (place < placesInList) {
      branch.lastNames[place] = name
      branch.lastNamed[place] = met
    }
    return met
  }

  /** JSON kept as text is gone into as if it had been nested. */
  function inside(text: string, branch: Below): readonly number[] {
    const value = parseEmbedded(text)
    if (typeof value !== 'object' || value === null) return none
    const into: number[] = []
    if (Array.isArray(value)) followList(value, branch, into)
    else follow(value, planBelow(branch, value), into)
    return into.length === 0 ? none : [...new Set(into)]
  }

  return {
    planFor: shape => makePlan(shape, everything),
    collect: follow,
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
