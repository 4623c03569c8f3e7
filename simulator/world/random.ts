// Chance that can be repeated: streams of numbers named by what they are for, so that any day can be made alone.

const hex: string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A 32-bit mix of a running hash with one more word. */
function mix(hash: number, word: number): number {
  let h = Math.imul(hash ^ word, 0x9e3779b1)
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca77)
  h ^= h >>> 13
  return h >>> 0
}

function wordOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** A name for a stream: two words, so that millions of names do not meet. */
export interface Seed {
  a: number
  b: number
}

export function seedFrom(number: number): Seed {
  return { a: mix(0x243f6a88, number >>> 0), b: mix(0x13198a2e, Math.floor(number / 2 ** 32) ^ number) }
}

/** The seed of a part of something: seedOf(person, 'day', 20_415). */
export function seedOf(whole: Seed, ...parts: (string | number)[]): Seed {
  let { a, b } = whole
  for (const part of parts) {
    const word = typeof part === 'string' ? wordOf(part) : part | 0
    a = mix(a, word)
    b = mix(b, word ^ a)
  }
  return { a, b }
}

export function random(whole: Seed, ...parts: (string | number)[]): Random {
  return new Random(seedOf(whole, ...parts))
}

/** Small fast counting generator (sfc32): enough for a story, not for secrets. */
export class Random {
  #a: number
  #b: number
  #c = 0x9b05688c
  #counter = 1

  constructor(seed: Seed) {
    this.#a = seed.a
    this.#b = seed.b
    for (let i = 0; i < 10; i++) this.word()
  }

  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** 0 ≤ x < 1 */
  next(): number {
    return this.word() / 0x100000000
  }

  chance(probability: number): boolean {
    return this.word() < probability * 0x100000000
  }

  /** A whole number, both bounds included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }

  /** One of several, the heavier the likelier. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let total = 0
    for (const [, weight] of choices) total += weight
    let at = this.next() * total
    for (const [choice, weight] of choices) {
      at -= weight
      if (at < 0) return choice
    }
    return choices[choices.length - 1]![0]
  }

  /** About normal (sum of four), within three deviations. */
  normal(mean: number, deviation: number): number {
    return mean + (this.next() + this.next() + this.next() + this.next() - 2) * 1.732 * deviation
  }

  /** How often something of this rate happens. */
  count(rate: number): number {
    if (rate <= 0) return 0
    if (rate > 30) return Math.max(0, Math.round(this.normal(rate, Math.sqrt(rate))))
    const limit = Math.exp(-rate)
    let product = this.next()
    let n = 0
    while (product > limit) {
      n++
      product *= this.next()
    }
    return n
  }

  /** A waiting time of this mean. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }

  guid(): string {
    const a = this.word()
    const b = this.word()
    const c = this.word()
    const d = this.word()
    return (
      hex[a >>> 24]! +
      hex[(a >>> 16) & 255]! +
      hex[(a >>> 8) & 255]! +
      hex[a & 255]! +
      '-' +
      hex[b >>> 24]! +
      hex[(b >>> 16) & 255]! +
      '-' +
      hex[((b >>> 8) & 15) | 64]! +
      hex[b & 255]! +
      '-' +
      hex[((c >>> 24) & 63) | 128]! +
      hex[(c >>> 16) & 255]! +
      '-' +
      hex[(c >>> 8) & 255]! +
      hex[c & 255]! +
      hex[d >>> 24]! +
      hex[(d >>> 16) & 255]! +
      hex[(d >>> 8) & 255]! +
      hex[d & 255]!
    )
  }

  /** Lower-case hexadecimal digits, eight for each word. */
  hex(words: number): string {
    let text = ''
    for (let i = 0; i < words; i++) {
      const word = this.word()
      text += hex[word >>> 24]! + hex[(word >>> 16) & 255]! + hex[(word >>> 8) & 255]! + hex[word & 255]!
    }
    return text
  }

  shuffled<T>(list: readonly T[]): T[] {
    const out = [...list]
    for (let i = out.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1))
      const kept = out[i]!
      out[i] = out[j]!
      out[j] = kept
    }
    return out
  }
}
