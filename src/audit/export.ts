// The audit log as a file: read in pages, so that a log of any length needs little memory.
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import { type AuditFilter, type AuditPlace, type ListedEntry, listAudit } from './list.ts'

const PAGE = 1000

/** Entries newest first. What is written meanwhile is newer than the first page, and so neither moves nor repeats one. */
export async function* allAudit(
  db: Db,
  organizationId: string,
  filter: AuditFilter,
): AsyncGenerator<ListedEntry[]> {
  let after: AuditPlace | undefined
  do {
    const page = await inOrganization(db, organizationId, tx =>
      listAudit(tx, organizationId, { filter, after, limit: PAGE }),
    )
    yield page.entries
    after = page.next
  } while (after)
}
