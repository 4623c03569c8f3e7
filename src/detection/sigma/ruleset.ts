// Many rules against one record: candidates by index, then each of them exactly.
import { type CandidateIndex, createCandidateIndex, type IndexedNeed } from './candidates.ts'
import { type CompiledRule, compileRule } from './compile.ts'
import { beginRecord, endRecord, readerFor } from './fields.ts'
import { createKeywordIndex, type KeywordNeed } from './keywords.ts'
import { agrees, classifyRecord, classOf, concerns, type LogClass } from './log-class.ts'
import { requirementOf } from './requirement.ts'
import type { LogSource, SigmaRule } from './rule.ts'
import type { Shape } from './shapes.ts'

export interface RuleSet {
  /** The rules that match, in the order they were given. */
  match(record: object, logsource?: LogSource): SigmaRule[]
}

const nothing: SigmaRule[] = []

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
    if (options.ignoreLogsource) return gateFor('every', () => true)
    const log: LogClass | null = logsource === undefined ? classifyRecord(record, shape) : classOf(logsource)
    if (log !== null) return gateFor(log, source => concerns(source, log))
    const given = logsource!
    const key = `=${given.category ?? ''}/${given.product ?? ''}/${given.service ?? ''}`
    return gateFor(key, source => agrees(source, given))
  }

  // One set of variables for all calls: matching is synchronous, and most records match nothing.
  let found: number[] | null = null
  let gate: Gate
  let current: object
  const consider = (number: number) => {
    if (!gate.isOpen[number] || found?.includes(number)) return
    if (compiled[number]!.matches(current)) {
      found ??= []
      found.push(number)
    }
  }

  return {
    match(record, logsource) {
      const shape = beginRecord(record)
      gate = gateOf(record, shape, logsource)
      current = record
      found = null
      gate.index.forEach(record, shape, consider)
      if (gate.hasKeywords) findKeywords(record, consider)
      for (const number of gate.always) consider(number)
      endRecord()
      if (found === null) return nothing.slice()
      const numbers: number[] = found
      return numbers.sort((a, b) => a - b).map(number => rules[number]!)
    },
  }
}
