// Traces put away: eighty bytes each. As objects they take three times as much, and the engine walks past all of them
// whenever it sweeps up.
import type { Manner } from './manner.ts'
import type { Origin } from './origin.ts'
import type { Particulars, Trace } from './trace.ts'

/** Some traces, in the order they were put away. */
export type Stack = Uint32Array

export interface Shelf {
  put(traces: Trace[]): Stack
  /** As new objects, that share what those put away shared. */
  take(stack: Stack, into: Trace[]): void
}

// Where what is written, in words of four bytes; moments and sums need two.
const AT = 0
const ITEMS = 2
const LASTED = 4
const SPANS = 5
const RECORDS = 6
const ORIGIN = 7
const MANNER = 8
const PARTICULARS = 9
const ID = 10
const SESSION = 14
const FORM = 18
const WORDS = 20

/** What the words of an id or a session mean: two bits for each. */
const NONE = 0
const GUID = 1
const NUMBERED = 2

export function createShelf(): Shelf {
  const origins = createNumbers<Origin>()
  const manners = createNumbers<Manner>()
  const particulars = createNumbers<Particulars>()
  const texts = createNumbers<string>()
  const sessionAt = rememberingGuids()

  function write(words: Uint32Array, at: number, text: string | null): number {
    if (text === null) return NONE
    if (writeGuid(words, at, text)) return GUID
    words[at] = texts.numberOf(text)
    return NUMBERED
  }

  function read(
    words: Uint32Array,
    at: number,
    form: number,
    readGuid: (words: Uint32Array, at: number) => string,
  ): string | null {
    if (form === NONE) return null
    return form === GUID ? readGuid(words, at) : texts.of(words[at]!)
  }

  return {
    put(traces) {
      const words = new Uint32Array(traces.length * WORDS)
      const sums = new Float64Array(words.buffer)
      let at = 0
      for (const trace of traces) {
        sums[(at + AT) / 2] = trace.at
        sums[(at + ITEMS) / 2] = trace.items
        words[at + LASTED] = trace.until - trace.at
        words[at + SPANS] = trace.spans
        words[at + RECORDS] = trace.records
        words[at + ORIGIN] = trace.origin === null ? 0 : origins.numberOf(trace.origin) + 1
        words[at + MANNER] = manners.numberOf(trace.manner)
        words[at + PARTICULARS] = trace.particulars === null ? 0 : particulars.numberOf(trace.particulars) + 1
        const id = write(words, at + ID, trace.id)
        words[at + FORM] = id | (write(words, at + SESSION, trace.session) << 2)
        at += WORDS
      }
      return words
    },
    take(words, into) {
      const sums = new Float64Array(words.buffer)
      for (let at = 0; at < words.length; at += WORDS) {
        const began = sums[(at + AT) / 2]!
        const origin = words[at + ORIGIN]!
        const special = words[at + PARTICULARS]!
        const form = words[at + FORM]!
        into.push({
          id: read(words, at + ID, form & 3, guidAt)!,
          at: began,
          until: began + words[at + LASTED]!,
          spans: words[at + SPANS]! | 0,
          records: words[at + RECORDS]!,
          items: sums[(at + ITEMS) / 2]!,
          session: read(words, at + SESSION, form >> 2, sessionAt),
          origin: origin === 0 ? null : origins.of(origin - 1),
          manner: manners.of(words[at + MANNER]!),
          particulars: special === 0 ? null : particulars.of(special - 1),
        })
      }
    },
  }
}

interface Numbers<T> {
  numberOf(thing: T): number
  of(number: number): T
}

/** Each thing once, and a number for it. */
function createNumbers<T>(): Numbers<T> {
  const numbers = new Map<T, number>()
  const things: T[] = []
  return {
    numberOf(thing) {
      let number = numbers.get(thing)
      if (number === undefined) {
        number = things.push(thing) - 1
        numbers.set(thing, number)
      }
      return number
    },
    of: number => things[number]!,
  }
}

const HYPHEN = 0x2d
const LENGTH = 36
/** Where each of the 32 digits stands. */
const DIGITS = Uint8Array.from(
  [...'00000000-0000-0000-0000-000000000000'].flatMap((sign, place) => (sign === '0' ? [place] : [])),
)
/** Lower case alone: what is read again is what was written. */
const VALUES = Uint8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code)),
)
const NO_DIGIT = 255

/** True where the text is such an id, and is written. */
function writeGuid(words: Uint32Array, at: number, text: string): boolean {
  if (text.length !== LENGTH) return false
  for (const place of [8, 13, 18, 23]) if (text.charCodeAt(place) !== HYPHEN) return false
  for (let word = 0; word < 4; word++) {
    let value = 0
    for (let digit = word * 8; digit < word * 8 + 8; digit++) {
      const code = text.charCodeAt(DIGITS[digit]!)
      const four = code > 255 ? NO_DIGIT : VALUES[code]!
      if (four === NO_DIGIT) return false
      value = (value << 4) | four
    }
    words[at + word] = value
  }
  return true
}

const SIGNS = Buffer.from('0123456789abcdef')
const draft = Buffer.alloc(LENGTH, '-')

function guidAt(words: Uint32Array, at: number): string {
  for (let digit = 0; digit < DIGITS.length; digit++)
    draft[DIGITS[digit]!] = SIGNS[(words[at + (digit >> 3)]! >>> (28 - (digit & 7) * 4)) & 15]!
  return draft.toString('latin1')
}

const RECENT = 256

/** The same, for those that come many times: the ones met last are one text each. */
function rememberingGuids(): typeof guidAt {
  const known = new Uint32Array(RECENT * 4)
  const texts = new Array<string | null>(RECENT).fill(null)
  return (words, at) => {
    const slot = words[at]! % RECENT
    const text = texts[slot]!
    if (text !== null && isSame(known, slot * 4, words, at)) return text
    const made = guidAt(words, at)
    texts[slot] = made
    known.set(words.subarray(at, at + 4), slot * 4)
    return made
  }
}

const isSame = (ones: Uint32Array, one: number, others: Uint32Array, other: number): boolean =>
  ones[one] === others[other] &&
  ones[one + 1] === others[other + 1] &&
  ones[one + 2] === others[other + 2] &&
  ones[one + 3] === others[other + 3]
