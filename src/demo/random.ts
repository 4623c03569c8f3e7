// Chance that can be told again: the same words always give the same numbers.
import { createHash } from 'node:crypto'

export interface Random {
  /** A number from 0 up to, not including, 1. */
  fraction(): number
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** A number between the ends, small ones as likely by order of magnitude as large ones. */
  lopsided(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  uuid(): string
  /** A stream of its own, so that drawing more here shifts nothing there. */
  branch(...words: (string | number)[]): Random
}

export function randomFrom(...path: (string | number)[]): Random {
  const next = sfc32(createHash('sha256').update(JSON.stringify(path)).digest())
  const fraction = () => next() / 2 ** 32
  const below = (bound: number) => Math.floor(fraction() * bound)
  return {
    fraction,
    below,
    between: (least, most) => least + below(most - least + 1),
    lopsided: (least, most) => least * (most / least) ** fraction(),
    chance: probability => fraction() < probability,
    pick: values => values[below(values.length)]!,
    uuid: () => asUuid(Array.from({ length: 4 }, () => next().toString(16).padStart(8, '0')).join('')),
    branch: (...words) => randomFrom(...path, ...words),
  }
}

function asUuid(hex: string): string {
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-')
}

/** Chris Doty-Humphrey's small fast counting generator: 32 bits at a time. */
function sfc32(seed: Buffer): () => number {
  let [a, b, c, counter] = [0, 4, 8, 12].map(offset => seed.readInt32LE(offset)) as [
    number,
    number,
    number,
    number,
  ]
  return () => {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return result >>> 0
  }
}
