// What was found out about a text, kept for when it comes again: logs say the same things over and over.

export interface Memory {
  /** How many texts are kept; beyond, all are forgotten and learnt again. */
  atMost: number
  /** What is longer is somebody's mischief: it is cut, and not kept. */
  longest: number
}

const PLACES = 512

/** The same function, which is asked only once about each text as long as it is remembered. */
export function remembering<T>(find: (text: string) => T, { atMost, longest }: Memory): (text: string) => T {
  const kept = new Map<string, T>()
  // Those met last, each at a place given by a few of its characters. Every record brings fresh copies of texts, and to
  // compare one with another costs far less than to look it up by all its characters.
  const texts = new Array<string | null>(PLACES).fill(null)
  const answers = new Array<T | undefined>(PLACES).fill(undefined)
  return text => {
    const place = placeOf(text)
    if (texts[place] === text) return answers[place] as T
    if (text.length > longest) return find(text.slice(0, longest))
    let answer = kept.get(text)
    if (answer === undefined) {
      answer = find(text)
      if (kept.size >= atMost) kept.clear()
      kept.set(text, answer)
    }
    texts[place] = text
    answers[place] = answer
    return answer
  }
}

function placeOf(text: string): number {
  const { length } = text
  if (length === 0) return 0
  const mixed =
    length * 31 +
    text.charCodeAt(0) * 59 +
    text.charCodeAt(length >> 2) * 17 +
    text.charCodeAt(length >> 1) * 7 +
    text.charCodeAt(length - 1) * 131
  return mixed & (PLACES - 1)
}
