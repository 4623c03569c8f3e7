// Pauses and resumes a tenant from today (UTC) on: days that have ended are never touched.
import type { Tx } from '../database/in-organization.ts'
import { dayOf } from '../days.ts'
import { reviseUsage } from '../organizations/revise.ts'

interface Today {
  tenantId: string
  at: Date
}

/** False when it is paused already. */
export async function pauseTenant(tx: Tx, organizationId: string, { tenantId, at }: Today): Promise<boolean> {
  const paused = await tx
    .insertInto('tenant_pauses')
    .values({
      organization_id: organizationId,
      tenant_id: tenantId,
      paused_on: dayOf(at),
      resumed_on: null,
      recorded_at: at,
    })
    .onConflict(conflict => conflict.column('tenant_id').where('resumed_on', 'is', null).doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  if (paused) await reviseUsage(tx, organizationId)
  return paused !== undefined
}

/** False when it is not paused. */
export async function resumeTenant(
  tx: Tx,
  organizationId: string,
  { tenantId, at }: Today,
): Promise<boolean> {
  const resumed = await tx
    .updateTable('tenant_pauses')
    .set({ resumed_on: dayOf(at) })
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('resumed_on', 'is', null)
    .returning('tenant_id')
    .executeTakeFirst()
  if (resumed) await reviseUsage(tx, organizationId)
  return resumed !== undefined
}
