// Slides a correlation's window over one group and finds where its condition holds (see correlation.ts for the rules).

import { inChains } from './chains.ts'
import type { Correlation } from './correlation.ts'
import { hasNot } from './expression.ts'
import { createGauge, type Entry, type Gauge } from './gauge.ts'

/** Places of entries, both included. */
interface Stretch {
  from: number
  to: number
}

export interface Burst<E> extends Stretch {
  /** The entries that made it fire, in order. */
  reasons: E[]
}

export interface Found<E> {
  bursts: Burst<E>[]
  /** For correlations of correlations: each moment at which the condition held, with its window, and in which burst. */
  moments: Array<Stretch & { burst: number }>
}

/**
 * `entries` by moment and, within one, by rule. Conditions that another record can unmake are not judged on windows
 * that can still fill (those that end after `settledBefore`), nor on those that have lost entries (`isCutUpTo`).
 */
export function findBursts<E extends Entry>(
  correlation: Correlation,
  entries: E[],
  {
    settledBefore = Number.POSITIVE_INFINITY,
    isCutUpTo = Number.NEGATIVE_INFINITY,
  }: { settledBefore?: number; isCutUpTo?: number } = {},
): Found<E> {
  const { timespanMs } = correlation
  const gauge = createGauge(correlation)
  const growsOnly = canOnlyGrow(correlation, entries)
  const found: Found<E> = { bursts: [], moments: [] }
  const chosen: Array<Set<E>> = []
  let from = 0
  for (let to = 0; to < entries.length; to++) {
    const entry = entries[to]!
    gauge.add(entry)
    const nextAt = entries[to + 1]?.at
    if (nextAt === entry.at) continue
    for (; entries[from]!.at < entry.at - timespanMs; from++) gauge.remove(entries[from]!)
    const isFullest = nextAt === undefined || entries[from]!.at < nextAt - timespanMs
    if (!isFullest && !growsOnly) continue
    const begin = entry.at - timespanMs
    const isWhole = begin > isCutUpTo && entries[from]!.at + timespanMs < settledBefore
    const isSatisfied = (growsOnly || isWhole) && gauge.isSatisfied(begin)
    if (isSatisfied) {
      const last = found.bursts.at(-1)
      if (last && from <= last.to) last.to = to
      else {
        found.bursts.push({ from, to, reasons: [] })
        chosen.push(new Set())
      }
      found.moments.push({ from, to, burst: found.bursts.length - 1 })
      if (gauge.isReason) choose(chosen.at(-1)!, entries, from, to, gauge)
    }
  }
  const takesPart = inChains(correlation, entries)
  found.bursts.forEach((burst, place) => {
    const stretch = entries.slice(burst.from, burst.to + 1)
    burst.reasons = gauge.isReason
      ? stretch.filter(entry => chosen[place]!.has(entry))
      : stretch.filter((_, offset) => !takesPart || takesPart[burst.from + offset])
  })
  return found
}

function choose<E extends Entry>(chosen: Set<E>, entries: E[], from: number, to: number, gauge: Gauge) {
  for (let place = from; place <= to; place++)
    if (gauge.isReason!(entries[place]!)) chosen.add(entries[place]!)
}

/** Whether a window that satisfies the condition still does so when more records come into it. */
function canOnlyGrow({ type, condition }: Correlation, entries: Entry[]): boolean {
  if (condition.kind === 'expression') return type === 'temporal' && !hasNot(condition.expression)
  const asksFor = (...operators: string[]) =>
    condition.bounds.every(({ operator }) => operators.includes(operator))
  switch (type) {
    case 'event_count':
    case 'value_count':
    case 'temporal':
    case 'temporal_ordered':
    case 'value_max':
      return asksFor('gt', 'gte')
    case 'value_min':
      return asksFor('lt', 'lte')
    case 'value_sum':
      return asksFor('gt', 'gte') && entries.every(entry => entry.numbers.every(number => number >= 0))
    default:
      return false
  }
}
