// What a few characters of a text tell before all of it is looked at. Every record brings fresh copies of texts, and to
// look one up by all its characters costs more than most questions that are asked of it.

/** 1 where a wanted text, its case folded, could have these first and last characters. */
export type Ends = Uint8Array

const END_PLACES = 1024

export function endsOf(folded: Iterable<string>): Ends {
  const ends = new Uint8Array(END_PLACES + 1)
  // Where what is not ASCII stands, which case folds in many ways: not told apart here.
  ends[END_PLACES] = 1
  for (const text of folded) ends[endPlace(text)] = 1
  return ends
}

/** False when none of the wanted texts is this one, whatever its case. */
export const couldEndSo = (ends: Ends, text: string): boolean => ends[endPlace(text)] === 1

function endPlace(text: string): number {
  if (text.length === 0) return END_PLACES
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  if (first > 127 || last > 127) return END_PLACES
  // Letters differ from their capitals by this bit; other characters that it makes one only let more through.
  return ((first | 32) * 7 + (last | 32) * 131) & (END_PLACES - 1)
}

/** The texts met last, each at a place given by its length and three characters; and beside it what was found for it. */
export type Recent<T> = (string | T | null)[]

const RECENT_PLACES = 256

export function newRecent<T>(): Recent<T> {
  return Array.from({ length: RECENT_PLACES * 2 }, (_, place) => (place % 2 === 0 ? '' : null))
}

/** Of the text; what was found for it comes next, null as long as the place is empty. */
export function recentPlace(text: string): number {
  const { length } = text
  if (length === 0) return 0
  const mixed =
    length * 31 +
    text.charCodeAt(length >> 2) * 17 +
    text.charCodeAt(length >> 1) * 7 +
    text.charCodeAt(length - 1) * 131
  return (mixed & (RECENT_PLACES - 1)) * 2
}
