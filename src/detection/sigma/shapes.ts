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

interface Branch {
  /** The child seen last: nearly always the one wanted next. */
  key: string
  next: Branch | null
  others: Map<string, Branch> | null
  shape: Shape | null
}

const mostBranches = 200_000
let branchCount = 0
let root = newBranch()

function newBranch(): Branch {
  return { key: '', next: null, others: null, shape: null }
}

export function shapeOf(object: object): Shape {
  let branch = root
  for (const key in object)
    branch = branch.key === key && branch.next !== null ? branch.next : step(branch, key)
  return branch.shape ?? remember(branch, object)
}

function step(branch: Branch, key: string): Branch {
  branch.others ??= new Map()
  let next = branch.others.get(key)
  if (next === undefined) {
    next = newBranch()
    branch.others.set(key, next)
    branchCount++
  }
  branch.key = key
  branch.next = next
  return next
}

function remember(branch: Branch, object: object): Shape {
  // Records with ever new keys must not fill the memory: then all is forgotten and learnt again.
  if (branchCount > mostBranches) {
    root = newBranch()
    branchCount = 0
  }
  const shape = createShape(Object.keys(object))
  branch.shape = shape
  return shape
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
