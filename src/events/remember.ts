// What was found out about a text, kept for when it comes again: logs say the same things over and over.

export interface Memory {
  /** How many texts are kept; beyond, all are forgotten and learnt again. */
  atMost: number
  /** What is longer is somebody's mischief: it is cut, and not kept. */
  longest: number
}

const PLACES = 512

interface Known<T> {
  text: string
  answer: T
}

/** The same function, which is asked only once about each text as long as it is remembered. */
export function remembering<T>(find: (text: string) => T, { atMost, longest }: Memory): (text: string) => T {
  const kept = new Map<string, Known<T>>()
  // Those met last, each at a place given by a few of its characters. Every record brings fresh copies of texts, and to
  // compare one with another costs far less than to look it up by all its characters. The first copy stands for all.
  const recent = new Array<Known<T> | null>(PLACES).fill(null)
  return text => {
    const place = placeOf(text)
    const last = recent[place]!
    if (last !== null && last.text === text) return last.answer
    if (text.length > longest) return find(text.slice(0, longest))
    let known = kept.get(text)
    if (known === undefined) {
      known = { text, answer: find(text) }
      if (kept.size >= atMost) kept.clear()
      kept.set(text, known)
    }
    recent[place] = known
    return known.answer
  }
}

/** Whether a text is as an expression has it. What a log says in a field of its own is one of a few words. */
export const saying = (
  expression: RegExp,
  memory: Memory = { atMost: 1000, longest: 1000 },
): ((text: string) => boolean) => remembering(text => expression.test(text), memory)

/** In an id one of them is the eighth digit, in which the applications of Microsoft differ. */
function placeOf(text: string): number {
  const { length } = text
  if (length === 0) return 0
  const mixed =
    length * 31 +
    text.charCodeAt(0) * 59 +
    text.charCodeAt((length * 13) >> 6) * 17 +
    text.charCodeAt(length >> 1) * 7 +
    text.charCodeAt(length - 1) * 131
  return mixed & (PLACES - 1)
}
