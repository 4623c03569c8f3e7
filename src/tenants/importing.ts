// While exported logs are coming in for a tenant, judging waits: half of a history makes strangers of people. By the clock of the
// database, which whoever imports and whoever judges have in common.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'

/** An import that was killed is forgotten after so long. */
const FORGOTTEN = sql`interval '2 minutes'`

export async function noteImporting(tx: Tx, organizationId: string, tenantId: string): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({
      importing_since: sql`case when importing_until > now() then importing_since else now() end`,
      importing_until: sql`now() + ${FORGOTTEN}`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .execute()
}

export async function endImporting(tx: Tx, organizationId: string, tenantId: string): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ importing_since: null, importing_until: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .execute()
}

/** `atMostSeconds`: what goes on for longer is not waited for any more. */
export async function isImporting(
  tx: Tx,
  organizationId: string,
  { tenantId, atMostSeconds }: { tenantId: string; atMostSeconds: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('tenants')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .where('importing_until', '>', sql<Date>`now()`)
    .where('importing_since', '>', sql<Date>`now() - make_interval(secs => ${atMostSeconds})`)
    .executeTakeFirst()
  return found !== undefined
}
