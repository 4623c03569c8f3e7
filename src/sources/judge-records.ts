// Which records of a page can be kept, and why the others cannot. Pure.
import type { Activity } from '../events/activity.ts'
import type { Rejection } from './source.ts'

/** As in events/normalise.ts: an activity, or what completes 'The record …'. */
export type Normalise = (
  record: unknown,
  options: { now: number; tenant: string },
) => Activity | { rejected: string }

const LARGEST_CHARACTERS = 4 * 1024 * 1024
const SAMPLE_CHARACTERS = 300

export interface Judged {
  activities: Activity[]
  rejected: Rejection[]
}

export function judgeRecords(
  records: unknown[],
  { normalise, directoryTenantId, now }: { normalise: Normalise; directoryTenantId: string; now: Date },
): Judged {
  const activities: Activity[] = []
  const rejected: Rejection[] = []
  const options = { now: now.getTime(), tenant: directoryTenantId }
  for (const record of records) {
    const made = isTooLarge(record) ? { rejected: 'is larger than 4 MB' } : tryNormalise(record)
    if ('rejected' in made) rejected.push({ reason: made.rejected, sample: beginning(record) })
    else activities.push(made)
  }
  return { activities, rejected }

  /** One record that nobody thought of costs itself alone. */
  function tryNormalise(record: unknown): ReturnType<Normalise> {
    try {
      const made = normalise(record, options)
      return 'rejected' in made || Number.isFinite(made.at) ? made : { rejected: 'has no time' }
    } catch {
      return { rejected: 'could not be understood' }
    }
  }
}

/** Long texts are what makes a record large: counting them costs far less than writing it out. */
function isTooLarge(record: unknown): boolean {
  let left = LARGEST_CHARACTERS
  const visit = (value: unknown, depth: number): void => {
    if (left < 0) return
    if (typeof value === 'string') left -= value.length
    else if (typeof value === 'object' && value !== null) {
      if (depth > 200) left = -1
      for (const [name, each] of Object.entries(value)) {
        left -= name.length + 4
        visit(each, depth + 1)
      }
    } else left -= 4
  }
  visit(record, 0)
  return left < 0
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
