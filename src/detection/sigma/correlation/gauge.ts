// What a correlation measures in its window, kept up to date as records enter and leave.

import { createChains } from './chains.ts'
import { type Correlation, holds } from './correlation.ts'
import { helpersOf, isTrue } from './expression.ts'

/** One match inside a group of a correlation. */
export interface Entry {
  at: number
  /** Which of the correlation's rules matched. */
  member: number
  /** What is counted: the record, or the firing of another correlation. */
  counted: unknown
  /** The values of the condition's field, as text and as numbers. */
  labels: string[]
  numbers: number[]
}

export interface Gauge {
  add(entry: Entry): void
  /** Entries leave in the order in which they came. */
  remove(entry: Entry): void
  /** `from`: where the window begins. */
  isSatisfied(from: number): boolean
  /** Whether an entry of a satisfied window is a reason for it. */
  isReason?(entry: Entry): boolean
}

export function createGauge(correlation: Correlation): Gauge {
  const { type, condition } = correlation
  if (condition.kind === 'expression') return expressionGauge(correlation, condition.expression)
  const { bounds, percentile } = condition
  const satisfies = (value: number) => bounds.every(bound => holds(value, bound))
  switch (type) {
    case 'event_count':
      return tallyGauge(
        entry => [entry.counted],
        tally => satisfies(tally.size),
      )
    case 'value_count':
      return tallyGauge(
        entry => entry.labels,
        tally => satisfies(tally.size),
      )
    case 'temporal':
      return tallyGauge(
        entry => [entry.member],
        tally => satisfies(tally.size),
      )
    case 'temporal_ordered': {
      const chains = createChains(correlation.members.length)
      return {
        add: entry => chains.add(entry.member, entry.at),
        remove: () => {},
        isSatisfied: from => satisfies(chains.longestSince(from)),
      }
    }
    case 'value_sum':
    case 'value_avg':
      return sumGauge((sum, count) => satisfies(type === 'value_sum' ? sum : sum / count))
    case 'value_max':
      return orderGauge(sorted => satisfies(sorted.at(-1)!))
    case 'value_min':
      return orderGauge(sorted => satisfies(sorted[0]!))
    case 'value_median':
      return orderGauge(sorted => satisfies(percentileOf(sorted, 50)))
    case 'value_percentile':
      return percentile === null
        ? shareGauge(satisfies)
        : orderGauge(sorted => satisfies(percentileOf(sorted, percentile)))
  }
}

type Tally = Map<unknown, number>

/** What is down to nought is forgotten. */
function increase<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const now = (counts.get(key) ?? 0) + by
  if (now) counts.set(key, now)
  else counts.delete(key)
}

function tallyGauge(keysOf: (entry: Entry) => unknown[], judge: (tally: Tally) => boolean): Gauge {
  const tally: Tally = new Map()
  return {
    add(entry) {
      for (const key of keysOf(entry)) increase(tally, key, 1)
    },
    remove(entry) {
      for (const key of keysOf(entry)) increase(tally, key, -1)
    },
    isSatisfied: () => judge(tally),
  }
}

/** The share of each value among all, in percent: the specification's "less than 1 % of all the processes". */
function shareGauge(satisfies: (percent: number) => boolean): Gauge {
  const times = new Map<string, number>()
  /** How many values have come so often: there are far fewer counts than values. */
  const valuesWith = new Map<number, number>()
  let total = 0
  const isShare = (count: number) => satisfies((100 * count) / total)
  const count = (labels: string[], by: 1 | -1) => {
    for (const label of labels) {
      const before = times.get(label) ?? 0
      if (before) increase(valuesWith, before, -1)
      if (before + by) increase(valuesWith, before + by, 1)
      increase(times, label, by)
    }
    total += labels.length * by
  }
  return {
    add: entry => count(entry.labels, 1),
    remove: entry => count(entry.labels, -1),
    isSatisfied: () => valuesWith.keys().some(isShare),
    isReason: entry => entry.labels.some(label => isShare(times.get(label) ?? 0)),
  }
}

/** Compensated (Neumaier), so that what has left the window leaves no trace in the sum. */
function sumGauge(judge: (sum: number, count: number) => boolean): Gauge {
  let sum = 0
  let lost = 0
  let count = 0
  const plus = (value: number) => {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return {
    add(entry) {
      for (const number of entry.numbers) plus(number)
      count += entry.numbers.length
    },
    remove(entry) {
      for (const number of entry.numbers) plus(-number)
      count -= entry.numbers.length
      if (!count) sum = lost = 0
    },
    isSatisfied: () => count > 0 && judge(sum + lost, count),
  }
}

function orderGauge(judge: (sorted: number[]) => boolean): Gauge {
  const sorted: number[] = []
  const placeOf = (number: number) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle]! < number) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    add(entry) {
      for (const number of entry.numbers) sorted.splice(placeOf(number), 0, number)
    },
    remove(entry) {
      for (const number of entry.numbers) sorted.splice(placeOf(number), 1)
    },
    isSatisfied: () => sorted.length > 0 && judge(sorted),
  }
}

/** Between the two nearest values by proportion, so that percentile 50 is the median. */
function percentileOf(sorted: number[], percentile: number): number {
  const place = (percentile / 100) * (sorted.length - 1)
  const below = sorted[Math.floor(place)]!
  const above = sorted[Math.ceil(place)]!
  return below + (above - below) * (place - Math.floor(place))
}

function expressionGauge(correlation: Correlation, expression: Parameters<typeof isTrue>[0]): Gauge {
  const { refersTo } = correlation
  const present: number[] = refersTo.map(() => 0)
  const hasMatched = (reference: string) => present[refersTo.indexOf(reference)]! > 0
  const helpers = new Set(helpersOf(expression).map(reference => refersTo.indexOf(reference)))
  const chains = createChains(refersTo.length)
  return {
    add(entry) {
      present[entry.member]!++
      if (helpers.has(entry.member)) chains.add(entry.member, entry.at)
    },
    remove(entry) {
      present[entry.member]!--
    },
    isSatisfied(from) {
      if (!isTrue(expression, hasMatched)) return false
      if (correlation.type === 'temporal') return true
      const helping = [...helpers].filter(member => present[member]! > 0).length
      return chains.longestSince(from) === helping
    },
  }
}
