// Ends the watch over a tenant.
import type { Tx } from '../database/in-organization.ts'
import type { Day } from '../database/types.ts'
import { reviseUsage } from '../organizations/revise.ts'

/** From this day on it is no longer watched nor charged for. False when it was offboarded already. */
export async function offboardTenant(
  tx: Tx,
  organizationId: string,
  { tenantId, on }: { tenantId: string; on: Day },
): Promise<boolean> {
  const offboarded = await tx
    .updateTable('tenants')
    .set({ offboarded_on: on })
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .where('offboarded_on', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (offboarded) await reviseUsage(tx, organizationId)
  return offboarded !== undefined
}
