// Where a record keeps what a rule calls by name: the exact name first, then whatever its case, then the log's own map.

import { areApart, createLook, isShort } from '../matching/looks.ts'
import type { LogSource } from '../rule.ts'
import { satisfies, type Wanted } from '../values/wanted.ts'
import { shapeOfRecord } from './current-record.ts'
import { type FieldMap, fieldMaps, type Reading } from './field-map.ts'
import { classifyRecord } from './log-class.ts'
import { createPath, type Path } from './paths.ts'
import type { Shape } from './shapes.ts'
import { isPlainObject, type Place, type Step, stepsTo, take } from './steps.ts'

export interface FieldReader {
  name: string
  /** In order: the field's own name, then the others. */
  places: Place[]
  /** Values that the log's map gives the field in every record. */
  constants: string[]
  /** Everything the record has under this name; empty when it has nothing. */
  read(record: object): readonly unknown[]
  /** Goes through the same, and no further than to the first that is wanted. Whether there was one. */
  some(record: object, isWanted: (found: unknown) => boolean): boolean
  /**
   * For records of one shape: true when one of the values is wanted; looks no further than it must. Null when such
   * records have nothing under this name.
   */
  someIn(shape: Shape, wanted: Wanted): ((record: object) => boolean) | null
  /** How many places records of the shape have for the field; null where one of them does not tell by itself. */
  waysIn(shape: Shape): number | null
  /** The same field, asking only where the wanted words can come from. */
  restrict(canMean: (reading: Reading) => boolean): FieldReader
}

/** Azure Monitor and audit log queries wrap the record that rules speak of. */
const wrappers = ['properties', 'auditData']

const readers = new Map<string, FieldReader>()

export function readerFor(field: string, logsource?: LogSource): FieldReader {
  const key = `${mapKey(logsource)}\n${field}`
  let reader = readers.get(key)
  if (reader === undefined) {
    reader = createReader(field, mapFor(logsource))
    // Field names come from rules, and rules come and go while a service runs.
    if (readers.size > 20_000) readers.clear()
    readers.set(key, reader)
  }
  return reader
}

function mapKey(logsource: LogSource | undefined): string {
  return logsource === undefined ? '' : `${logsource.product ?? ''}/${logsource.service ?? ''}`.toLowerCase()
}

/** Whether there is a map of where its forms keep the fields. */
export const isKnownLog = (logsource: LogSource | undefined): boolean => mapFor(logsource) !== undefined

function mapFor(logsource: LogSource | undefined): FieldMap | undefined {
  const key = mapKey(logsource)
  if (Object.hasOwn(fieldMaps, key)) return fieldMaps[key]
  return key.endsWith('/') ? fieldMaps[key.slice(0, -1)] : undefined
}

function createReader(field: string, map: FieldMap | undefined): FieldReader {
  const own = createPath(field)
  if (map === undefined)
    return readerOf(field, own, [{ path: own, reading: null, isInsideOnly: false }], [], false)
  const wrapper = wrappers.find(each => field.toLowerCase().startsWith(`${each.toLowerCase()}.`))
  const bare = wrapper === undefined ? field : field.slice(wrapper.length + 1)
  const readings = Object.hasOwn(map, bare.toLowerCase()) ? map[bare.toLowerCase()]! : []
  const isInside = readings.some(
    reading => typeof reading === 'string' && reading.toLowerCase().startsWith(`${bare.toLowerCase()}.`),
  )
  const places: Place[] = [{ path: own, reading: null, isInsideOnly: isInside }]
  const add = (name: string, reading: Reading | null) => {
    const isInsideOnly = isInside && name.toLowerCase() === bare.toLowerCase()
    for (const at of [name, ...wrappers.map(each => `${each}.${name}`)]) {
      const isKnown = places.some(
        place => place.path.name.toLowerCase() === at.toLowerCase() && place.reading === reading,
      )
      if (!isKnown) places.push({ path: createPath(at), reading, isInsideOnly })
    }
  }
  add(bare, null)
  const constants: string[] = []
  for (const reading of readings) {
    if (typeof reading === 'string') add(reading, null)
    else if ('always' in reading) constants.push(reading.always)
    else add(reading.at, reading)
  }
  return readerOf(field, own, places, constants, true)
}

interface Plan {
  exact: Step[]
  others: Step[]
  /** The steps, where each can be taken by itself; null where what one finds decides about another. */
  simple: Step[] | null
}

const nothing: readonly unknown[] = []
const mostPlans = 2000

