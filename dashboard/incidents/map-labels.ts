// Where the names stand on the map: each at its own mark, on whichever side nobody takes it for another's. Where places lie
// close together, those that come first are named; all are in the table below the map.

export interface Mark {
  key: string
  words: string
  x: number
  y: number
  /** Where its name stands by preference: two marks may lie on each other. */
  prefers: 'above' | 'below'
}

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
/** From the middle of a mark to its name. */
const GAP = 13
/** So much farther from every other mark than from its own, a name is beyond doubt. */
const BEYOND_DOUBT = 12

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export function placeLabels(
  marks: Mark[],
  { width, fontSize }: { width: number; fontSize: number },
): Label[] {
  const taken: Box[] = []
  return marks.flatMap(mark => {
    const [best] = sidesOf(mark, { width, fontSize })
      .map(label => ({ label, box: boxOf(label, fontSize) }))
      .filter(({ box }) => box.left >= 0 && box.right <= width && !taken.some(other => isOver(box, other)))
      .map(each => ({ ...each, lead: leadOf(mark, each.box, marks) }))
      .filter(({ lead }) => lead >= 0)
      .sort((a, b) => b.lead - a.lead)
    if (!best) return []
    taken.push(best.box)
    return [best.label]
  })
}

/** Towards the middle first, where there is room. */
function sidesOf(
  { key, words, x, y, prefers }: Mark,
  { width, fontSize }: { width: number; fontSize: number },
): Label[] {
  const right = { x: x + GAP, anchor: 'start' as const }
  const left = { x: x - GAP, anchor: 'end' as const }
  const above = y - 2 - fontSize / 4
  const below = y + 1 + fontSize
  return (prefers === 'above' ? [above, below] : [below, above]).flatMap(baseline =>
    (x < width / 2 ? [right, left] : [left, right]).map(side => ({ key, words, ...side, y: baseline })),
  )
}

function boxOf({ words, x, y, anchor }: Label, fontSize: number): Box {
  const width = words.length * fontSize * LETTER
  const left = anchor === 'start' ? x : x - width
  return { left, right: left + width, top: y - fontSize, bottom: y + fontSize / 4 }
}

const isOver = (box: Box, other: Box) =>
  box.right >= other.left && box.left <= other.right && box.bottom >= other.top && box.top <= other.bottom

/** How much nearer a name is to its own mark than to the nearest other one; below 0 it would pass for that one's. */
function leadOf(own: Mark, box: Box, marks: Mark[]): number {
  const others = marks.filter(mark => mark !== own).map(mark => distance(mark, box))
  return Math.min(BEYOND_DOUBT, ...others.map(other => other - distance(own, box)))
}

const distance = ({ x, y }: Mark, { left, right, top, bottom }: Box) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
