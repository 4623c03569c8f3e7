// Two servers measured side by side, in turns: what disturbs the machine disturbs both.
import type { LoadResult } from './load-types.ts'

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const lowerQuartile = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)]!

export interface SideBySide {
  service: LoadResult[]
  yardstick: LoadResult[]
}

export async function sideBySide(
  rounds: number,
  service: (round: number) => Promise<LoadResult>,
  yardstick: (round: number) => Promise<LoadResult>,
): Promise<SideBySide> {
  const results: SideBySide = { service: [], yardstick: [] }
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const mine = await service(round)
    const theirs = await yardstick(round)
    if (round === 0) continue
    results.service.push(mine)
    results.yardstick.push(theirs)
  }
  return results
}

export const medianOf = (results: LoadResult[], figure: (result: LoadResult) => number) =>
  median(results.map(figure))

/** The median of the rounds' ratios. */
export const ratioOf = ({ service, yardstick }: SideBySide, figure: (result: LoadResult) => number) =>
  median(service.map((result, round) => figure(result) / figure(yardstick[round]!)))
