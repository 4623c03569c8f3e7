// Forgets records that are older than the operator keeps them.
import { sql } from 'kysely'
import type { Tx } from '../../database/in-organization.ts'

/** At most `most` of them, so that no transaction grows long; returns how many. Ask again until it is fewer. */
export async function deleteOldEvents(
  tx: Tx,
  organizationId: string,
  { tenantId, before, most }: { tenantId: string; before: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events
    where organization_id = ${organizationId} and tenant_id = ${tenantId} and (id, log) in (
      select id, log from events
      where organization_id = ${organizationId} and tenant_id = ${tenantId} and at < ${before}
      order by at limit ${most})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
