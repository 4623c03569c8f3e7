// Reads the audit log, newest first, a page at a time.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'

/** Everything that can narrow the log down. */
export interface AuditFilter {
  personId?: string | undefined
  action?: string | undefined
  /** On or after. */
  since?: Date | undefined
  /** Earlier than. */
  before?: Date | undefined
}

/** Where a page ended. */
export interface AuditPlace {
  at: Date
  id: string
}

export interface ListedEntry extends AuditPlace {
  personId: string | null
  actor: string
  action: string
  subject: string
  detail: Record<string, unknown>
  address: string | null
}

export async function listAudit(
  tx: Tx,
  organizationId: string,
  { filter, after, limit }: { filter: AuditFilter; after?: AuditPlace | undefined; limit: number },
): Promise<{ entries: ListedEntry[]; next: AuditPlace | undefined }> {
  const { personId, action, since, before } = filter
  let query = tx
    .selectFrom('audit_entries')
    .select(['id', 'at', 'person_id', 'actor', 'action', 'subject', 'detail', 'address'])
    .where('organization_id', '=', organizationId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    // One more than asked for: whether there is a next page.
    .limit(limit + 1)
  if (personId) query = query.where('person_id', '=', personId)
  if (action) query = query.where('action', '=', action)
  if (since) query = query.where('at', '>=', since)
  if (before) query = query.where('at', '<', before)
  if (after) query = query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id}::uuid)`)
  const rows = await query.execute()
  const entries = rows.slice(0, limit).map(({ person_id, ...row }) => ({ ...row, personId: person_id }))
  return { entries, next: rows.length > limit ? entries.at(-1) : undefined }
}

/** Everybody whom the log names, also those who have left since. */
export async function listAuditPeople(
  tx: Tx,
  organizationId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select named.id, coalesce(p.name, named.actor) as name
    from (select person_id as id, max(actor) as actor from audit_entries
          where organization_id = ${organizationId} and person_id is not null group by person_id) named
    left join people p on p.id = named.id
    order by 2, 1`.execute(tx)
  return rows
}
