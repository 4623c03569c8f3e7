// Watches a tenant again that was offboarded: it is the same tenant, and its absence is a dated fact.
import type { Tx } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'
import { dayOf } from '../days.ts'
import { reviseUsage } from '../organizations/revise.ts'
import { resumeTenant } from './pause.ts'

export interface ReturningTenant {
  tenantId: string
  service: Service
  isInternal: boolean
  at: Date
}

/** From today (UTC) on it is watched and charged for again. False when it was not offboarded. */
export async function returnTenant(
  tx: Tx,
  organizationId: string,
  { tenantId, service, isInternal, at }: ReturningTenant,
): Promise<boolean> {
  const left = await tx
    .selectFrom('tenants')
    .select(['offboarded_on', 'is_internal', 'service'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .where('offboarded_on', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!left) return false
  await tx
    .insertInto('tenant_absences')
    .values({
      organization_id: organizationId,
      tenant_id: tenantId,
      left_on: left.offboarded_on!,
      returned_on: dayOf(at),
      was_internal: left.is_internal,
      was_service: left.service,
      recorded_at: at,
    })
    .execute()
  await tx
    .updateTable('tenants')
    .set({ offboarded_on: null, service, is_internal: isInternal })
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .execute()
  // It may have left while it was paused; whoever connects it wants it watched.
  await resumeTenant(tx, organizationId, { tenantId, at })
  await reviseUsage(tx, organizationId)
  return true
}
