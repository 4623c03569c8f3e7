// Connects the company of the demo's cloud to an organization, as consent in the dashboard does.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import { dayOf } from '../days.ts'
import { startFeeds } from '../sources/feeds.ts'
import { checkConnection } from '../sources/microsoft/check.ts'
import { clientFor } from '../sources/microsoft/client.ts'
import { cloudFrom } from '../sources/microsoft/clouds.ts'
import { microsoftSources } from '../sources/microsoft/sources.ts'
import { saveConnection } from '../tenants/connection.ts'
import { onboardTenant } from '../tenants/onboard.ts'
import type { DemoCloud } from './cloud.ts'

const TRIAL_DAYS = 14
const PATIENCE_MILLISECONDS = 10_000

/** Leaves alone a tenant that is connected already. */
export async function connectCompany(
  db: Db,
  organizationId: string,
  { microsoft, directoryTenantId, name, clock, lookBackDays }: DemoCloud & { lookBackDays: number },
): Promise<void> {
  const known = await inOrganization(db, organizationId, tx =>
    tx
      .selectFrom('tenants')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('directory_tenant_id', '=', directoryTenantId)
      .executeTakeFirst(),
  )
  if (known) return
  const credentials = microsoft.app as { clientId: string; secret: string }
  const findings = await checkConnection(
    clientFor({ cloud: cloudFrom(microsoft), directoryTenantId, credentials, fetch, clock }),
    { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS), lookBackDays },
  )
  const at = clock()
  await inOrganization(db, organizationId, async tx => {
    const { id: tenantId } = await onboardTenant(tx, organizationId, {
      directoryTenantId,
      displayName: name,
      service: 'Monitoring',
      isInternal: false,
      onboardedOn: dayOf(at),
      trialDays: TRIAL_DAYS,
      at,
    })
    await saveConnection(
      tx,
      organizationId,
      { tenantId, credentials: undefined, expiresAt: null, findings, at },
      // By consent: there is nothing to seal.
      { present: '', previous: undefined },
    )
    const sources = microsoftSources.map(({ name: source }) => source)
    await startFeeds(tx, organizationId, { tenantId, sources, at })
  })
}

/** Until its people have been counted for the first time, or as long as one cares to wait. */
export async function waitForCount(owner: Db, { directoryTenantId }: DemoCloud): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  while (performance.now() < deadline) {
    const { rows } = await sql`
      select 1 from daily_usage d join tenants t on t.id = d.tenant_id
      where t.directory_tenant_id = ${directoryTenantId} limit 1`.execute(owner)
    if (rows.length) return
    await sleep(50)
  }
}

/** Where time stood when the demo was last stopped, should it have run faster than life; else now. */
export async function demoTime(owner: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`select max(turned_at) as at from feeds`.execute(owner)
  return new Date(Math.max(Date.now(), rows[0]?.at?.getTime() ?? 0))
}
