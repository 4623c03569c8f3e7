// Says that what was compiled of an organization's rules is out of date, on every node.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'

export async function reviseDetection(tx: Tx, organizationId: string): Promise<void> {
  await sql`
    insert into detection_revisions as r (organization_id, revision) values (${organizationId}, 1)
    on conflict (organization_id) do update set revision = r.revision + 1`.execute(tx)
}
