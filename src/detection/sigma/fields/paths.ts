// Following a dotted name into a record: nested objects, dotted keys, lists, named values, JSON kept as text.
import { type NamedEntry, type Shape, shapeOf } from './shapes.ts'

export interface Path {
  name: string
  segments: string[]
  /** joined[i][n]: segments i up to and including i + n with dots between them, since a key may itself have dots. */
  joined: string[][]
  /** The same in lower case. */
  lower: string[][]
  /** For each segment the place in a list that it stands for; NaN when it is no number. */
  numbers: number[]
}

export function createPath(name: string): Path {
  const segments = name.split('.')
  const joined = segments.map((_, i) =>
    segments.slice(i).map((_, n) => segments.slice(i, i + n + 1).join('.')),
  )
  return {
    name,
    segments,
    joined,
    lower: joined.map(row => row.map(each => each.toLowerCase())),
    numbers: segments.map(segment => (/^\d+$/.test(segment) ? Number(segment) : Number.NaN)),
  }
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
  if (!Array.isArray(inner)) return collectFromObject(inner, shapeOf(inner), path, found, isExact, from)
  let isFound = false
  const number = path.numbers[from]!
  if (number < inner.length) isFound = collect(inner[number], path, found, isExact, from + 1)
  for (let i = 0; i < inner.length; i++) {
    const item: unknown = inner[i]
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      if (collect(item, path, found, isExact, from)) isFound = true
      continue
    }
    const shape = shapeOf(item)
    if (collectFromObject(item, shape, path, found, isExact, from)) isFound = true
    // `Parameters.Name` is every parameter's name, and the value of the parameter that is called Name.
    if (shape.named !== null && collectNamed(item, shape.named, path, found, from)) isFound = true
  }
  return isFound
}

function collectFromObject(
  object: object,
  shape: Shape,
  path: Path,
  found: unknown[],
  isExact: boolean,
  from: number,
): boolean {
  const joined = path.joined[from]!
  for (let n = joined.length - 1; n >= 0; n--) {
    const name = joined[n]!
    const key = isExact ? (shape.has(name) ? name : undefined) : shape.spelling(name)
    if (key === undefined) continue
    if (collect((object as Record<string, unknown>)[key], path, found, isExact, from + n + 1)) return true
  }
  return false
}

/** Microsoft writes what could be an object as a list of { Name, Value }: `Parameters.ForwardTo` is one of these. */
function collectNamed(entry: object, named: NamedEntry, path: Path, found: unknown[], from: number): boolean {
  const name = named.nameOf(entry)
  if (typeof name !== 'string') return false
  const names = path.lower[from]!
  for (let n = names.length - 1; n >= 0; n--) {
    if (names[n]!.length !== name.length || names[n] !== name.toLowerCase()) continue
    if (collect(unquote(named.valueOf(entry)), path, found, false, from + n + 1)) return true
  }
  return false
}

/** Directory audits hold new values as JSON: "\"False\"" means False. */
export function unquote(value: unknown): unknown {
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
