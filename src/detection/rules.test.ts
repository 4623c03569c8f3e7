// Vedette's own rules in rules/: each can be used, says what it should, and keeps to its examples.
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readRuleFiles } from './rule-files.ts'
import { type Correlation, isCorrelation } from './sigma/correlation/correlation.ts'
import { createCorrelator } from './sigma/correlation/correlator.ts'
import { loadRules } from './sigma/language/load.ts'
import { createRuleSet } from './sigma/matching/ruleset.ts'
import type { SigmaRule } from './sigma/rule.ts'
import { readMoment } from './sigma/values/moment.ts'

type LogRecord = Record<string, unknown>

/** A record, or one that stands for several: {n} counts from 1, {at} is the moment. */
type Step = LogRecord | { times: number; apart: string; from: string; record: LogRecord }

interface Examples<Example> {
  matches: Example[]
  near_misses: Example[]
}

const TACTICS = [
  'initial-access',
  'execution',
  'persistence',
  'privilege-escalation',
  'defense-evasion',
  'credential-access',
  'discovery',
  'lateral-movement',
  'collection',
  'exfiltration',
  'command-and-control',
  'impact',
]

const folder = fileURLToPath(new URL('../../rules', import.meta.url))
const loaded = loadRules(await readRuleFiles([folder]))
const { rules, correlations } = loaded
const everything: Array<SigmaRule | Correlation> = [...rules, ...correlations]
// All of them together and each by its log, as in the service: an example must also be recognised for what it is.
const ruleSet = createRuleSet(rules)

const named = <Rule extends { file: string | null }>(all: Rule[]) =>
  all.map(rule => [relative(folder, rule.file!).replace(/\.yml$/, ''), rule] as const)

const examplesOf = (rule: { file: string | null }) =>
  parse(readFileSync(rule.file!.replace(/\.yml$/, '.examples.yml'), 'utf8')) as Examples<never>

const doesMatch = (rule: SigmaRule, record: LogRecord) => ruleSet.match(record).includes(rule)

function spellOut(step: Step): LogRecord[] {
  if (!('times' in step)) return [step as LogRecord]
  const { times, apart, from, record } = step as Exclude<Step, LogRecord>
  const text = JSON.stringify(record)
  return Array.from({ length: times }, (_, i) => {
    const at = new Date(Date.parse(from) + i * Number.parseFloat(apart) * 1000).toISOString()
    return JSON.parse(text.replaceAll('{n}', String(i + 1)).replaceAll('{at}', at)) as LogRecord
  })
}

function fires(correlation: Correlation, steps: Step[]): boolean {
  const correlator = createCorrelator(correlations)
  for (const [number, record] of steps.flatMap(spellOut).entries()) {
    const at = readMoment(record)
    if (at === null) throw new Error(`record ${number} has no moment`)
    correlator.observe(ruleSet.match(record), record, at, number)
  }
  return correlator.finish().some(firing => firing.rule === correlation)
}

describe('every rule', () => {
  it('can be used', () => {
    expect(loaded.results.filter(({ ok }) => !ok)).toEqual([])
  })

  it('has an id and a name of its own', () => {
    for (const { ruleId, name, file } of everything) {
      expect(ruleId, file!).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(name).toBe(basename(file!, '.yml'))
    }
    expect(new Set(everything.map(({ ruleId }) => ruleId)).size).toBe(everything.length)
    expect(new Set(everything.map(({ name }) => name)).size).toBe(everything.length)
    expect(new Set(everything.map(({ title }) => title)).size).toBe(everything.length)
  })

  it.each(named(everything))('%s is described, and tagged with a tactic and a technique', (_, rule) => {
    expect(rule).toMatchObject({ author: 'Vedette', status: 'stable' })
    expect(rule.raw.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(rule.description!.length).toBeGreaterThan(40)
    expect(rule.falsepositives.length).toBeGreaterThan(0)
    expect(['informational', 'low', 'medium', 'high', 'critical']).toContain(rule.level)
    const tags = rule.tags.map(tag => tag.replace(/^attack\./, ''))
    expect(rule.tags.every(tag => tag.startsWith('attack.'))).toBe(true)
    expect(tags.filter(tag => TACTICS.includes(tag))).not.toEqual([])
    expect(tags.filter(tag => /^t\d{4}(\.\d{3})?$/.test(tag))).not.toEqual([])
    expect(tags.filter(tag => !TACTICS.includes(tag) && !/^t\d{4}(\.\d{3})?$/.test(tag))).toEqual([])
  })
})

describe.each(named(rules))('%s', (_, rule) => {
  const { matches, near_misses } = examplesOf(rule) as Examples<LogRecord>

  it('matches what it should', () => {
    expect(matches.length).toBeGreaterThan(1)
    expect(matches.filter(record => !doesMatch(rule, record))).toEqual([])
  })

  it('leaves alone what is only near', () => {
    expect(near_misses.length).toBeGreaterThan(0)
    expect(near_misses.filter(record => doesMatch(rule, record))).toEqual([])
  })
})

describe.each(named(correlations))('%s', (_, correlation) => {
  const { matches, near_misses } = examplesOf(correlation) as Examples<Step[]>

  it('fires where it should', () => {
    expect(matches.length).toBeGreaterThan(0)
    expect(matches.map(steps => fires(correlation, steps))).toEqual(matches.map(() => true))
  })

  it('is quiet where something is missing', () => {
    expect(near_misses.length).toBeGreaterThan(0)
    expect(near_misses.map(steps => fires(correlation, steps))).toEqual(near_misses.map(() => false))
  })

  it('lets the rules it refers to speak for themselves, unless they are everyday', () => {
    for (const member of correlation.members)
      if (loaded.silent.has(member)) expect(isCorrelation(member) ? null : member.level).toBe('informational')
  })
})
