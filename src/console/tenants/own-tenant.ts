// The tenant that an address names, when it is the member's organization's: somebody else's is as one that does not exist.
import type { Tx } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'

export async function ownTenant(
  tx: Tx,
  organizationId: string,
  serviceTenantId: string,
): Promise<{ id: string; name: string }> {
  const tenant = await tx
    .selectFrom('tenants')
    .select(['id', 'display_name as name'])
    .where('organization_id', '=', organizationId)
    .where('service_tenant_id', '=', serviceTenantId)
    .executeTakeFirst()
  if (!tenant) throw new Problem('not-found', 'There is no such tenant in your organization.')
  return tenant
}
