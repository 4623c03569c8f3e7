// Which keys an object has, worked out once for all objects that have the same ones in the same order.
import { type Getter, getterFor, writeFunction } from '../matching/write-function.ts'

/** Records of one log are built alike, so what is learnt about one of them holds for the next thousand. */
export interface Shape {
  keys: string[]
  has(key: string): boolean
  /** The key as it is spelt here, whatever its case; undefined when there is none. */
  spelling(key: string): string | undefined
  /** How to read a { Name, Value } entry, or null when it is none. */
  named: NamedEntry | null
  /** What log-class.ts makes of it. */
  log: unknown
  /** What the rule set that met it last does with records of it that are of one log. */
  usual: { owner: object; log: string; way: unknown } | null
  /** How often it was met, as far as that matters. */
  uses: number
}

export interface NamedEntry {
  nameOf: Getter
  valueOf: Getter
}

/** Keys that have always followed one upon another, and where the ways part after them. */
interface Run {
  keys: string[]
  /** The way taken last: nearly always the one wanted next. */
  lastKey: string
  lastNext: Run | null
  ways: Map<string, Run>
  /** Of objects whose keys end here. */
  shape: Shape | null
}

const mostKeys = 200_000
let keyCount = 0
let root = newRun([])

function newRun(keys: string[]): Run {
  return { keys, lastKey: '', lastNext: null, ways: new Map(), shape: null }
}

export function shapeOf(object: object): Shape {
  let run = root
  // They lie side by side in memory: to compare them costs far less than to follow a pointer for each.
  let keys = run.keys
  let at = 0
  for (const key in object) {
    if (at < keys.length) {
      if (keys[at] !== key) return learn(object)
      at++
      continue
    }
    let next = run.lastNext
    if (next === null || run.lastKey !== key) {
      next = turn(run, key)
      if (next === null) return learn(object)
    }
    run = next
    keys = run.keys
    at = 0
  }
  return at === keys.length && run.shape !== null ? run.shape : learn(object)
}

/** The same where one guess is nearly always right: what stands at one place of records is of one shape. */
export function shapeNear(guess: Shape | null, object: object): Shape {
  if (guess === null) return shapeOf(object)
  const { keys } = guess
  let at = 0
  for (const key in object) {
    if (at === keys.length || keys[at] !== key) return shapeOf(object)
    at++
  }
  return at === keys.length ? guess : shapeOf(object)
}

/** Null when no object has gone this way yet. */
function turn(run: Run, key: string): Run | null {
  const next = run.ways.get(key)
  if (next === undefined) return null
  run.lastKey = key
  run.lastNext = next
  return next
}

function learn(object: object): Shape {
  const all = Object.keys(object)
  // Records with ever new keys must not fill the memory: then all is forgotten and learnt again.
  if (keyCount > mostKeys) {
    root = newRun([])
    frequent = []
    keyCount = 0
  }
  let run = root
  let from = 0
  for (;;) {
    let same = 0
    while (same < run.keys.length && run.keys[same] === all[from + same]) same++
    if (same < run.keys.length) split(run, same)
    from += same
    if (from === all.length) break
    const next = run.ways.get(all[from]!)
    if (next === undefined) {
      const rest = newRun(all.slice(from + 1))
      run.ways.set(all[from]!, rest)
      keyCount += all.length - from
      run = rest
      break
    }
    run = next
    from++
  }
  run.shape ??= createShape(all)
  return run.shape
}

/** Lets ways part before the key at this place. */
function split(run: Run, at: number): void {
  const rest: Run = { ...run, keys: run.keys.slice(at + 1) }
  run.ways = new Map([[run.keys[at]!, rest]])
  run.keys = run.keys.slice(0, at)
  run.lastKey = ''
  run.lastNext = null
  run.shape = null
}

/** A shape of which many records are, with the quickest way to tell them. */
interface Frequent {
  shape: Shape
  keys: string[]
  has(object: object): boolean
}

/** By the number of their keys. */
let frequent: Frequent[][] = []
const mostAlike = 8
const largest = 200
const worthWriting = 100

/** The same, quicker for large objects of shapes that come often. */
export function shapeOfMany(object: object): Shape {
  let size = 0
  for (const _ in object) size++
  const alike = frequent[size]
  if (alike !== undefined)
    for (let i = 0; i < alike.length; i++) {
      const known = alike[i]!
      if (!known.has(object)) continue
      // Those met often come to stand first.
      if (i > 0) {
        alike[i] = alike[i - 1]!
        alike[i - 1] = known
      }
      return known.shape
    }
  const shape = shapeOf(object)
  if (++shape.uses === worthWriting && size <= largest) noteFrequent(shape, Object.keys(object))
  return shape
}

/**
 * An object with as many keys as the shape and a value under each of its keys has those keys and no others. To read
 * them by name costs less than to compare them one by one.
 */
function noteFrequent(shape: Shape, keys: string[]): void {
  // What every object has by birth tells nothing; and of keys that differ in case alone the order matters.
  if (keys.some(key => key in Object.prototype) || new Set(keys.map(bareName)).size !== keys.length) return
  const alike = frequent[keys.length] ?? []
  if (alike.length === mostAlike) return
  const all = [...alike, { shape, keys }]
  const commonness = (key: string) => all.filter(each => each.keys.includes(key)).length
  frequent[keys.length] = all.flatMap(each => {
    // What is rare is read first: objects of other shapes are given up at once.
    const has = writeHas(each.keys.toSorted((a, b) => commonness(a) - commonness(b)))
    return has === null ? [] : [{ ...each, has }]
  })
}

function writeHas(keys: string[]): Frequent['has'] | null {
  const values = keys.map(key => `object[${JSON.stringify(key)}] !== undefined`)
  return writeFunction<Frequent['has']>(['object'], `return ${values.join(' && ')}`)
}

/** Log Analytics puts the type of a column behind its name in some tables and exports. */
const columnSuffix = /_(?:dynamic|string)$/

const bareName = (key: string) => key.toLowerCase().replace(columnSuffix, '')

const nameKeys = ['name', 'key', 'displayName']
const valueKeys = ['value', 'newValue']

function createShape(keys: string[]): Shape {
  const exact = new Set(keys)
  const spellings = spellingsOf(keys)
  const spelling = (key: string) => (exact.has(key) ? key : spellings.get(key.toLowerCase()))
  const asked = new Map<string, string | undefined>()
  const name = nameKeys.map(spelling).find(key => key !== undefined)
  const value = valueKeys.map(spelling).find(key => key !== undefined)
  return {
    keys,
    has: key => exact.has(key),
    spelling(key) {
      const known = asked.get(key)
      if (known !== undefined || asked.has(key)) return known
      const spelt = spelling(key)
      asked.set(key, spelt)
      return spelt
    },
    named: name && value ? { nameOf: getterFor(name), valueOf: getterFor(value) } : null,
    log: undefined,
    usual: null,
    uses: 0,
  }
}

function spellingsOf(keys: string[]): Map<string, string> {
  const spellings = new Map<string, string>()
  for (const key of keys) if (!spellings.has(key.toLowerCase())) spellings.set(key.toLowerCase(), key)
  for (const key of keys) if (!spellings.has(bareName(key))) spellings.set(bareName(key), key)
  return spellings
}
