// Following a dotted name into a record: nested objects, dotted keys, lists, named values, JSON kept as text.
import { shapeOf } from './shapes.ts'

export interface Path {
  name: string
  segments: string[]
  /** joined[i][n]: segments i up to and including i + n with dots between them, since a key may itself have dots. */
  joined: string[][]
  /** The same in lower case. */
  lower: string[][]
}

export function createPath(name: string): Path {
  const segments = name.split('.')
  const joined = segments.map((_, i) =>
    segments.slice(i).map((_, n) => segments.slice(i, i + n + 1).join('.')),
  )
  return { name, segments, joined, lower: joined.map(row => row.map(each => each.toLowerCase())) }
}

/** Adds every value found along the path; false when there is none. */
export function collect(value: unknown, path: Path, found: unknown[], isExact = false, from = 0): boolean {
  if (from === path.segments.length) {
    if (value === undefined) return false
    found.push(value)
    return true
  }
  const inner = typeof value === 'string' ? parseEmbedded(value) : value
  if (typeof inner !== 'object' || inner === null) return false
  if (Array.isArray(inner)) return collectFromList(inner, path, found, isExact, from)
  const shape = shapeOf(inner)
  const joined = path.joined[from]!
  for (let n = joined.length - 1; n >= 0; n--) {
    const key = isExact ? (shape.has(joined[n]!) ? joined[n] : undefined) : shape.spelling(joined[n]!)
    if (key === undefined) continue
    if (collect((inner as Record<string, unknown>)[key], path, found, isExact, from + n + 1)) return true
  }
  return false
}

function collectFromList(
  list: unknown[],
  path: Path,
  found: unknown[],
  isExact: boolean,
  from: number,
): boolean {
  const segment = path.segments[from]!
  let isFound = false
  if (/^\d+$/.test(segment) && Number(segment) < list.length) {
    isFound = collect(list[Number(segment)], path, found, isExact, from + 1)
  }
  for (const item of list) {
    if (collect(item, path, found, isExact, from)) isFound = true
    else if (!isExact && collectNamed(item, path, found, from)) isFound = true
  }
  return isFound
}

/** Microsoft writes what could be an object as a list of { Name, Value }: `Parameters.ForwardTo` is one of these. */
function collectNamed(item: unknown, path: Path, found: unknown[], from: number): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false
  const { named } = shapeOf(item)
  if (named === null) return false
  const entry = item as Record<string, unknown>
  const name = entry[named.name]
  if (typeof name !== 'string') return false
  const names = path.lower[from]!
  for (let n = names.length - 1; n >= 0; n--) {
    if (names[n]!.length !== name.length || names[n] !== name.toLowerCase()) continue
    if (collect(unquote(entry[named.value]), path, found, false, from + n + 1)) return true
  }
  return false
}

/** Directory audits hold new values as JSON: "\"False\"" means False. */
function unquote(value: unknown): unknown {
  if (typeof value !== 'string' || value.length < 2 || !value.startsWith('"') || !value.endsWith('"'))
    return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Log Analytics keeps nested parts as JSON text. Undefined for text that is none. */
export function parseEmbedded(text: string): unknown {
  const first = text.charCodeAt(0)
  if (first !== 123 && first !== 91) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
