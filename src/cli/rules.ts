// `rules`: checking Sigma rules and trying them on records, without a server.
import { readPlaceholders, readRuleFiles } from '../detection/rule-files.ts'
import { type LoadedRules, loadRules } from '../detection/sigma/language/load.ts'
import { OperatorError } from '../operator-error.ts'
import { type Command, readArguments, Usage } from './command.ts'
import { checkRules } from './rules-check.ts'
import { explainRules } from './rules-explain.ts'
import { matchRules } from './rules-match.ts'

export const rules: Command = {
  help: `usage: npm run -s vedette -- rules check FILE|DIR… [options]
       npm run -s vedette -- rules match --rules FILE|DIR --events FILE.ndjson [options]
       npm run -s vedette -- rules explain --rules FILE|DIR --events FILE.ndjson [options]

Sigma rules, correlations and filters (specification 2.1) from YAML files; of a folder all *.yml and *.yaml below it,
but not *.examples.yml. Records are JSON objects, one a line; - reads them from the standard input. Lines count from 0.

check    says of each rule whether it can be used, and if not where and why. Ends with 1 if any is refused.
         Of a rule for a log that Vedette does not collect it says on the standard error that it will not match.
match    tries every rule on every record, whatever its log source, and prints a line for each match,
             { "rule": id, "event": line }
         and for each correlation that fires
             { "rule": id, "events": [lines] }
         A rule is called by its id, else its name, else its title. Rules that a correlation refers to print their own
         matches too, whatever its "generate" says. What cannot be used (a rule that is refused, a line that is no
         record) is told on the standard error, and the rest goes on.
explain  says which parts of a rule matched a record and which did not.

  --rules FILE|DIR       the rules; may be given several times
  --events FILE          the records
  --time FIELD           the field with a record's moment, when it is none of the usual ones (CreationTime,
                         createdDateTime, activityDateTime, TimeGenerated, time, timestamp, @timestamp and the like);
                         correlations need one. Dotted for a field within a field. Without a zone a moment is UTC
  --rule ID              explain: this rule alone, by id, name or title
  --event LINE           explain: this record alone
  --format text|ndjson   for people, or one JSON object a line (check and explain: text, match: ndjson)
  --placeholders FILE    values for %placeholders%: a YAML mapping of names to a value or a list of values`,
  async run(args) {
    const { values, positionals } = readArguments(
      args,
      {
        rules: { type: 'string', multiple: true },
        events: { type: 'string' },
        time: { type: 'string' },
        rule: { type: 'string' },
        event: { type: 'string' },
        format: { type: 'string' },
        placeholders: { type: 'string' },
      },
      { positionals: true },
    )
    const [verb, ...named] = positionals
    if (verb !== 'check' && verb !== 'match' && verb !== 'explain')
      throw new Usage('Say what to do: rules check, rules match or rules explain.')
    for (const [option, verbs] of Object.entries(ONLY_FOR))
      if (values[option as keyof typeof values] !== undefined && !verbs.includes(verb))
        throw new Usage(`rules ${verb} takes no --${option}.`)
    const format = values.format ?? (verb === 'match' ? 'ndjson' : 'text')
    if (format !== 'text' && format !== 'ndjson') throw new Usage('--format is text or ndjson.')

    if (verb === 'check') {
      const paths = [...named, ...(values.rules ?? [])]
      if (!paths.length) throw new Usage('Name the files or folders to check.')
      return checkRules(await load(paths, values.placeholders), format)
    }
    if (named.length)
      throw new Usage(`rules ${verb} takes its files by --rules and --events, not ${named[0]}.`)
    if (!values.rules?.length) throw new Usage('Name the rules with --rules FILE or DIR.')
    if (values.events === undefined)
      throw new Usage('Name the records with --events FILE.ndjson, or - for the standard input.')
    const event = values.event === undefined ? null : lineNumber(values.event)
    const loaded = await load(values.rules, values.placeholders)
    reportRefused(loaded)
    if (verb === 'match')
      return matchRules(loaded, { events: values.events, time: values.time ?? null, format })
    return explainRules(loaded, { events: values.events, rule: values.rule ?? null, event, format })
  },
}

const ONLY_FOR: Record<string, string[]> = {
  events: ['match', 'explain'],
  time: ['match'],
  rule: ['explain'],
  event: ['explain'],
}

function lineNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new Usage('--event is the number of a line, counted from 0.')
  return Number(text)
}

async function load(paths: string[], placeholdersFile: string | undefined): Promise<LoadedRules> {
  const placeholders = placeholdersFile === undefined ? {} : await readPlaceholders(placeholdersFile)
  return loadRules(await readRuleFiles(paths), { placeholders })
}

function reportRefused({ results, rules: usable }: LoadedRules) {
  for (const { ok, file, line, rule, error, warning } of results) {
    if (!ok) process.stderr.write(`${file}:${line}: ${rule === null ? '' : `${rule}: `}refused: ${error}\n`)
    else if (warning) process.stderr.write(`${file}: ${rule}: ${warning}.\n`)
  }
  if (!usable.length) throw new OperatorError('No rule is left that could be tried.')
}
