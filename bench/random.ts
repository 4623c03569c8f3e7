// Chance that repeats itself: the same seed makes the same dataset.
export interface Random {
  /** From 0, below 1. */
  next(): number
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  /** As likely between 1 and 10 as between 10 and 100. */
  logarithmic(from: number, to: number): number
  shuffle<T>(items: T[]): T[]
  uuid(): string
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => word() / 2 ** 32
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: from => from[below(from.length)]!,
    logarithmic: (from, to) => from * (to / from) ** next(),
    shuffle(items) {
      for (let last = items.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const item = items[last]!
        items[last] = items[other]!
        items[other] = item
      }
      return items
    },
    uuid() {
      const hex = () => word().toString(16).padStart(8, '0')
      const [a, b, c, d] = [hex(), hex(), hex(), hex()]
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
  }
}
