// Many rules against one record: candidates by index, then each of them exactly.
import { type CandidateIndex, createCandidateIndex } from './candidates.ts'
import { type CompiledRule, compileRule } from './compile.ts'
import { beginRecord, endRecord, readerFor } from './fields.ts'
import { createKeywordIndex, type KeywordNeed } from './keywords.ts'
import { agrees, classifyRecord, classOf, concerns, type LogClass } from './log-class.ts'
import type { IndexedNeed } from './probes.ts'
import { requirementOf } from './requirement.ts'
import type { LogSource, SigmaRule } from './rule.ts'
import type { Shape } from './shapes.ts'

export interface RuleSet {
  /** The rules that match, in the order they were given. */
  match(record: object, logsource?: LogSource): SigmaRule[]
}

/** Log sources are told from the record unless named; `ignoreLogsource` tries every rule on every record. */
export function createRuleSet(rules: SigmaRule[], options: { ignoreLogsource?: boolean } = {}): RuleSet {
  const compiled: CompiledRule[] = rules.map(compileRule)
  const needs: IndexedNeed[] = []
  const keywords: KeywordNeed[] = []
  /** Rules that no single field can rule out. */
  const always: number[] = []
  rules.forEach((rule, number) => {
    const required = requirementOf(rule.detection.condition)
    const fields = (required ?? []).flatMap(({ field, value }) =>
      field === null ? [] : [{ reader: readerFor(field, rule.logsource), value, rule: number }],
    )
    // A field that the log's map gives a value in every record cannot tell records apart.
    if (required === null || fields.some(need => need.reader.constants.length > 0)) {
      always.push(number)
      return
    }
    needs.push(...fields)
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
  }

  function gateFor(key: string, isOpenTo: (source: LogSource) => boolean): Gate {
    let gate = gates.get(key)
    if (gate === undefined) {
      const isOpen = rules.map(rule => isOpenTo(rule.logsource))
      gate = {
        isOpen,
        always: always.filter(number => isOpen[number]),
        hasKeywords: [...keywordRules].some(number => isOpen[number]),
        index: createCandidateIndex(needs.filter(need => isOpen[need.rule])),
      }
      gates.set(key, gate)
    }
    return gate
  }

  function gateOf(record: object, shape: Shape, logsource: LogSource | undefined): Gate {
    const log: LogClass | null = logsource === undefined ? classifyRecord(record, shape) : classOf(logsource)
    if (log !== null) return gateFor(log, source => concerns(source, log))
    const given = logsource!
    const key = `=${given.category ?? ''}/${given.product ?? ''}/${given.service ?? ''}`
    return gateFor(key, source => agrees(source, given))
  }

  // One set of variables for all calls: matching is synchronous, and most records match nothing.
  const candidates: number[] = []
  const consideredAt = new Float64Array(rules.length)
  let turn = 0
  let everyGate: Gate | null = null
  const classGates = new Map<LogClass, Gate>()

  return {
    match(record, logsource) {
      const shape = beginRecord(record)
      let gate: Gate | undefined
      if (options.ignoreLogsource) {
        everyGate ??= gateFor('every', () => true)
        gate = everyGate
      } else if (logsource === undefined) gate = classGates.get(classifyRecord(record, shape))
      if (gate === undefined) {
        gate = gateOf(record, shape, logsource)
        if (logsource === undefined) classGates.set(classifyRecord(record, shape), gate)
      }
      // Only where it must be: to set a length costs as much as ten look-ups.
      if (candidates.length > 0) candidates.length = 0
      gate.index.collect(record, shape, candidates)
      if (gate.hasKeywords) findKeywords(record, candidates)
      for (let i = 0; i < gate.always.length; i++) candidates.push(gate.always[i]!)
      if (candidates.length === 0) {
        endRecord()
        return []
      }
      turn++
      const found: number[] = []
      for (let i = 0; i < candidates.length; i++) {
        const number = candidates[i]!
        if (consideredAt[number] === turn || !gate.isOpen[number]) continue
        consideredAt[number] = turn
        if (compiled[number]!.matches(record)) found.push(number)
      }
      endRecord()
      if (found.length > 1) found.sort((a, b) => a - b)
      return found.map(number => rules[number]!)
    },
  }
}
