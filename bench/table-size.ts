// Row 4: what a list costs when it has to be read, on the large table against the small one.
import type pg from 'pg'
import type { Database } from '../src/database/open.ts'
import { listIncidents } from '../src/incidents/list.ts'
import { type Case, casesOf, type Question, readHistories } from './cases.ts'
import { lowerQuartile } from './ratio.ts'
import { progressLine } from './say.ts'
import type { Sizes } from './sizes.ts'
import type { Row } from './table.ts'

export interface Tables {
  large: Database
  small: Database
}

// Enough turns that a disturbance of a second touches both tables alike.
const TURNS = 40

export async function tableSize(tables: Tables, sizes: Sizes): Promise<Row[]> {
  const [large, small] = await Promise.all([
    readHistories(tables.large.owner),
    readHistories(tables.small.owner),
  ])
  const cases = casesOf(large, small)
  const line = progressLine(`reading ${cases.length} kinds of lists from both tables`, cases.length)
  const costs: (Pick<Case, 'combination' | 'limit' | 'position'> & { large: number; small: number })[] = []
  for (const [index, one] of cases.entries()) {
    costs.push({ ...one, ...(await costOf(tables, one, sizes.callsPerCase)) })
    line.at(index + 1)
  }
  line.done()
  return [...Map.groupBy(costs, cost => cost.combination)].map(([combination, all]) => {
    const worst = all.toSorted((a, b) => b.large / b.small - a.large / a.small)[0]!
    return {
      what: `reading ${worst.limit} by ${combination}: ${worst.position}${all.length > 1 ? `, worst of ${all.length}` : ''}`,
      measured: `${worst.large.toFixed(2)} ms at ${sizes.incidents.large.toLocaleString('en')}`,
      compared: `${worst.small.toFixed(2)} ms at ${sizes.incidents.small.toLocaleString('en')}`,
      figure: worst.large / worst.small,
      unit: '×',
      target: { atMost: 1.3 },
    }
  })
}

/** Milliseconds of one call at a time: the lower quartile, because whatever else runs can only add to them. */
async function costOf(tables: Tables, { questions }: Case, calls: number) {
  const spent = { large: [] as number[], small: [] as number[] }
  const perTurn = Math.ceil(calls / TURNS)
  // The first turn is not counted: it plans the statement and fetches what the turns after it find in memory.
  for (let turn = 0; turn <= TURNS; turn++)
    for (const size of ['large', 'small'] as const)
      for (let call = 0; call < perTurn; call++) {
        const asked = questions[size][(turn * perTurn + call) % questions[size].length]!
        const milliseconds = await ask(tables[size].fast, asked)
        if (turn > 0) spent[size].push(milliseconds)
      }
  return { large: lowerQuartile(spent.large), small: lowerQuartile(spent.small) }
}

async function ask(pool: pg.Pool, { organizationId, ...question }: Question): Promise<number> {
  const startedAt = performance.now()
  const { body } = await listIncidents(pool, organizationId, {
    ...question,
    appUrl: 'https://vedette.example.com',
    now: new Date(),
  })
  const milliseconds = performance.now() - startedAt
  const got = body.toString('latin1').split('"dwellTimeMinutes":').length - 1
  if (got !== question.limit)
    throw new Error(`expected ${question.limit} incidents, got ${got}: ${JSON.stringify(question)}`)
  return milliseconds
}
