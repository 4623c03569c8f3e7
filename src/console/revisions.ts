// Where the counters of organizations stand: each moves when what it counts has changed.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

export interface Revisions {
  incidents: number
  usage: number
}

export async function readRevisions(db: Db, organizationIds: string[]): Promise<Map<string, Revisions>> {
  const { rows } = await sql<{
    organization_id: string
    incidents_revision: number
    usage_revision: number
  }>`select * from revisions_of(${organizationIds}::uuid[])`.execute(db)
  return new Map(
    rows.map(row => [row.organization_id, { incidents: row.incidents_revision, usage: row.usage_revision }]),
  )
}
