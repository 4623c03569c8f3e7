// What an incident's timeline shows: everything the attacker did, and what the owner did around it.
import type { Person } from '../detection/behaviour/memory/ledger.ts'
import type { Trace } from '../detection/behaviour/memory/trace.ts'
import { DAY, HOUR } from '../detection/behaviour/memory/visits.ts'
import { sayActivity } from '../detection/correlate/act-words.ts'
import type { Incident } from '../detection/correlate/incident.ts'
import type { NamedRecord } from '../events/stored/judging.ts'
import type { NewActivity } from '../incidents/activity.ts'
import { kindOf } from './act-kind.ts'
import { asActivity, type Reading } from './reading.ts'
import { activityId } from './settle.ts'

const MOST_ACTS = 1000
const SIGN_INS_BEFORE = 60
const ACTS_AROUND = 60

export interface Shown {
  eventId: string
  actor: 'attacker' | 'user'
  records: number
  items: number
  technique: string | null
}

export function chooseActs(
  { timeline, evidence, occurredAt, lastSeenAt }: Incident,
  person: Person,
): Shown[] {
  const techniques = new Map<string, string | null>()
  for (const { eventId, technique } of evidence)
    if (!techniques.get(eventId)) techniques.set(eventId, technique)
  const kept = new Set(
    timeline.filter(({ eventId }) => techniques.has(eventId)).map(({ eventId }) => eventId),
  )
  for (const { eventId } of timeline) if (kept.size < MOST_ACTS) kept.add(eventId)
  const attacker = timeline
    .filter(({ eventId }) => kept.has(eventId))
    .map(({ eventId, records, items }) => ({
      eventId,
      actor: 'attacker' as const,
      records,
      items,
      technique: techniques.get(eventId) ?? null,
    }))
  const theirs = new Set(timeline.map(({ eventId }) => eventId))
  const own = person.traces.filter(trace => !theirs.has(trace.id) && isOwners(trace))
  const before = own.filter(
    ({ at, manner }) => manner.action === 'sign-in' && at < occurredAt && at > occurredAt - 14 * DAY,
  )
  const byHand = before.filter(({ manner }) => manner.isInteractive !== false)
  // Where somebody's machines sign in by themselves, these show where the person was.
  const signIns = byHand.length > 0 ? byHand : before
  const around = own.filter(({ at }) => at >= occurredAt - HOUR && at <= lastSeenAt + HOUR)
  const chosen = new Set<Trace>([...signIns.slice(-SIGN_INS_BEFORE), ...around.slice(0, ACTS_AROUND)])
  const user = [...chosen].map(({ id, records, items }) => ({
    eventId: id,
    actor: 'user' as const,
    records,
    items,
    technique: null,
  }))
  // Two logs may call their copies of one event by the same id.
  const once = new Map<string, Shown>()
  for (const shown of [...attacker, ...user]) if (!once.has(shown.eventId)) once.set(shown.eventId, shown)
  return [...once.values()]
}

/** A sign-in that failed may be anybody's who tries passwords. */
const isOwners = ({ manner: { action, outcome } }: Trace): boolean =>
  action !== 'alert' && !(action === 'sign-in' && outcome === 'failure')

/** Acts whose record has been deleted meanwhile are left out: what was told of them stays. */
export function tellActs(
  acts: Shown[],
  records: Map<string, NamedRecord>,
  {
    incidentId,
    directoryTenantId,
    reading,
  }: { incidentId: string; directoryTenantId: string; reading: Reading },
): (NewActivity & { id: string })[] {
  return acts.flatMap(act => {
    const record = records.get(act.eventId)
    const activity = record && asActivity(record, { directoryTenantId, reading })
    if (!activity) return []
    const { place } = activity
    return [
      {
        id: activityId(incidentId, act.eventId),
        eventId: act.eventId,
        records: act.records,
        at: new Date(activity.at),
        actor: act.actor,
        kind: kindOf(activity.action),
        isSuccess: activity.outcome === 'success',
        title: clean(sayActivity(activity, act)),
        technique: act.technique,
        address: activity.address,
        network: place?.network ?? null,
        country: place?.country ?? null,
        city: place?.city ?? null,
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        client: activity.client && clean(activity.client),
        raw: storable(record.raw),
      },
    ]
  })
}

/** PostgreSQL's jsonb takes neither this character nor half of a pair. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

function storable(raw: Record<string, unknown>): unknown {
  return /\\u(0000|d[89a-f])/i.test(JSON.stringify(raw)) ? cleaned(raw) : raw
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [clean(name), cleaned(each)]))
}
