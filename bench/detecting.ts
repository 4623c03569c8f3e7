// What detection costs on top of reading: rules alone, ten times the rules, and the whole way to incidents.
import { parseAllDocuments, stringify } from 'yaml'
import { createWorld, recordsOf } from '../simulator/world/world.ts'
import { createDetector } from '../src/detection/detector.ts'
import { readRuleFiles } from '../src/detection/rule-files.ts'
import { loadRules, type RuleSource } from '../src/detection/sigma/load.ts'
import type { SigmaRule } from '../src/detection/sigma/rule.ts'
import { createRuleSet } from '../src/detection/sigma/ruleset.ts'
import { isRejection, normalise } from '../src/events/normalise.ts'
import { openPlaces } from '../src/events/places.ts'
import { median } from './ratio.ts'
import { say } from './say.ts'
import type { Row } from './table.ts'

const DAY = 86_400_000
const FROM = Date.UTC(2026, 2, 2)
const DAYS = 21
/** Records come in batches, from files as from Microsoft: they are read first and looked at then. */
const BATCH = 32
/** A multiple of that. */
const PART = 8192

export interface Detecting {
  records: number
  rounds: number
  /** Folders of rules beside our own, SigmaHQ's say; they are not part of the project. */
  ruleFolders: string[]
}

export async function detecting({ records, rounds, ruleFolders }: Detecting): Promise<Row[]> {
  say(`${records.toLocaleString('en')} records against rules`)
  const lines = recordLines(records)
  const own = new URL('../rules', import.meta.url).pathname
  const sources = await readRuleFiles([own, ...ruleFolders])
  const loaded = loadRules(sources)
  const many = [...loaded.rules, ...Array.from({ length: 9 }, (_, copy) => strangers(sources, copy)).flat()]
  const places = await openPlaces()
  const few = createRuleSet(loaded.rules)
  const all = createRuleSet(many)
  let detector = createDetector({ rules: loaded })
  const ways = {
    parse: (part: string[]) => void part.forEach(line => void JSON.parse(line)),
    match: (part: string[]) => void matchAll(part, few),
    matchMany: (part: string[]) => void matchAll(part, all),
    whole: (part: string[]) =>
      inBatches(part, record => {
        const activity = normalise(record, { locate: places.locate })
        if (!isRejection(activity)) detector.take(activity)
      }),
  }
  const names = Object.keys(ways) as (keyof typeof ways)[]
  const spent = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<
    keyof typeof ways,
    number[]
  >
  const timed = (work: () => void) => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  }
  // The first round is for warming up.
  for (let round = 0; round <= rounds; round++) {
    detector = createDetector({ rules: loaded })
    const times = { parse: 0, match: 0, matchMany: 0, whole: 0 }
    // In turns, a part of the records each: what disturbs the machine disturbs all of them.
    for (let at = 0; at < lines.length; at += PART) {
      const part = lines.slice(at, at + PART)
      for (const name of names) times[name] += timed(() => ways[name](part))
    }
    times.whole += timed(() => void detector.conclude())
    if (round > 0) for (const name of names) spent[name].push(times[name])
  }
  const microseconds = (name: keyof typeof ways) =>
    `${((median(spent[name]) * 1000) / lines.length).toFixed(1)} µs`
  const ratio = (one: keyof typeof ways, other: keyof typeof ways) =>
    median(spent[one].map((milliseconds, round) => milliseconds / spent[other][round]!))
  return [
    {
      what: `parse and match ${loaded.rules.length} rules, records per second`,
      measured: microseconds('match'),
      compared: `JSON.parse alone ${microseconds('parse')}`,
      figure: ratio('parse', 'match'),
      unit: '×',
      target: { atLeast: 0.85 },
    },
    {
      what: `the same with ${many.length} rules, time`,
      measured: microseconds('matchMany'),
      compared: `${loaded.rules.length} rules ${microseconds('match')}`,
      figure: ratio('matchMany', 'match'),
      unit: '×',
      target: { atMost: 1.5 },
    },
    {
      what: 'parse, normalise, rules, behaviour, correlate, records per second',
      measured: microseconds('whole'),
      compared: `JSON.parse alone ${microseconds('parse')}`,
      figure: ratio('parse', 'whole'),
      unit: '×',
      target: { atLeast: 0.4 },
    },
  ]
}

function matchAll(lines: string[], rules: { match(record: object): unknown[] }): number {
  let matches = 0
  inBatches(lines, record => {
    matches += rules.match(record).length
  })
  return matches
}

function inBatches(lines: string[], look: (record: object) => void): void {
  for (let at = 0; at < lines.length; at += BATCH)
    for (const record of lines.slice(at, at + BATCH).map(line => JSON.parse(line) as object)) look(record)
}

/** From every feed, as they come: three weeks of a company, as long as it takes for people to have habits. */
function recordLines(count: number): string[] {
  const world = createWorld({
    seed: 11,
    from: new Date(FROM),
    to: new Date(FROM + DAYS * DAY),
    tenants: [{ people: 60, hasP1: true, attacks: [] }],
  })
  const lines: string[] = []
  for (const { record } of recordsOf(world.tenants[0]!, FROM, FROM + DAYS * DAY)) {
    lines.push(JSON.stringify(record))
    if (lines.length === count) break
  }
  return lines
}

/** The same rules with other words in them: as hard to tell apart, and none the same as another. */
function strangers(sources: RuleSource[], copy: number): SigmaRule[] {
  const texts = sources.flatMap(({ file, text }) =>
    parseAllDocuments(text).flatMap((document, place) => {
      const rule = document.toJS() as { detection?: Record<string, unknown>; id?: string; name?: string }
      if (!rule?.detection) return []
      const { condition, ...selections } = rule.detection
      const changed = { ...rule, detection: { ...changeWords(selections, copy), condition } }
      delete changed.id
      delete changed.name
      return [
        {
          file: `${file} ${place} ${copy}`,
          text: stringify({ ...changed, name: `r${copy}-${file}-${place}` }),
        },
      ]
    }),
  )
  return loadRules(texts).rules
}

function changeWords<T>(value: T, copy: number): T {
  if (Array.isArray(value)) return value.map(each => changeWords(each, copy)) as T
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        /\|(re|cidr|exists|expand|fieldref|lt|gt|lte|gte|base64|minute|hour|day|week|month|year)/.test(name)
          ? each
          : changeWords(each, copy),
      ]),
    ) as T
  return (typeof value === 'string' ? `${value}${copy}` : value) as T
}
