// Correlations against an evaluator that is too simple to be wrong, with records in any order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correlation, load, run, type Sample } from '../fixtures/trial.ts'
import type { Correlation } from './correlation.ts'

describe('against an evaluator that looks at every window', () => {
  const conditions = fc.constantFrom(
    'gte: 2',
    'gt: 2',
    'lt: 3',
    'lte: 2',
    'eq: 2',
    'neq: 1',
    'gte: 2, lte: 3',
  )
  const records = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 12 }),
      what: fc.constantFrom('a', 'b', 'z'),
      user: fc.constantFrom('x', 'y'),
      v: fc.constantFrom(1, 2, 3),
    }),
    { maxLength: 14 },
  )
  const types = fc.constantFrom(
    'event_count',
    'value_count',
    'temporal',
    'temporal_ordered',
    'value_sum',
    'value_avg',
    'value_max',
    'value_min',
  )

  test('the same firings, in whatever order the records come', () => {
    fc.assert(
      fc.property(types, conditions, records, fc.integer(), (type, condition, list, seed) => {
        const field = type.startsWith('value_') ? 'field: v, ' : ''
        const loaded = load(
          correlation(
            `type: ${type}\nrules: [a, b]\ngroup-by: [user]\ntimespan: 3m\ncondition: {${field}${condition}}`,
          ),
        )
        const expected = naive(loaded.correlations[0]!, list)
        expect(run(loaded, list)).toEqual(expected)
        expect(run(loaded, list, shuffled(list.length, seed))).toEqual(expected)
      }),
      { numRuns: 400 },
    )
  })
})

const shuffled = (length: number, seed: number) =>
  Array.from({ length }, (_, place) => place).sort(
    (one, other) => Math.sin(seed + one * 7.3) - Math.sin(seed + other * 7.3) || one - other,
  )

/** Every window that ends at a record; those not inside another; judged from scratch; joined where they touch. */
function naive(correlation: Correlation, records: Sample[]): string[] {
  const { type, condition } = correlation
  if (condition.kind !== 'bounds') throw new Error('bounds alone')
  const fired: string[] = []
  for (const user of ['x', 'y']) {
    const group = records
      .map(({ at, what, user, v }, place) => ({ at, what, user, v: Number(v), place }))
      .filter(record => record.user === user && 'ab'.includes(record.what))
    const windows = [...new Set(group.map(record => record.at))]
      .sort((one, other) => one - other)
      .map(end => group.filter(record => record.at <= end && record.at >= end - 3))
    const fullest = windows.filter(
      window =>
        !windows.some(
          other => other.length > window.length && window.every(record => other.includes(record)),
        ),
    )
    const measure = (window: typeof group) => {
      const numbers = window.map(record => record.v)
      const sum = numbers.reduce((total, number) => total + number, 0)
      const isInOrder = window.some(a => a.what === 'a' && window.some(b => b.what === 'b' && b.at >= a.at))
      switch (type) {
        case 'event_count':
          return window.length
        case 'value_count':
          return new Set(numbers).size
        case 'temporal':
          return new Set(window.map(record => record.what)).size
        case 'temporal_ordered':
          return isInOrder ? 2 : 1
        case 'value_sum':
          return sum
        case 'value_avg':
          return sum / numbers.length
        case 'value_max':
          return Math.max(...numbers)
        default:
          return Math.min(...numbers)
      }
    }
    const compare: Record<string, (one: number, other: number) => boolean> = {
      gt: (one, other) => one > other,
      gte: (one, other) => one >= other,
      lt: (one, other) => one < other,
      lte: (one, other) => one <= other,
      eq: (one, other) => one === other,
      neq: (one, other) => one !== other,
    }
    let last: Set<number> | null = null
    const bursts: Array<Set<number>> = []
    for (const window of fullest) {
      const value = measure(window)
      if (!condition.bounds.every(bound => compare[bound.operator]!(value, bound.value))) continue
      const places = window.map(record => record.place)
      if (!last || !places.some(place => last!.has(place))) {
        last = new Set<number>()
        bursts.push(last)
      }
      for (const place of places) last.add(place)
    }
    const needsBoth =
      type === 'temporal_ordered' &&
      condition.bounds.some(({ operator, value }) => (operator === 'gte' || operator === 'eq') && value === 2)
    const isPart = (record: (typeof group)[number]) =>
      group.some(other =>
        record.what === 'a'
          ? other.what === 'b' && other.at >= record.at && other.at - record.at <= 3
          : other.what === 'a' && other.at <= record.at && record.at - other.at <= 3,
      )
    for (const burst of bursts) {
      const places = group
        .filter(record => burst.has(record.place) && (!needsBoth || isPart(record)))
        .map(record => record.place)
      fired.push(`it: ${places.sort((one, other) => one - other).join(' ')}`)
    }
  }
  return fired.sort()
}
