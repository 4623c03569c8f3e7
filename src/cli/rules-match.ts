// `rules match`: every rule on every record of a file, and the correlations that fire.
import { createCorrelator, type Firing } from '../detection/sigma/correlation/correlator.ts'
import type { LoadedRules } from '../detection/sigma/language/load.ts'
import { createRuleSet } from '../detection/sigma/matching/ruleset.ts'
import { readMoment } from '../detection/sigma/values/moment.ts'
import { readEventLines } from './event-lines.ts'
import { openOutput } from './output.ts'

export interface MatchOptions {
  events: string
  time: string | null
  format: 'text' | 'ndjson'
}

export async function matchRules(loaded: LoadedRules, { events, time, format }: MatchOptions): Promise<void> {
  const { rules, correlations } = loaded
  const output = openOutput()
  const ruleSet = createRuleSet(rules, { ignoreLogsource: true })
  const correlated = new Set(correlations.flatMap(correlation => correlation.members))
  // A file may be in any order and has an end: everything is kept until then, and nothing is given up.
  const correlator = createCorrelator(correlations, {
    mostPerGroup: Number.POSITIVE_INFINITY,
    mostGroups: Number.POSITIVE_INFINITY,
  })
  let timeless = 0
  try {
    for await (const event of readEventLines(events)) {
      const { line } = event
      if ('fault' in event) {
        process.stderr.write(`${events}: line ${line} is passed over: ${event.fault}\n`)
        continue
      }
      const matched = ruleSet.match(event.record)
      for (const rule of matched) {
        await output.line(
          format === 'ndjson'
            ? JSON.stringify({ rule: rule.id, event: line })
            : `line ${line}: ${rule.title}${rule.level ? ` (${rule.level})` : ''}`,
        )
      }
      if (!matched.some(rule => correlated.has(rule))) continue
      const at = readMoment(event.record, time ?? undefined)
      if (at === null) timeless++
      else correlator.observe(matched, event.record, at, line)
    }
    for (const firing of correlator.finish()) await output.line(told(firing, format))
  } finally {
    await output.end()
  }
  if (timeless)
    process.stderr.write(
      `Correlations left out ${timeless === 1 ? 'one record' : `${timeless} records`} without a moment: name the field that holds it with --time.\n`,
    )
}

function told({ rule, group, events, from, to }: Firing, format: 'text' | 'ndjson'): string {
  const lines = (events as number[]).toSorted((one, other) => one - other)
  if (format === 'ndjson') return JSON.stringify({ rule: rule.id, events: lines })
  const of = Object.entries(group).map(([field, value]) => `${field} ${value}`)
  const span = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`
  return `lines ${lines.join(', ')}: ${[rule.title, ...of, span].join(', ')}${rule.level ? ` (${rule.level})` : ''}`
}
