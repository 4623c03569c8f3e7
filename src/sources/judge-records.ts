// Which records of a page can be kept, and why the others cannot. Pure.
import type { Activity } from '../events/activity.ts'
import { type Storable, storableOf } from '../events/stored/store.ts'
import type { Rejection } from './source.ts'

/** As in events/normalise.ts: an activity, or what completes 'The record …'. */
export type Normalise = (
  record: unknown,
  options: { now: number; tenant: string },
) => Activity | { rejected: string }

const LARGEST_CHARACTERS = 4 * 1024 * 1024
const SAMPLE_CHARACTERS = 300
/** Levels of objects within objects. */
const DEEPEST = 200
const TOO_DEEP = `is nested more than ${DEEPEST} levels deep`

export interface Judged {
  kept: Storable[]
  rejected: Rejection[]
}

export function judgeRecords(
  records: unknown[],
  { normalise, directoryTenantId, now }: { normalise: Normalise; directoryTenantId: string; now: Date },
): Judged {
  const judged: Judged = { kept: [], rejected: [] }
  const options = { now: now.getTime(), tenant: directoryTenantId }
  for (const record of records) {
    const reason = keep(record)
    if (reason !== null) judged.rejected.push({ reason, sample: beginning(record) })
  }
  return judged

  /** One record that nobody thought of costs itself alone. Returns why it is not kept. */
  function keep(record: unknown): string | null {
    try {
      const made = normalise(record, options)
      if ('rejected' in made) return made.rejected
      if (!Number.isFinite(made.at)) return 'has no time'
      // Written once, and measured by that: looking at every member of every record takes as long again.
      const text = JSON.stringify(made.raw)
      if (text.length > LARGEST_CHARACTERS) return 'is larger than 4 MB'
      if (isDeep(made.raw, text)) return TOO_DEEP
      judged.kept.push(storableOf(made, text))
      return null
    } catch {
      // What is nested without end cannot even be written.
      return levelsOf(record, 0) > DEEPEST ? TOO_DEEP : 'could not be understood'
    }
  }
}

/** Few records have as many brackets as it takes to be deep: only those are looked into. */
function isDeep(record: unknown, text: string): boolean {
  let brackets = 0
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0 && brackets <= DEEPEST; at = text.indexOf(bracket, at + 1))
      brackets++
  return brackets > DEEPEST && levelsOf(record, 0) > DEEPEST
}

function levelsOf(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null || above > DEEPEST) return above
  let deepest = above
  for (const name in value)
    deepest = Math.max(deepest, levelsOf((value as Record<string, unknown>)[name], above + 1))
  return deepest
}

/** Its outermost members alone, so that even the largest is quickly shown; never what looks like a secret. */
function beginning(record: unknown): string {
  if (typeof record !== 'object' || record === null) return cut(String(record))
  const shown = Object.entries(record)
    .slice(0, 20)
    .map(([name, value]) => `${name}: ${isSecret(name) ? '…' : brief(value)}`)
  return cut(shown.join(', '))
}

const isSecret = (name: string) => /secret|password|token|credential|key$/i.test(name)
const brief = (value: unknown) =>
  typeof value === 'object' && value !== null ? '{…}' : String(value).slice(0, 60)

export const cut = (text: string) =>
  text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS - 1)}…` : text