function readerOf(
  name: string,
  own: Path,
  places: Place[],
  constants: string[],
  isKnownLog: boolean,
): FieldReader {
  const plans = new Map<Shape, Plan>()
  /** The map may have other words for what stands under the very name. */
  const hasOtherWords = places.some(
    ({ path, reading }) => reading !== null && path.name.toLowerCase() === own.name.toLowerCase(),
  )
  let lastShape: Shape | null = null
  let lastPlan: Plan | null = null

  function planFor(shape: Shape): Plan {
    if (shape === lastShape) return lastPlan!
    let plan = plans.get(shape)
    if (plan === undefined) {
      if (plans.size > mostPlans) plans.clear()
      const exact = stepsTo(places[0]!, shape, true)
      const others = places.flatMap(place => stepsTo(place, shape, false))
      plan = { exact, others, simple: simpleSteps(exact, others) }
      plans.set(shape, plan)
    }
    lastShape = shape
    lastPlan = plan
    return plan
  }

  function read(record: object): readonly unknown[] {
    const found: unknown[] = []
    // Never satisfied, so that nothing is left out.
    some(record, value => {
      found.push(value)
      return false
    })
    return found.length === 0 ? nothing : found
  }

  const some = (record: object, isWanted: (found: unknown) => boolean): boolean =>
    visit(record, planFor(shapeOfRecord(record)), isWanted)

  function visit(record: object, { exact, others }: Plan, isWanted: (found: unknown) => boolean): boolean {
    let hasExact = false
    let isSettled = false
    if (exact.length === 1 && exact[0]!.isLast) {
      const value = (record as Record<string, unknown>)[exact[0]!.key]
      if (value !== undefined && !(places[0]!.isInsideOnly && isPlainObject(value))) {
        if (isWanted(value)) return true
        hasExact = true
        isSettled = !isKnownLog || isFinal(value, record)
      }
    } else if (exact.length > 0) {
      const found: unknown[] = []
      for (let i = 0; i < exact.length && found.length === 0; i++) take(record, exact[i]!, true, found)
      for (const value of found) if (isWanted(value)) return true
      hasExact = found.length > 0
      isSettled = hasExact && (!isKnownLog || found.every(value => isFinal(value, record)))
    }
    if (isSettled && !hasOtherWords) return false
    let done: Place | null = null
    for (let i = 0; i < others.length; i++) {
      const step = others[i]!
      const { place } = step
      if (isSettled && (place.reading === null || place.path.name.toLowerCase() !== own.name.toLowerCase()))
        continue
      // A place may be entered by several keys; and the exact name is one place with the name in any case.
      if (place === done || (hasExact && place.path === own)) continue
      if (step.isLast && place.reading === null && !place.isInsideOnly) {
        const value = (record as Record<string, unknown>)[step.key]
        if (value === undefined) continue
        done = place
        if (isWanted(value)) return true
        continue
      }
      const found: unknown[] = []
      take(record, step, false, found)
      if (found.length > 0) done = place
      for (let n = 0; n < found.length; n++) if (isWanted(found[n])) return true
    }
    if (!isSettled) for (const value of constants) if (isWanted(value)) return true
    return false
  }

  function someIn(shape: Shape, wanted: Wanted): ((record: object) => boolean) | null {
    const plan = planFor(shape)
    const atLength = (record: object) => visit(record, plan, found => satisfies(wanted, found, record))
    if (plan.simple === null) return atLength
    if (plan.simple.length === 0) return null
    const looks = plan.simple.map(step => createLook(step, wanted))
    const [look] = looks
    if (looks.length === 1) return record => look!(record) ?? atLength(record)
    return record => {
      for (let i = 0; i < looks.length; i++) {
        const isFound = looks[i]!(record)
        if (isFound === null) return atLength(record)
        if (isFound) return true
      }
      return false
    }
  }

  function simpleSteps(exact: Step[], others: Step[]): Step[] | null {
    const rest = exact.length === 0 ? others : others.filter(({ place }) => place.path !== own)
    const steps = [...exact, ...rest]
    if (constants.length > 0 || !areApart(steps) || !steps.every(isShort)) return null
    return exact.length === 0 || rest.length === 0 ? steps : null
  }

  const restricted = new Map<string, FieldReader>()

  function restrict(canMean: (reading: Reading) => boolean): FieldReader {
    const kept = places.filter(place => place.reading === null || canMean(place.reading))
    if (kept.length === places.length) return reader
    const key = kept.map(place => places.indexOf(place)).join()
    const known = restricted.get(key)
    if (known !== undefined) return known
    const narrower = readerOf(name, own, kept, constants, isKnownLog)
    restricted.set(key, narrower)
    return narrower
  }

  const reader: FieldReader = {
    name,
    places,
    constants,
    read,
    some,
    someIn,
    waysIn(shape) {
      const { exact, others, simple } = planFor(shape)
      if (simple === null || !exact.every(({ isLast }) => isLast)) return null
      // Beside the exact name there may be others that are the same but for their case: they count only without it.
      const isAlone =
        exact.length === 0 || others.filter(({ place }) => place.path === own).length === exact.length
      return isAlone ? simple.length : null
    },
    restrict,
  }
  return reader
}

/**
 * Other names are asked although the exact one is there when it holds nothing, or something nested (Graph's `status` is
 * an object where rules speak of a word); and in records that are known to be of one of the mapped logs, which may use a
 * rule's word for something else (`category` of Azure Monitor's envelope, `OperationName` of Log Analytics).
 */
function isFinal(exact: unknown, record: object): boolean {
  if (exact === '' || typeof exact === 'object') return false
  const wrapped = (record as Record<string, unknown>).properties
  if (typeof wrapped === 'object' && wrapped !== null) return false
  return classifyRecord(record, shapeOfRecord(record)) === 'unknown'
}
