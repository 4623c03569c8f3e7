// When on a day (UTC) something was done, in spans of 45 minutes: a bit each of one small number, added in any order by `|`.
const SPAN = 45 * 60_000
const PER_DAY = 32

export const spanOf = (at: number): number => 1 << (Math.floor(at / SPAN) % PER_DAY)

/** All in which any of these was at work. */
export function spansOf(traces: Iterable<{ spans: number }>): number {
  let all = 0
  for (const { spans } of traces) all |= spans
  return all
}

/** In how many of them both were at work. */
export function inCommon(ones: number, others: number): number {
  let count = 0
  for (let both = ones & others; both !== 0; both &= both - 1) count++
  return count
}

/**
 * How often it was another's turn, at the least, of two that were at work in these spans: who was first within one of them is
 * not known.
 */
export function turnsBetween(ones: number, others: number): number {
  let turns = 0
  let last: 'one' | 'other' | 'either' = 'either'
  for (let place = 0; place < PER_DAY; place++) {
    const [isOnes, isOthers] = [has(ones, place), has(others, place)]
    if (isOnes && isOthers) {
      turns++
      last = last === 'either' ? last : last === 'one' ? 'other' : 'one'
    } else if (isOnes || isOthers) {
      const now = isOnes ? 'one' : 'other'
      if (last !== 'either' && last !== now) turns++
      last = now
    }
  }
  return turns
}

const has = (spans: number, place: number): boolean => (spans & (1 << place)) !== 0
