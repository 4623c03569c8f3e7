// The count that a report shows for a tenant: of the latest recorded day that is not after it.
import type { Tx } from '../database/in-organization.ts'
import type { Day } from '../days.ts'

/** Null when nothing had been counted by then. */
export async function countOn(
  tx: Tx,
  organizationId: string,
  { tenantId, asOf }: { tenantId: string; asOf: Day },
): Promise<{ day: Day; totalLicensedUsers: number; billableUsers: number } | null> {
  const row = await tx
    .selectFrom('daily_usage')
    .select(['day', 'total_licensed_users as totalLicensedUsers', 'billable_users as billableUsers'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('day', '<=', asOf)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
