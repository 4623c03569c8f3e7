// Keeps which account had which licence from when to when.
import type { Tx } from '../database/in-organization.ts'
import type { Day } from '../days.ts'

export interface UserLicence {
  userId: string
  /** The vendor's name of the product, such as SPE_E3. */
  sku: string
  assignedOn: Day
  /** The first day without it; null while it is held. */
  removedOn: Day | null
}

/** One that is known already is only told when it ended. */
export async function saveLicences(
  tx: Tx,
  organizationId: string,
  { tenantId, licences }: { tenantId: string; licences: UserLicence[] },
): Promise<void> {
  if (!licences.length) return
  await tx
    .insertInto('user_licences')
    .values(
      licences.map(({ userId, sku, assignedOn, removedOn }) => ({
        organization_id: organizationId,
        tenant_id: tenantId,
        user_id: userId,
        sku,
        assigned_on: assignedOn,
        removed_on: removedOn,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['tenant_id', 'user_id', 'sku', 'assigned_on'])
        .doUpdateSet(eb => ({ removed_on: eb.ref('excluded.removed_on') })),
    )
    .execute()
}
