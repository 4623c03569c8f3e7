// One way of going through the records, in a process of its own: asked for, it goes through all of them and tells how long
// that took. Nobody runs the others beside it, and what the engine learns of the code in one of them slows down the rest.
import { parseAllDocuments, stringify } from 'yaml'
import { createWorld, recordsOf } from '../simulator/world/world.ts'
import { createDetector } from '../src/detection/detector.ts'
import { readRuleFiles } from '../src/detection/rule-files.ts'
import { loadRules, type RuleSource } from '../src/detection/sigma/language/load.ts'
import { createRuleSet } from '../src/detection/sigma/matching/ruleset.ts'
import type { SigmaRule } from '../src/detection/sigma/rule.ts'
import type { Activity } from '../src/events/activity.ts'
import { isRejection, normalise } from '../src/events/normalise.ts'
import { openPlaces } from '../src/events/places/places.ts'

export interface WayOptions {
  way: 'parse' | 'match' | 'matchMany' | 'whole'
  records: number
  /** Folders of rules beside our own. */
  ruleFolders: string[]
}

export interface Ready {
  records: number
  rules: number
}

interface Way {
  rules: number
  goThrough(lines: string[]): void
}

const DAY = 86_400_000
const FROM = Date.UTC(2026, 2, 2)
const DAYS = 21
/** Records come in batches: they are read first and looked at then. As many as `scan` reads at a time. */
const BATCH = 64

async function openWay({ way, ruleFolders }: WayOptions): Promise<Way> {
  if (way === 'parse') return { rules: 0, goThrough: lines => lines.forEach(line => void JSON.parse(line)) }
  const sources = await readRuleFiles([new URL('../rules', import.meta.url).pathname, ...ruleFolders])
  const loaded = loadRules(sources)
  if (way === 'whole') {
    const { locate } = await openPlaces()
    return {
      rules: loaded.rules.length,
      goThrough(lines) {
        const detector = createDetector({ rules: loaded })
        inBatches(lines, records => {
          const activities: Activity[] = []
          for (const record of records) {
            const activity = normalise(record, { locate })
            if (!isRejection(activity)) activities.push(activity)
          }
          detector.take(activities)
        })
        detector.conclude()
      },
    }
  }
  const others = Array.from({ length: way === 'match' ? 0 : 9 }, (_, copy) => strangers(sources, copy))
  const rules = [...loaded.rules, ...others.flat()]
  const set = createRuleSet(rules)
  return {
    rules: rules.length,
    goThrough: lines => inBatches(lines, records => records.forEach(record => void set.match(record))),
  }
}

function inBatches(lines: string[], look: (records: object[]) => void): void {
  for (let from = 0; from < lines.length; from += BATCH) {
    const records: object[] = []
    for (let at = from; at < from + BATCH && at < lines.length; at++) records.push(JSON.parse(lines[at]!))
    look(records)
  }
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

const options = JSON.parse(process.argv[2]!) as WayOptions
const lines = recordLines(options.records)
const { rules, goThrough } = await openWay(options)
process.on('message', () => {
  const startedAt = performance.now()
  goThrough(lines)
  process.send!(performance.now() - startedAt)
})
process.send!({ records: lines.length, rules } satisfies Ready)
