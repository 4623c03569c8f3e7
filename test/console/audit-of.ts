// What the audit log of an organization holds, oldest first.
import { sql } from 'kysely'
import type { Organization } from '../harness.ts'

export async function auditOf({ work }: Organization) {
  const { rows } = await work(tx =>
    sql<{ action: string; actor: string; subject: string }>`
      select action, actor, subject from audit_entries order by at, ctid`.execute(tx),
  )
  return rows
}
