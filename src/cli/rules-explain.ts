// `rules explain`: which parts of a rule matched a record, and which did not.
import type { Correlation } from '../detection/sigma/correlation/correlation.ts'
import { isCorrelation } from '../detection/sigma/correlation/correlation.ts'
import type { LoadedRules } from '../detection/sigma/language/load.ts'
import { explainRule, renderExplanation } from '../detection/sigma/matching/explain.ts'
import type { SigmaRule } from '../detection/sigma/rule.ts'
import { OperatorError } from '../operator-error.ts'
import { readEventLines } from './event-lines.ts'
import { openOutput } from './output.ts'

export interface ExplainOptions {
  events: string
  rule: string | null
  event: number | null
  format: 'text' | 'ndjson'
}

export async function explainRules(loaded: LoadedRules, options: ExplainOptions): Promise<void> {
  const chosen = choose(loaded, options.rule)
  const output = openOutput()
  let seen = 0
  try {
    for await (const event of readEventLines(options.events)) {
      if (options.event !== null && event.line !== options.event) continue
      if ('fault' in event) {
        process.stderr.write(`${options.events}: line ${event.line} is passed over: ${event.fault}\n`)
        continue
      }
      seen++
      for (const rule of chosen) {
        const explanation = explainRule(rule, event.record)
        if (options.format === 'ndjson')
          await output.line(JSON.stringify({ rule: rule.id, event: event.line, ...explanation }))
        else
          await output.line(
            `line ${event.line}, ${rule.title} (${rule.id})\n${renderExplanation(explanation)}\n`,
          )
      }
      if (options.event !== null) break
    }
  } finally {
    await output.end()
  }
  if (!seen)
    throw new OperatorError(
      options.event === null
        ? `There is no record in ${options.events}.`
        : `There is no record on line ${options.event}.`,
    )
}

/** A correlation is explained by the rules it is made of. */
function choose({ rules, correlations }: LoadedRules, wanted: string | null): SigmaRule[] {
  if (wanted === null) return rules
  const found = [...rules, ...correlations].filter(({ ruleId, name, title }) =>
    [ruleId, name, title].includes(wanted),
  )
  if (!found.length) throw new OperatorError(`No rule that can be used has the id, name or title ${wanted}.`)
  return [...new Set(found.flatMap(partsOf))]
}

const partsOf = (rule: SigmaRule | Correlation): SigmaRule[] =>
  isCorrelation(rule) ? rule.members.flatMap(partsOf) : [rule]
