// Where a record keeps what a rule calls by name: the exact name first, then whatever its case, then the log's own map.
import { type FieldMap, fieldMaps, type Reading } from './field-map.ts'
import { classifyRecord } from './log-class.ts'
import { collect, createPath, type Path } from './paths.ts'
import { interpret } from './readings.ts'
import type { LogSource } from './rule.ts'
import { type Shape, shapeOf } from './shapes.ts'

/** A place to look, and what to make of what is found there. */
export interface Place {
  path: Path
  reading: Reading | null
  /** The map tells where inside an object to look, so the object as a whole is no value. */
  isInsideOnly: boolean
}

export interface FieldReader {
  name: string
  /** In order: the field's own name, then the others. */
  places: Place[]
  /** Values that the log's map gives the field in every record. */
  constants: string[]
  /** Everything the record has under this name; empty when it has nothing. */
  read(record: object): readonly unknown[]
  /** True when one of the values satisfies; looks no further than it must. */
  some(record: object, satisfies: (found: unknown, record: object) => boolean): boolean
  /** The same field, asking only where the wanted words can come from. */
  restrict(canMean: (reading: Reading) => boolean): FieldReader
}

/** Azure Monitor and audit log queries wrap the record that rules speak of. */
const wrappers = ['properties', 'auditData']

/** The value a record has for a rule's field, the first of several; undefined when it has none. */
export function readField(record: object, field: string, logsource?: LogSource): unknown {
  return readerFor(field, logsource).read(record)[0]
}

/** Everything the record has under this name, lists taken apart; for grouping and counting. */
export function readFieldValues(record: object, field: string, logsource?: LogSource): unknown[] {
  return readerFor(field, logsource)
    .read(record)
    .flatMap(value => (Array.isArray(value) ? value : [value]))
}

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

/** Where a path enters objects of one shape. */
interface Step {
  key: string
  place: Place
  from: number
  isLast: boolean
}

interface Plan {
  exact: Step[]
  others: Step[]
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

  function planFor(record: object): Plan {
    const shape = shapeOfRecord(record)
    if (shape === lastShape) return lastPlan!
    let plan = plans.get(shape)
    if (plan === undefined) {
      if (plans.size > mostPlans) plans.clear()
      plan = {
        exact: stepsTo(places[0]!, shape, true),
        others: places.flatMap(place => stepsTo(place, shape, false)),
      }
      plans.set(shape, plan)
    }
    lastShape = shape
    lastPlan = plan
    return plan
  }

  function read(record: object): readonly unknown[] {
    const found: unknown[] = []
    // Never satisfied, so that nothing is left out.
    visit(record, value => {
      found.push(value)
      return false
    })
    return found.length === 0 ? nothing : found
  }

  function visit(record: object, satisfies: (found: unknown, record: object) => boolean): boolean {
    const { exact, others } = planFor(record)
    let hasExact = false
    let isSettled = false
    if (exact.length === 1 && exact[0]!.isLast) {
      const value = (record as Record<string, unknown>)[exact[0]!.key]
      if (value !== undefined && !(places[0]!.isInsideOnly && isPlainObject(value))) {
        if (satisfies(value, record)) return true
        hasExact = true
        isSettled = !isKnownLog || isFinal(value, record)
      }
    } else if (exact.length > 0) {
      const found: unknown[] = []
      for (let i = 0; i < exact.length && found.length === 0; i++) take(record, exact[i]!, true, found)
      for (const value of found) if (satisfies(value, record)) return true
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
        if (satisfies(value, record)) return true
        continue
      }
      const found: unknown[] = []
      take(record, step, false, found)
      if (found.length > 0) done = place
      for (let n = 0; n < found.length; n++) if (satisfies(found[n], record)) return true
    }
    if (!isSettled) for (const value of constants) if (satisfies(value, record)) return true
    return false
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

  const reader: FieldReader = { name, places, constants, read, some: visit, restrict }
  return reader
}

function stepsTo(place: Place, shape: Shape, isExact: boolean): Step[] {
  const names = place.path.joined[0]!
  const steps: Step[] = []
  for (let n = names.length - 1; n >= 0; n--) {
    const name = names[n]!
    const key = isExact ? (shape.has(name) ? name : undefined) : shape.spelling(name)
    if (key !== undefined) steps.push({ key, place, from: n + 1, isLast: n === names.length - 1 })
  }
  return steps
}

function take(record: object, { key, place, from, isLast }: Step, isExact: boolean, found: unknown[]): void {
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

function offer(value: unknown, { reading, isInsideOnly }: Place, found: unknown[]): void {
  if (isInsideOnly && isPlainObject(value)) return
  if (reading === null) found.push(value)
  else interpret(value, reading, found)
}

export function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

let lastRecord: object | null = null
let lastShape: Shape | null = null
let turn = 0

/** One record is asked for many fields: its keys are walked once. It must not change until `endRecord`. */
export function beginRecord(record: object): Shape {
  lastShape = shapeOf(record)
  lastRecord = record
  turn++
  return lastShape
}

/** Another number with each record begun: what was read of one holds as long as the number does. */
export const recordTurn = (): number => turn

export function endRecord(): void {
  lastRecord = null
}

function shapeOfRecord(record: object): Shape {
  return record === lastRecord ? lastShape! : shapeOf(record)
}
