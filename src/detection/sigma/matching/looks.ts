// The quick way along a step: whether what records of one shape have there satisfies, without gathering it first.
import { unquote } from '../fields/paths.ts'
import { type Shape, shapeNear } from '../fields/shapes.ts'
import { offer, type Place, type Step } from '../fields/steps.ts'
import { matchesAny, satisfies, type Wanted } from '../values/wanted.ts'

/** A place that is entered by two keys has its value in the first of them that has one. */
export const areApart = (steps: Step[]) => new Set(steps.map(({ place }) => place)).size === steps.length

/** To a value of the record, or one name further. */
export const isShort = ({ place: { path }, from, isLast }: Step) =>
  isLast || (from === path.segments.length - 1 && Number.isNaN(path.numbers[from]))

export type Look = (record: object) => boolean | null

/** Whether what a step finds is wanted; null where it meets something that has to be gone into at length. */
export function createLook({ key, place, from, isLast }: Step, wanted: Wanted): Look {
  const { matches, seesJson } = wanted
  const isPlain = place.reading === null && !place.isInsideOnly
  if (isLast && isPlain)
    return record => {
      const value = (record as Record<string, unknown>)[key]
      if (typeof value !== 'object') return value !== undefined && matches(value, record)
      return matchesAny(value, matches, record, seesJson)
    }
  const isWanted: IsWanted = isPlain
    ? (value, record) => satisfies(wanted, value, record)
    : (value, record) => meansWanted(wanted, place, value, record)
  if (isLast)
    return record => {
      const value = (record as Record<string, unknown>)[key]
      return value !== undefined && isWanted(value, record)
    }
  const inside = createInside(place.path.segments[from]!, isWanted)
  return record => inside((record as Record<string, unknown>)[key], record)
}

type IsWanted = (value: unknown, record: object) => boolean

function meansWanted(wanted: Wanted, place: Place, value: unknown, record: object): boolean {
  const found: unknown[] = []
  offer(value, place, found)
  for (let i = 0; i < found.length; i++) if (satisfies(wanted, found[i], record)) return true
  return false
}

/** One name further into an object, or into a list of { Name, Value }. */
function createInside(name: string, isWanted: IsWanted): (value: unknown, record: object) => boolean | null {
  const lower = name.toLowerCase()
  let lastShape: Shape | null = null
  let lastKey: string | undefined
  function keyIn(object: object): string | undefined {
    const shape = shapeNear(lastShape, object)
    if (shape !== lastShape) {
      lastShape = shape
      lastKey = shape.spelling(name)
    }
    return lastKey
  }
  return (value, record) => {
    if (typeof value !== 'object') return value === undefined || typeof value === 'string' ? null : false
    if (value === null) return false
    if (!Array.isArray(value)) {
      const key = keyIn(value)
      if (key === undefined) return false
      const found = (value as Record<string, unknown>)[key]
      return found !== undefined && isWanted(found, record)
    }
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i]
      if (typeof item !== 'object' || item === null || Array.isArray(item)) return null
      if (keyIn(item) !== undefined) return null
      const { named } = lastShape!
      if (named === null) continue
      const itsName = named.nameOf(item)
      if (typeof itsName !== 'string' || itsName.length !== lower.length || itsName.toLowerCase() !== lower)
        continue
      const found = unquote(named.valueOf(item))
      if (found !== undefined && isWanted(found, record)) return true
    }
    return false
  }
}
