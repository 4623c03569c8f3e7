// Questions for every combination of parameters, placed so that both tables answer with equally many incidents.
import { sql } from 'kysely'
import type { Db } from '../src/database/connect.ts'
import type { Cursor } from '../src/incidents/cursor.ts'

export interface Question {
  organizationId: string
  tenantId: string | null
  createdSince: Date | null
  updatedSince: Date | null
  cursor: Cursor | null
  /** There are at least as many, so it is also how many come. */
  limit: number
}

export interface Case {
  combination: string
  limit: number
  position: string
  questions: { large: Question[]; small: Question[] }
}

interface Entry {
  id: string
  tenantId: string
  createdAt: number
  updatedAt: number
}

/** One organization's or one tenant's incidents, newest first. */
interface History {
  organizationId: string
  tenantId: string | null
  entries: Entry[]
}

export interface Histories {
  organizations: History[]
  tenants: History[]
}

const HOW_MANY = 20

export async function readHistories(owner: Db): Promise<Histories> {
  const chosen = await owner.selectFrom('organizations').select('id').orderBy('id').limit(HOW_MANY).execute()
  const organizations: History[] = []
  for (const { id: organizationId } of chosen) {
    const { rows: entries } = await sql<Entry>`
      select id, tenant_id as "tenantId", (extract(epoch from created_at) * 1000)::bigint as "createdAt",
        (extract(epoch from updated_at) * 1000)::bigint as "updatedAt"
      from incidents where organization_id = ${organizationId} order by created_at desc, id desc`.execute(
      owner,
    )
    organizations.push({ organizationId, tenantId: null, entries })
  }
  return { organizations, tenants: organizations.map(oneTenantOf) }
}

function oneTenantOf({ organizationId, entries }: History): History {
  const { tenantId } = entries[0]!
  return { organizationId, tenantId, entries: entries.filter(entry => entry.tenantId === tenantId) }
}

type Place = 'start' | 'middle' | 'end'
const PLACES = ['start', 'middle', 'end'] as const

interface Placing {
  startDate?: 'tight' | 'loose'
  updatedSince?: Place
  cursor?: Place
}

const UPDATED: Record<Place, string> = {
  start: 'changed lately',
  middle: 'changed in the later half',
  end: 'changed at any time but the earliest',
}
const CURSOR: Record<Place, string> = { start: 'second page', middle: 'page in the middle', end: 'last page' }
const CREATED = { tight: 'created since the last one shown', loose: 'created since the beginning' }

function* placings(): Generator<Placing> {
  for (const startDate of [undefined, 'tight', 'loose'] as const)
    for (const updatedSince of [undefined, ...PLACES])
      for (const cursor of [undefined, ...PLACES])
        yield {
          ...(startDate && { startDate }),
          ...(updatedSince && { updatedSince }),
          ...(cursor && { cursor }),
        }
}

export function casesOf(large: Histories, small: Histories): Case[] {
  return (['organizations', 'tenants'] as const).flatMap(kind => {
    const fewest = Math.min(...small[kind].map(({ entries }) => entries.length))
    const limit = Math.floor(fewest / 2)
    return [...placings()].map(placing => {
      const names = [...(kind === 'tenants' ? ['tenantId'] : []), ...Object.keys(placing)]
      const { startDate, updatedSince, cursor } = placing
      return {
        combination: names.join(', ') || 'no parameter',
        limit,
        position: [
          updatedSince && UPDATED[updatedSince],
          startDate && CREATED[startDate],
          cursor ? CURSOR[cursor] : 'first page',
        ]
          .filter(Boolean)
          .join(', '),
        questions: {
          large: large[kind].map(history => questionFor(history, placing, limit)),
          small: small[kind].map(history => questionFor(history, placing, limit)),
        },
      }
    })
  })
}

/** Places by rank, never by date: at the same date the tables have unequally many incidents. */
function questionFor(
  { organizationId, tenantId, entries }: History,
  placing: Placing,
  limit: number,
): Question {
  const updatedSince = placing.updatedSince ? changedSince(entries, placing.updatedSince, limit) : null
  const matching = entries.filter(({ updatedAt }) => updatedSince === null || updatedAt >= updatedSince)
  const lastStart = matching.length - limit
  const starts: Record<Place, number> = { start: 1, middle: Math.max(1, lastStart >> 1), end: lastStart }
  const start = placing.cursor ? starts[placing.cursor] : 0
  const before = matching[start - 1]
  const last = placing.startDate === 'tight' ? matching[start + limit - 1]! : entries.at(-1)!
  return {
    organizationId,
    tenantId,
    createdSince: placing.startDate ? new Date(last.createdAt) : null,
    updatedSince: updatedSince === null ? null : new Date(updatedSince),
    cursor: before ? { createdAt: new Date(before.createdAt), id: before.id } : null,
    limit,
  }
}

/** The moment since which as many have changed as the place says; always one more than a page. */
function changedSince(entries: Entry[], place: Place, limit: number): number {
  const shares: Record<Place, number> = { start: 0, middle: 0.5, end: 0.9 }
  const howMany = Math.max(limit + 1, Math.floor(shares[place] * entries.length))
  return entries.map(({ updatedAt }) => updatedAt).toSorted((a, b) => b - a)[howMany - 1]!
}
