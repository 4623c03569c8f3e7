// Many rules against one record: candidates by index, then each of them exactly.

import { beginRecord, endRecord } from '../fields/current-record.ts'
import { readerFor } from '../fields/fields.ts'
import { agrees, classifyRecord, classOf, concerns } from '../fields/log-class.ts'
import type { Shape } from '../fields/shapes.ts'
import type { LogSource, SigmaRule } from '../rule.ts'
import { type CandidateIndex, createCandidateIndex, type Plan } from './candidates.ts'
import { compileOffered, type Test } from './compile.ts'
import { createKeywordIndex, type KeywordNeed } from './keywords.ts'
import type { IndexedNeed } from './probes.ts'
import { requirementOf } from './requirement.ts'

export interface RuleSet {
  /** The rules that match, in the order they were given. */
  match(record: object, logsource?: LogSource): SigmaRule[]
}

const mostWays = 5000

export interface RuleSetOptions {
  /** Tries every rule on every record. Without it, log sources are told from the record unless named. */
  ignoreLogsource?: boolean
  /** How many records of a shape come until it is worth more to be quick with them. */
  writeAfter?: number
}

export function createRuleSet(rules: SigmaRule[], options: RuleSetOptions = {}): RuleSet {
  const offered = rules.map(compileOffered)
  const needs: IndexedNeed[] = []
  const keywords: KeywordNeed[] = []
  /** Rules that no single field can rule out. */
  const always: number[] = []
  rules.forEach((rule, number) => {
    const required = requirementOf(rule.detection.condition)?.needs ?? null
    const fields = (required ?? []).flatMap(({ field, value }) =>
      field === null ? [] : [{ reader: readerFor(field, rule.logsource), value, rule: number }],
    )
    // A field that the log's map gives a value in every record cannot tell records apart.
    if (required === null || fields.some(need => need.reader.constants.length > 0)) {
      always.push(number)
      return
    }
    for (const need of fields) needs.push(need)
    for (const { field, value, modifiers } of required)
      if (field === null) keywords.push({ value, modifiers, rule: number })
  })
  const findKeywords = createKeywordIndex(keywords)
  const keywordRules = new Set(keywords.map(need => need.rule))
  const gates = new Map<string, Gate>()

  /** For one log: which rules concern it, and those among them that must always be tried. */
  interface Gate {
    isOpen: boolean[]
    always: number[]
    hasKeywords: boolean
    index: CandidateIndex
    ways: Map<Shape, Way>
  }

  /** What is done with records of one log and shape. */
  interface Way {
    gate: Gate
    plan: Plan
    /** What is left to ask for each rule that was ever offered for them. */
    tests: (Test | boolean | undefined)[]
  }

  function gateFor(key: string, isOpenTo: (source: LogSource) => boolean): Gate {
    let gate = gates.get(key)
    if (gate === undefined) {
      const isOpen = rules.map(rule => isOpenTo(rule.logsource))
      gate = {
        isOpen,
        always: always.filter(number => isOpen[number]),
        hasKeywords: [...keywordRules].some(number => isOpen[number]),
        index: createCandidateIndex(
          needs.filter(need => isOpen[need.rule]),
          options,
        ),
        ways: new Map(),
      }
      gates.set(key, gate)
    }
    return gate
  }

  function wayOf(gate: Gate, shape: Shape): Way {
    let way = gate.ways.get(shape)
    if (way === undefined) {
      if (gate.ways.size > mostWays) gate.ways.clear()
      way = { gate, plan: gate.index.planFor(shape), tests: [] }
      gate.ways.set(shape, way)
    }
    return way
  }

  /** The way taken last by records of the shape is nearly always the one wanted again. */
  function usualWay(record: object, shape: Shape): Way {
    const log = classifyRecord(record, shape)
    const { usual } = shape
    if (usual !== null && usual.owner === gates && usual.log === log) return usual.way as Way
    const way = wayOf(
      gateFor(log, source => concerns(source, log)),
      shape,
    )
    shape.usual = { owner: gates, log, way }
    return way
  }

  function testFor({ tests }: Way, number: number, shape: Shape): Test | boolean {
    const test = offered[number]!(shape)
    tests[number] = test
    return test
  }

  /** For a log that the caller names. */
  function gateOf(given: LogSource): Gate {
    const log = classOf(given)
    if (log !== null) return gateFor(log, source => concerns(source, log))
    const key = `=${given.category ?? ''}/${given.product ?? ''}/${given.service ?? ''}`
    return gateFor(key, source => agrees(source, given))
  }

  // One set of variables for all calls: matching is synchronous, and most records match nothing.
  const candidates: number[] = []
  const found: number[] = []
  const consideredAt = new Float64Array(rules.length)
  let turn = 0

  return {
    match(record, logsource) {
      const shape = beginRecord(record)
      const way = options.ignoreLogsource
        ? wayOf(
            gateFor('every', () => true),
            shape,
          )
        : logsource !== undefined
          ? wayOf(gateOf(logsource), shape)
          : usualWay(record, shape)
      const { gate, plan, tests } = way
      // A test that threw may have left some.
      while (candidates.length > 0) candidates.pop()
      while (found.length > 0) found.pop()
      gate.index.collect(record, plan, candidates)
      if (gate.hasKeywords) findKeywords(record, candidates)
      for (let i = 0; i < gate.always.length; i++) candidates.push(gate.always[i]!)
      if (candidates.length === 0) {
        endRecord()
        return []
      }
      turn++
      // One by one: to set the length would throw away the room that the list has.
      while (candidates.length > 0) {
        const number = candidates.pop()!
        if (consideredAt[number] === turn || (gate.hasKeywords && !gate.isOpen[number])) continue
        consideredAt[number] = turn
        const test = tests[number] ?? testFor(way, number, shape)
        if (test === true || (test !== false && test(record))) insert(found, number)
      }
      endRecord()
      const matched: SigmaRule[] = []
      while (found.length > 0) matched.push(rules[found.pop()!]!)
      return matched
    },
  }
}

/** Keeps the largest first: of a handful there is no quicker way. */
function insert(numbers: number[], number: number): void {
  let place = numbers.length
  numbers.push(number)
  for (; place > 0 && numbers[place - 1]! < number; place--) numbers[place] = numbers[place - 1]!
  numbers[place] = number
}
