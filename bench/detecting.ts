// What detection costs on top of reading: rules alone, ten times the rules, and the whole way to incidents.
import type { Ready, WayOptions } from './detecting-way.ts'
import { startAnswering, stopProcesses } from './processes.ts'
import { median } from './ratio.ts'
import { progressLine } from './say.ts'
import type { Row } from './table.ts'

export interface Detecting {
  records: number
  rounds: number
  /** Folders of rules beside our own, SigmaHQ's say; they are not part of the project. */
  ruleFolders: string[]
}

/** Rounds for warming up: by then the engine has stopped taking back what it made of the code. */
const WARMING_UP = 5

const WAYS = ['parse', 'match', 'matchMany', 'whole'] as const
type Way = (typeof WAYS)[number]

export async function detecting({ records, rounds, ruleFolders }: Detecting): Promise<Row[]> {
  const open = (way: Way) =>
    startAnswering<number, Ready>('detecting-way.ts', {
      way,
      records,
      ruleFolders,
    } satisfies WayOptions)
  const [parse, match, matchMany, whole] = await Promise.all(WAYS.map(open))
  const ways = { parse: parse!, match: match!, matchMany: matchMany!, whole: whole! }
  const spent = {
    parse: [] as number[],
    match: [] as number[],
    matchMany: [] as number[],
    whole: [] as number[],
  }
  const count = ways.parse.ready.records
  const line = progressLine(`${count.toLocaleString('en')} records against rules`, WARMING_UP + rounds)
  for (let round = 1; round <= WARMING_UP + rounds; round++) {
    // In turns, and each without a break: whoever is interrupted finds the processor's caches full of others' things.
    for (const way of WAYS) {
      const milliseconds = await ways[way].ask()
      if (round > WARMING_UP) spent[way].push(milliseconds)
    }
    line.at(round)
  }
  line.done()
  await stopProcesses()
  const microseconds = (way: Way) => `${((median(spent[way]) * 1000) / count).toFixed(1)} µs`
  const ratio = (one: Way, other: Way) =>
    median(spent[one].map((milliseconds, round) => milliseconds / spent[other][round]!))
  const rules = (way: Way) => ways[way].ready.rules
  return [
    {
      what: `parse and match ${rules('match')} rules, records per second`,
      measured: microseconds('match'),
      compared: `JSON.parse alone ${microseconds('parse')}`,
      figure: ratio('parse', 'match'),
      unit: '×',
      target: { atLeast: 0.85 },
    },
    {
      what: `the same with ${rules('matchMany')} rules, time`,
      measured: microseconds('matchMany'),
      compared: `${rules('match')} rules ${microseconds('match')}`,
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
