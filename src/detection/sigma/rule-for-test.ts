// For tests: a rule from a few lines of YAML, and whether it matches.
import { LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { compileCondition, forAll } from './compile.ts'
import { parseRule } from './parse-rule.ts'
import { type ParseContext, RuleError, type SigmaRule } from './rule.ts'
import { createRuleSet } from './ruleset.ts'

/** A whole document. */
export function readRule(text: string, placeholders?: ParseContext['placeholders']): SigmaRule {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  if (document.errors.length > 0) throw document.errors[0]
  const context: ParseContext = { file: 'rule.yml', lineCounter, ...(placeholders && { placeholders }) }
  return parseRule(document.contents as YAMLMap, context)
}

/** The lines of a detection, without title and log source around them. */
export function readDetectionRule(
  detection: string,
  {
    logsource = 'category: test',
    placeholders,
  }: { logsource?: string; placeholders?: ParseContext['placeholders'] } = {},
): SigmaRule {
  const lines = detection.replace(/^\n+/, '').trimEnd().split('\n')
  const margin = Math.min(...lines.filter(line => line.trim() !== '').map(line => line.search(/\S/)))
  const body = lines.map(line => `    ${line.slice(margin)}`).join('\n')
  const source = logsource
    .split(', ')
    .map(each => `    ${each}`)
    .join('\n')
  return readRule(`title: Test\nlogsource:\n${source}\ndetection:\n${body}\n`, placeholders)
}

/** By itself, whatever an index says. */
export const matchesAlone = ({ detection, logsource }: SigmaRule, record: object): boolean =>
  forAll(compileCondition(detection.condition, logsource))(record)

/** The rule alone and the rule within an index, at first and once it is quick, must agree; then that answer. */
export function doesMatch(rule: SigmaRule, record: object): boolean {
  const alone = matchesAlone(rule, record)
  const set = createRuleSet([rule], { ignoreLogsource: true, writeAfter: 0 })
  const [indexed, written] = [set.match(record).length === 1, set.match(record).length === 1]
  if (alone !== indexed || alone !== written)
    throw new Error(`alone ${alone}, indexed ${indexed}, written out ${written}`)
  return alone
}

/** One selection of the given lines, all of which must hold. */
export function selects(lines: string, record: object, placeholders?: ParseContext['placeholders']): boolean {
  const margin = lines.replace(/^\n+/, '').search(/\S/)
  const body = lines
    .replace(/^\n+/, '')
    .trimEnd()
    .split('\n')
    .map(line => `    ${line.slice(margin)}`)
    .join('\n')
  const options = placeholders ? { placeholders } : {}
  return doesMatch(readDetectionRule(`selection:\n${body}\ncondition: selection`, options), record)
}

/** The reason, with its line, for which a detection is refused; fails when it is not. */
export function refusal(detection: string): { reason: string; line: number | null } {
  try {
    readDetectionRule(detection)
  } catch (error) {
    if (error instanceof RuleError) return { reason: error.reason, line: error.line }
    throw error
  }
  throw new Error('the rule was accepted')
}
