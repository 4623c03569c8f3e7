// Which names on the map have room: where places lie close together, those that come first are named. All are in the
// table below the map.

export interface Label {
  key: string
  words: string
  /** Where the words begin (or end, for 'end'), and their baseline. */
  x: number
  y: number
  anchor: 'start' | 'end'
}

/** A letter is about as wide as six tenths of its height. */
const LETTER = 0.6

export function labelsWithRoom(labels: Label[], fontSize: number): Set<string> {
  const taken: { left: number; right: number; top: number; bottom: number }[] = []
  const shown = new Set<string>()
  for (const { key, words, x, y, anchor } of labels) {
    const width = words.length * fontSize * LETTER
    const left = anchor === 'start' ? x : x - width
    const box = { left, right: left + width, top: y - fontSize, bottom: y + fontSize / 4 }
    const isFree = taken.every(
      other =>
        box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
    )
    if (!isFree) continue
    taken.push(box)
    shown.add(key)
  }
  return shown
}
