// `scan`: who was taken over, worked out from exported logs alone; no server, no database.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createDetector } from '../detection/detector.ts'
import { readRuleFiles } from '../detection/rule-files.ts'
import { type LoadedRules, loadRules } from '../detection/sigma/language/load.ts'
import { openPlaces } from '../events/places/places.ts'
import { listFiles } from '../sources/files/list.ts'
import { type Command, readArguments, Usage } from './command.ts'
import { htmlReport } from './scan/html.ts'
import { keepSmall } from './scan/memory.ts'
import { ndjsonReport } from './scan/ndjson.ts'
import { createProgress } from './scan/progress.ts'
import { readInto } from './scan/read.ts'
import { readTravel, readTrusted } from './scan/settings.ts'
import { hasJudgedNothing, type Reading, sayReading } from './scan/summary.ts'
import { textReport } from './scan/text.ts'

const REPORTS = { text: textReport, ndjson: ndjsonReport, html: htmlReport }

const OWN_RULES = fileURLToPath(new URL('../../rules', import.meta.url))

export const scan: Command = {
  help: `usage: npm run -s vedette -- scan FILE|FOLDER… [options]

Reads exported sign-in and audit logs, learns what is normal for each person, and prints one incident for each attack
on an account, with its evidence. Needs no server and no database, and sends nothing anywhere.

Reads Purview audit exports (CSV), Management Activity API records, Entra sign-in and audit logs (portal JSON and CSV,
Graph, Azure Monitor, Log Analytics) and NDJSON, also in gzip and zip. Folders are read to the bottom. The more history
there is, the better: with less than a week of it only what is odd for anybody is found.

  --format F      text (default), ndjson (one incident a line) or html (one file to print or send)
  --rules DIR     Sigma rules to use beside Vedette's own; may be given several times
  --travel FILE   declared travel: CSV lines user,countries,from,until such as ana@contoso.com,FR+DE,2026-03-01,2026-03-08
  --trusted NET   network to trust, such as 203.0.113.0/24, 203.0.113.5 or AS64500; /8 (of IPv6 /16) is the widest that is
                  taken; may be given several times

The report goes to standard output; what was read, and what was not and why, to standard error.
Ends with 0 whether or not there are incidents, with 1 when it could not be done or nothing could be judged.`,
  async run(args) {
    const { values, positionals } = readArguments(
      args,
      {
        format: { type: 'string', default: 'text' },
        rules: { type: 'string', multiple: true, default: [] },
        travel: { type: 'string' },
        trusted: { type: 'string', multiple: true, default: [] },
      },
      { positionals: true },
    )
    if (positionals.length === 0) throw new Usage('Say which files or folders to scan.')
    if (!Object.hasOwn(REPORTS, values.format))
      throw new Usage(`--format must be text, ndjson or html, not "${values.format}".`)
    const report = REPORTS[values.format as keyof typeof REPORTS]
    const settings = {
      travel: values.travel === undefined ? [] : await readTravel(values.travel),
      trusted: readTrusted(values.trusted),
      domains: [],
    }
    const memory = keepSmall()
    const rules = await rulesFrom(values.rules)
    const found = await listFiles(positionals)
    const progress = createProgress(
      process.stderr,
      found.files.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    const places = await openPlaces()
    const detector = createDetector({ rules, settings })
    let reading: Reading
    try {
      reading = await readInto(detector, found, { locate: places.locate, progress, memory })
    } finally {
      places.close()
    }
    memory.sweepUp()
    const incidents = detector.conclude((done, all) => {
      if (done === 0) memory.sweepUp()
      else memory.look()
      progress.judging(done, all)
    })
    progress.end()
    process.stderr.write(`${sayReading(reading, incidents.length)}\n`)
    await written(report(incidents, reading))
    if (hasJudgedNothing(reading)) process.exitCode = 1
  },
}

async function rulesFrom(folders: string[]): Promise<LoadedRules | null> {
  const paths = [...(existsSync(OWN_RULES) ? [OWN_RULES] : []), ...folders]
  if (paths.length === 0) return null
  const rules = loadRules(await readRuleFiles(paths))
  for (const { ok, file, rule, error } of rules.results)
    if (!ok) process.stderr.write(`${file}: the rule ${rule ?? ''} is left out: ${error}\n`)
  return rules
}

/** Waits until all of it is out: a pipe takes its time, and what is left when the process ends is lost. */
const written = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, error => (error ? reject(error) : resolve()))
  })
