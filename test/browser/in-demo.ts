// Writes to the demo's database from another process than the service, as another node does.
import { pino } from 'pino'
import { inOrganization, type Tx } from '../../src/database/in-organization.ts'
import { openDatabase } from '../../src/database/open.ts'
import { demo } from './visit.ts'

interface InTenant {
  tx: Tx
  organizationId: string
  tenantId: string
  /** Somebody of the tenant. */
  userId: string
  now: Date
}

export async function inDemo<T>(serviceTenantId: string, work: (given: InTenant) => Promise<T>): Promise<T> {
  const { db, owner, close } = await openDatabase({
    databaseUrl: undefined,
    dataFolder: demo.dataFolder,
    mode: 'visit',
    connections: 2,
    log: pino({ level: 'silent' }),
  })
  try {
    const { id: tenantId, organization_id: organizationId } = await owner
      .selectFrom('tenants')
      .select(['id', 'organization_id'])
      .where('service_tenant_id', '=', serviceTenantId)
      .executeTakeFirstOrThrow()
    return await inOrganization(db, organizationId, async tx => {
      const { id: userId } = await tx
        .selectFrom('directory_users')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .limit(1)
        .executeTakeFirstOrThrow()
      return work({ tx, organizationId, tenantId, userId, now: new Date() })
    })
  } finally {
    await close()
  }
}
