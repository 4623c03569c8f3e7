// What was read, what was not and why: for the person who must know how far a report can be trusted.

interface Rejected {
  count: number
  /** The first one: where to look. */
  path: string
  line: number
}

export interface Reading {
  files: number
  records: number
  taken: number
  repeated: number
  users: number
  from: number | null
  to: number | null
  skipped: { path: string; reason: string }[]
  rejected: Map<string, Rejected>
  reject(reason: string, path: string, line: number): void
  saw(at: number): void
}

/** Reasons that name what they found are as many as there are records: beyond this they are counted together. */
const MOST_REASONS = 50
const MOST_TOLD = 20

/** What the figure behind each incident says, in a few words; docs/detection.md has more. */
export const CONFIDENCE =
  'Confidence is the weight of the evidence, not a probability: 67 % is just enough for an incident.'

export function createReading(): Reading {
  const rejected = new Map<string, Rejected>()
  const reading: Reading = {
    files: 0,
    records: 0,
    taken: 0,
    repeated: 0,
    users: 0,
    from: null,
    to: null,
    skipped: [],
    rejected,
    reject(reason, path, line) {
      const key = rejected.has(reason) || rejected.size < MOST_REASONS ? reason : 'other reasons'
      const known = rejected.get(key)
      if (known) known.count++
      else rejected.set(key, { count: 1, path, line })
    },
    saw(at) {
      if (reading.from === null || at < reading.from) reading.from = at
      if (reading.to === null || at > reading.to) reading.to = at
    },
  }
  return reading
}

export function sayReading(reading: Reading, incidents: number): string {
  const { files, records, taken, repeated, users, from, to, skipped, rejected } = reading
  const lines = [
    `Read ${count(files, 'file')}: ${count(records, 'record')}, of which ${count(taken, 'was', 'were')} judged${repeated ? ` and ${repeated} came again` : ''}.`,
  ]
  if (from !== null && to !== null)
    lines.push(`They are of ${count(users, 'account')}, from ${moment(from)} to ${moment(to)}.`)
  const reasons = [...rejected].sort((a, b) => b[1].count - a[1].count)
  for (const [reason, { count: times, path, line }] of reasons.slice(0, MOST_TOLD))
    lines.push(`Rejected ${count(times, 'record')}: ${reason} (first at ${path}, line ${line}).`)
  if (reasons.length > MOST_TOLD)
    lines.push(`Rejected ${count(recordsIn(reasons.slice(MOST_TOLD)), 'more', 'more')} for other reasons.`)
  for (const { path, reason } of skipped.slice(0, MOST_TOLD)) lines.push(`Skipped ${path}: ${reason}.`)
  if (skipped.length > MOST_TOLD) lines.push(`Skipped ${skipped.length - MOST_TOLD} more.`)
  if (leavesOut(reading))
    lines.push(
      `Left out, whole or in part: ${count(recordsIn(reasons), 'record')} and ${count(skipped.length, 'file')}.`,
    )
  lines.push(sayFound(reading, incidents))
  return lines.join('\n')
}

function sayFound(reading: Reading, incidents: number): string {
  if (hasJudgedNothing(reading))
    return 'Nothing could be judged: there is no record of a known log in what was given. This clears nobody.'
  if (incidents > 0) return `Found ${count(incidents, 'incident')}.`
  return `No account shows signs of a takeover${leavesOut(reading) ? ' in what was judged' : ''}.`
}

/** Then no incidents means nothing. */
export const hasJudgedNothing = ({ taken }: Reading): boolean => taken === 0

export const leavesOut = ({ skipped, rejected }: Reading): boolean => skipped.length > 0 || rejected.size > 0

const recordsIn = (reasons: [string, Rejected][]): number =>
  reasons.reduce((sum, [, { count }]) => sum + count, 0)

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

export const moment = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
