// Matches of several rules in the order of the rules: how long such chains are, and which matches are part of them.
import type { Correlation } from './correlation.ts'

/**
 * How many of the rules have matched in their order. For each length and last rule only the latest possible beginning
 * is kept: whether such a chain lies within the window is then a comparison, and nothing has to be taken out again.
 * Entries come by moment and, within one, by rule: what happened at the same moment counts as in order.
 */
export function createChains(rules: number) {
  const latest = Array.from({ length: rules }, () => new Array<number>(rules).fill(Number.NEGATIVE_INFINITY))
  return {
    /** Gives back the latest beginning of a chain that ends with this one, for each length. */
    add(rule: number, at: number): number[] {
      const begins = [at]
      for (let length = rule; length > 0; length--) {
        let begin = Number.NEGATIVE_INFINITY
        for (let before = 0; before < rule; before++) begin = Math.max(begin, latest[length - 1]![before]!)
        latest[length]![rule] = Math.max(latest[length]![rule]!, begin)
        begins[length] = begin
      }
      latest[0]![rule] = at
      return begins
    },
    longestSince(from: number): number {
      for (let length = rules; length > 0; length--)
        if (latest[length - 1]!.some(begin => begin >= from)) return length
      return 0
    },
  }
}

/**
 * Where rules must come in order: which entries are part of a chain that is long enough, within the span. The others
 * stand in the window by chance. Null where none is asked for.
 */
export function inChains(
  { type, condition, members, timespanMs }: Correlation,
  entries: { at: number; member: number }[],
): boolean[] | null {
  if (type !== 'temporal_ordered' || condition.kind !== 'bounds') return null
  const least = Math.max(...condition.bounds.map(leastOf))
  if (least < 2) return null
  const rules = members.length
  const forwards = createChains(rules)
  // Seen from their end, chains are chains of the rules in reverse, and time runs backwards.
  const backwards = createChains(rules)
  const begins = entries.map(({ member, at }) => forwards.add(member, at))
  const takesPart = new Array<boolean>(entries.length)
  for (let place = entries.length - 1; place >= 0; place--) {
    const { member, at } = entries[place]!
    const ends = backwards.add(rules - 1 - member, -at)
    takesPart[place] = begins[place]!.some((begin, before) =>
      ends.some((end, after) => before + after + 1 >= least && -end - begin <= timespanMs),
    )
  }
  return takesPart
}

const leastOf = ({ operator, value }: { operator: string; value: number }): number =>
  operator === 'gte' || operator === 'eq' ? value : operator === 'gt' ? value + 1 : 0
