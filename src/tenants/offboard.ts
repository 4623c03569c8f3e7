// Ends the watch over a tenant.
import type { Tx } from '../database/in-organization.ts'
import { dayOf } from '../days.ts'
import { reviseUsage } from '../organizations/revise.ts'

/** From today (UTC) on it is no longer watched nor charged for. False when it was offboarded already. */
export async function offboardTenant(
  tx: Tx,
  organizationId: string,
  { tenantId, at }: { tenantId: string; at: Date },
): Promise<boolean> {
  const offboarded = await tx
    .updateTable('tenants')
    .set({ offboarded_on: dayOf(at) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .where('offboarded_on', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (offboarded) await reviseUsage(tx, organizationId)
  return offboarded !== undefined
}
