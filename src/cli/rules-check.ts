// `rules check`: what can be used, and what is refused, where and why.
import { logSourceWarning } from '../detection/log-source-warning.ts'
import type { LoadedRules } from '../detection/sigma/language/load.ts'
import { OperatorError } from '../operator-error.ts'
import { openOutput } from './output.ts'

export async function checkRules({ results, rules }: LoadedRules, format: 'text' | 'ndjson'): Promise<void> {
  const warnings = new Map(rules.map(each => [`${each.file}\n${each.id}`, logSourceWarning(each)]))
  const output = openOutput()
  let file: string | null = null
  for (const result of results) {
    const { rule, ok, error, line, title, kind } = result
    const warning = ok && kind === 'rule' ? warnings.get(`${result.file}\n${rule}`) : (result.warning ?? null)
    if (warning) process.stderr.write(`${result.file}: ${rule}: ${warning}.\n`)
    if (format === 'ndjson') {
      const why = ok ? {} : { error: `line ${line}: ${error}` }
      await output.line(JSON.stringify({ file: result.file, rule, ok, ...why }))
      continue
    }
    if (result.file !== file) await output.line(result.file)
    file = result.file
    const called = title && rule && title !== rule ? `${title} (${rule})` : (rule ?? '')
    if (ok) await output.line(`  ok       ${called}${kind === 'rule' ? '' : `, a ${kind}`}`)
    else await output.line(`  REFUSED  ${called ? `${called}: ` : ''}line ${line}: ${error}`)
  }
  const refused = results.filter(result => !result.ok).length
  if (format === 'text' && !refused) {
    const of = (kind: string) => results.filter(result => result.kind === kind).length
    await output.line(
      `All can be used: ${of('rule')} rules, ${of('correlation')} correlations, ${of('filter')} filters.`,
    )
  }
  await output.end()
  if (refused) throw new OperatorError(`${refused} of ${results.length} cannot be used.`)
}
