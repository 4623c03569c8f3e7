// Which keys an object has, worked out once for all objects that have the same ones in the same order.

/** Records of one log are built alike, so what is learnt about one of them holds for the next thousand. */
export interface Shape {
  has(key: string): boolean
  /** The key as it is spelt here, whatever its case; undefined when there is none. */
  spelling(key: string): string | undefined
  /** The keys of a { Name, Value } entry, or null when it is none. */
  named: { name: string; value: string } | null
  /** What log-class.ts makes of it. */
  log: unknown
}

/** Keys that have always followed one upon another, and where the ways part after them. */
interface Run {
  keys: string[]
  /** The way taken last: nearly always the one wanted next. */
  lastKey: string | null
  lastNext: Run | null
  ways: Map<string, Run>
  /** Of objects whose keys end here. */
  shape: Shape | null
}

const mostKeys = 200_000
let keyCount = 0
let root = newRun([])

function newRun(keys: string[]): Run {
  return { keys, lastKey: null, lastNext: null, ways: new Map(), shape: null }
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
    if (run.lastKey !== key && !turn(run, key)) return learn(object)
    run = run.lastNext!
    keys = run.keys
    at = 0
  }
  return at === keys.length && run.shape !== null ? run.shape : learn(object)
}

/** False when no object has gone this way yet. */
function turn(run: Run, key: string): boolean {
  const next = run.ways.get(key)
  if (next === undefined) return false
  run.lastKey = key
  run.lastNext = next
  return true
}

function learn(object: object): Shape {
  const all = Object.keys(object)
  // Records with ever new keys must not fill the memory: then all is forgotten and learnt again.
  if (keyCount > mostKeys) {
    root = newRun([])
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
  run.lastKey = null
  run.lastNext = null
  run.shape = null
}

/** Log Analytics puts the type of a column behind its name in some tables and exports. */
const columnSuffix = /_(?:dynamic|string)$/

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
    has: key => exact.has(key),
    spelling(key) {
      const known = asked.get(key)
      if (known !== undefined || asked.has(key)) return known
      const spelt = spelling(key)
      asked.set(key, spelt)
      return spelt
    },
    named: name === undefined || value === undefined ? null : { name, value },
    log: undefined,
  }
}

function spellingsOf(keys: string[]): Map<string, string> {
  const spellings = new Map<string, string>()
  for (const key of keys) if (!spellings.has(key.toLowerCase())) spellings.set(key.toLowerCase(), key)
  for (const key of keys) {
    const bare = key.toLowerCase().replace(columnSuffix, '')
    if (!spellings.has(bare)) spellings.set(bare, key)
  }
  return spellings
}
