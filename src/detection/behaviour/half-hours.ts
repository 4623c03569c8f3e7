// In which half-hours of a day (UTC) something was done: a bit each, all in one number, to which more is added in any order.

const HALF_HOUR = 30 * 60_000
const PER_DAY = 48
const BITS = Array.from({ length: PER_DAY }, (_, place) => 2 ** place)
/** Operators on bits take 32 of them: the halves of the day are put together one by one. */
const NOON = 2 ** (PER_DAY / 2)

export const halfHourOf = (at: number): number => BITS[Math.floor(at / HALF_HOUR) % PER_DAY]!

export const eitherOf = (some: number, others: number): number =>
  some === others ? some : (upper(some) | upper(others)) * NOON + (lower(some) | lower(others))

const lower = (halfHours: number): number => halfHours % NOON
const upper = (halfHours: number): number => Math.floor(halfHours / NOON)

/** In how many half-hours both were. */
export const inCommon = (ones: number, others: number): number =>
  BITS.filter(bit => has(ones, bit) && has(others, bit)).length

/**
 * How often it was another's turn, at the least, of two that were at work in these half-hours: who was first within one of
 * them is not known.
 */
export function turnsBetween(ones: number, others: number): number {
  let turns = 0
  let last: 'one' | 'other' | 'either' = 'either'
  for (const bit of BITS) {
    const [isOnes, isOthers] = [has(ones, bit), has(others, bit)]
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

const has = (halfHours: number, bit: number): boolean => Math.floor(halfHours / bit) % 2 === 1
