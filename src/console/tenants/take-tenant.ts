// Takes a connected tenant under watch. A new one gets its code and its trial here; one that was offboarded comes back as
// the tenant it was, with its history, its incidents and its bills.
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write.ts'
import type { Tx } from '../../database/in-organization.ts'
import type { Service } from '../../database/types.ts'
import { type Day, dayOf } from '../../days.ts'
import { Problem } from '../../http/problem.ts'
import { restartFeeds, startFeeds } from '../../sources/feeds.ts'
import type { Findings } from '../../sources/microsoft/check.ts'
import { microsoftSources } from '../../sources/microsoft/sources.ts'
import { type Credentials, saveConnection } from '../../tenants/connection.ts'
import { onboardTenant } from '../../tenants/onboard.ts'
import { returnTenant } from '../../tenants/return.ts'
import { countOn } from '../../usage/count-on.ts'
import { recordDays } from '../../usage/record-day.ts'
import type { ConsoleContext, Member } from '../route.ts'

export const ALL_SOURCES = microsoftSources.map(({ name }) => name)

interface Known {
  id: string
  serviceTenantId: string
  displayName: string
  offboardedOn: Day | null
}

/** A directory is one tenant of an organization, and watched once. */
export async function refuseWatched(
  tx: Tx,
  organizationId: string,
  { directoryTenantId }: { directoryTenantId: string },
): Promise<Known | undefined> {
  const known = await tx
    .selectFrom('tenants')
    .select([
      'id',
      'service_tenant_id as serviceTenantId',
      'display_name as displayName',
      'offboarded_on as offboardedOn',
    ])
    .where('organization_id', '=', organizationId)
    .where('directory_tenant_id', '=', directoryTenantId)
    .executeTakeFirst()
  if (known && known.offboardedOn === null)
    throw new Problem(
      'conflict',
      `${known.displayName} is connected already. Change how it is reached on its page.`,
    )
  return known
}

export interface TakeTenant {
  directoryTenantId: string
  displayName: string | null
  service: Service
  isInternal: boolean
  credentials: Credentials | undefined
  expiresAt: Date | null
  findings: Findings
  /** Who showed that they administer the directory, where that was asked. */
  administrator?: string
}

export async function takeTenant(
  context: ConsoleContext,
  tx: Tx,
  member: Member,
  given: TakeTenant,
): Promise<{ serviceTenantId: string; displayName: string }> {
  const { organizationId } = member
  const { microsoft, now } = context
  const { directoryTenantId, service, isInternal, credentials, expiresAt, findings, administrator } = given
  // One at a time: of two who connect the same directory, the second is told so.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${directoryTenantId}`}, 0))`.execute(
    tx,
  )
  const known = await refuseWatched(tx, organizationId, { directoryTenantId })
  const tenant = known
    ? await bringBack(context, tx, organizationId, { known, service, isInternal })
    : await add(context, tx, organizationId, given)
  await saveConnection(
    tx,
    organizationId,
    { tenantId: tenant.id, credentials, expiresAt, findings, at: now },
    microsoft.secrets,
  )
  await writeAudit(tx, organizationId, member, {
    action: 'connected a tenant',
    subject: tenant.displayName,
    detail: {
      serviceTenantId: tenant.serviceTenantId,
      directoryTenantId,
      service,
      isInternal,
      by: credentials ? 'credentials' : 'consent',
      clientId: credentials?.clientId ?? null,
      ...(administrator !== undefined && { administrator }),
      ...(known && { awaySince: known.offboardedOn }),
    },
    at: now,
  })
  return { serviceTenantId: tenant.serviceTenantId, displayName: tenant.displayName }
}

async function add(
  { config, now }: ConsoleContext,
  tx: Tx,
  organizationId: string,
  { directoryTenantId, displayName, service, isInternal }: TakeTenant,
) {
  const named = displayName || directoryTenantId
  const made = await onboardTenant(tx, organizationId, {
    directoryTenantId,
    displayName: named,
    service,
    isInternal,
    onboardedOn: dayOf(now),
    trialDays: config.trialDays,
    at: now,
  })
  await startFeeds(tx, organizationId, { tenantId: made.id, sources: ALL_SOURCES, at: now })
  return { ...made, displayName: named }
}

async function bringBack(
  { now }: ConsoleContext,
  tx: Tx,
  organizationId: string,
  { known, service, isInternal }: { known: Known; service: Service; isInternal: boolean },
) {
  const { id: tenantId, displayName } = known
  await returnTenant(tx, organizationId, { tenantId, service, isInternal, at: now })
  await restartFeeds(tx, organizationId, { tenantId, sources: ALL_SOURCES, at: now })
  // What it is from today on stands in today's row already, with the last known counts until the directory is read.
  const today = dayOf(now)
  const count = await countOn(tx, organizationId, { tenantId, asOf: today })
  if (count)
    await recordDays(tx, organizationId, {
      facts: [{ ...count, tenantId, day: today, displayName, service, isInternal, isCarried: true }],
      today,
      at: now,
    })
  return known
}
