// Sigma filters: tuning that takes matches away from rules which others wrote (specification 2.1, filters).
import type { YAMLMap } from 'yaml'
import { parseHeader } from '../correlation/parse.ts'
import type { Condition, Detection, LogSource, ParseContext, SigmaRule } from '../rule.ts'
import { readDetection } from './parse-detection.ts'
import { isMapping, type PlainDocument, refusing } from './plain-document.ts'
import { createNodeReader } from './yaml-node.ts'

export interface SigmaFilter {
  id: string
  ruleId: string | null
  name: string | null
  title: string
  description: string | null
  author: string | null
  logsource: LogSource
  /** By id or name; 'any' is every rule of the log source. */
  refersTo: string[] | 'any'
  detection: Detection
  /** The rules it has been put on; filled in when all files have been read. */
  rules: SigmaRule[]
  file: string | null
  line: number
  raw: Record<string, unknown>
}

export function parseFilter(node: YAMLMap, context: ParseContext, document: PlainDocument): SigmaFilter {
  const refuse = refusing(document)
  const { logsource, filter } = document.values
  if (!isMapping(logsource)) refuse('the filter has no `logsource`', 'logsource')
  if (!isMapping(filter)) return refuse('`filter` must be a mapping', 'filter')
  if (filter.rules === undefined)
    refuse('the filter has no `rules`; write `any` for all of its log source', 'filter')
  if (Array.isArray(filter.condition)) refuse('a filter has one condition, not a list', 'filter', 'condition')
  const reader = createNodeReader(node, context)
  const section = reader.entries(node).find(entry => entry.key === 'filter')?.value
  return {
    ...parseHeader(document),
    logsource: logsource as LogSource,
    refersTo: references(filter.rules, document),
    detection: readDetection(section as YAMLMap, context, reader, ['rules']),
    rules: [],
    file: document.file,
    line: document.lineAt(),
    raw: document.values,
  }
}

function references(value: unknown, document: PlainDocument): string[] | 'any' {
  const list = Array.isArray(value) ? value : [value]
  const named = list.map(each =>
    (typeof each === 'string' && each.trim()) || typeof each === 'number'
      ? String(each).trim()
      : refusing(document)('`rules` must list rules by id or name, or be `any`', 'filter', 'rules'),
  )
  // An empty list names no rule, and no rule in particular is any rule: so say the specification's own tools.
  return !named.length || named.some(each => /^(any|all)$/i.test(each)) ? 'any' : [...new Set(named)]
}

/** What the filter says of the log source must be true of the rule; what it leaves out may be anything. */
export const coversLogsource = (filter: LogSource, rule: LogSource): boolean =>
  (['category', 'product', 'service'] as const).every(
    key =>
      filter[key] === undefined ||
      filter[key] === null ||
      String(filter[key]).toLowerCase() === String(rule[key] ?? '').toLowerCase(),
  )

/**
 * The rule's condition and the filter's, joined. A filter says either what to keep (`not selection`, as the
 * specification's tools have it) or what to take away (`selection`, as its text and example have it). Which of them
 * shows in what it makes of a record that none of its selections know: keeping that one is tuning, and the condition is
 * taken as written; dropping it would silence the rule but for the very records the filter is about, so there the
 * condition says what to take away.
 */
export function applyFilter(rule: SigmaRule, filter: SigmaFilter): void {
  const prefix = `filter ${filter.id}: `
  const written = renamed(filter.detection.condition, prefix)
  const keeps: Condition = isTrueOfStrangers(written) ? written : { kind: 'not', part: written }
  const selections = new Map(rule.detection.selections)
  for (const [name, selection] of filter.detection.selections) selections.set(prefix + name, selection)
  rule.detection = { selections, condition: { kind: 'and', parts: [rule.detection.condition, keeps] } }
  filter.rules.push(rule)
}

/** What `explain` calls the filter's parts: a rule has a `selection` of its own. */
function renamed(condition: Condition, prefix: string): Condition {
  switch (condition.kind) {
    case 'selection':
      return { ...condition, name: prefix + condition.name }
    case 'not':
      return { ...condition, part: renamed(condition.part, prefix) }
    case 'of':
      return { ...condition, parts: condition.parts.map(part => ({ ...part, name: prefix + part.name })) }
    default:
      return { ...condition, parts: condition.parts.map(part => renamed(part, prefix)) }
  }
}

function isTrueOfStrangers(condition: Condition): boolean {
  switch (condition.kind) {
    case 'selection':
    case 'of':
      return false
    case 'not':
      return !isTrueOfStrangers(condition.part)
    case 'and':
      return condition.parts.every(isTrueOfStrangers)
    case 'or':
      return condition.parts.some(isTrueOfStrangers)
  }
}
