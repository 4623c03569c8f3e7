// From a place that a rule's field may be at to the values that records of one shape have there.
import type { Reading } from './field-map.ts'
import { collect, type Path } from './paths.ts'
import { interpret } from './readings.ts'
import type { Shape } from './shapes.ts'

/** A place to look, and what to make of what is found there. */
export interface Place {
  path: Path
  reading: Reading | null
  /** The map tells where inside an object to look, so the object as a whole is no value. */
  isInsideOnly: boolean
}

/** Where a path enters objects of one shape. */
export interface Step {
  key: string
  place: Place
  from: number
  isLast: boolean
}

export function stepsTo(place: Place, shape: Shape, isExact: boolean): Step[] {
  const names = place.path.joined[0]!
  const steps: Step[] = []
  for (let n = names.length - 1; n >= 0; n--) {
    const name = names[n]!
    const key = isExact ? (shape.has(name) ? name : undefined) : shape.spelling(name)
    if (key !== undefined) steps.push({ key, place, from: n + 1, isLast: n === names.length - 1 })
  }
  return steps
}

/** Adds what the record has there. */
export function take(
  record: object,
  { key, place, from, isLast }: Step,
  isExact: boolean,
  found: unknown[],
): void {
  const value = (record as Record<string, unknown>)[key]
  if (value === undefined) return
  if (place.reading === null && !place.isInsideOnly) {
    if (isLast) found.push(value)
    else collect(value, place.path, found, isExact, from)
    return
  }
  if (isLast) {
    offer(value, place, found)
    return
  }
  const raw: unknown[] = []
  collect(value, place.path, raw, isExact, from)
  for (let i = 0; i < raw.length; i++) offer(raw[i], place, found)
}

/** Adds what the value means in the words of rules. */
export function offer(value: unknown, { reading, isInsideOnly }: Place, found: unknown[]): void {
  if (isInsideOnly && isPlainObject(value)) return
  if (reading === null) found.push(value)
  else interpret(value, reading, found)
}

export function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
