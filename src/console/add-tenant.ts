// Takes a connected tenant under watch: here it gets its code, its trial and its feeds.
import { sql } from 'kysely'
import { writeAudit } from '../audit/write.ts'
import type { Tx } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'
import { dayOf } from '../days.ts'
import { Problem } from '../http/problem.ts'
import { startFeeds } from '../sources/feeds.ts'
import type { Findings } from '../sources/microsoft/check.ts'
import { microsoftSources } from '../sources/microsoft/sources.ts'
import { type Credentials, saveConnection } from '../tenants/connection.ts'
import { onboardTenant } from '../tenants/onboard.ts'
import type { ConsoleContext, Member } from './route.ts'

/** A directory is watched once in an organization, and by consent in one organization alone. */
export async function refuseTaken(
  tx: Tx,
  organizationId: string,
  {
    directoryTenantId,
    byConsent,
    except,
  }: { directoryTenantId: string; byConsent: boolean; except: string | null },
): Promise<void> {
  const taken = await tx
    .selectFrom('tenants')
    .select(['id', 'display_name', 'offboarded_on'])
    .where('organization_id', '=', organizationId)
    .where('directory_tenant_id', '=', directoryTenantId)
    .executeTakeFirst()
  if (taken && taken.id !== except)
    throw new Problem(
      'conflict',
      taken.offboarded_on === null
        ? `${taken.display_name} is connected already. Change how it is reached on its page.`
        : `${taken.display_name} was watched until ${taken.offboarded_on}, and its bills stand under that. It cannot be connected a second time.`,
    )
  if (!byConsent) return
  const { rows } = await sql<{ is_taken: boolean }>`
    select is_reached_by_others(${directoryTenantId}, ${organizationId}) as is_taken`.execute(tx)
  if (rows[0]?.is_taken)
    throw new Problem(
      'conflict',
      'This directory cannot be connected by consent. Connect it by credentials of an application of its own.',
    )
}

export interface AddTenant {
  directoryTenantId: string
  displayName: string | null
  service: Service
  isInternal: boolean
  credentials: Credentials | undefined
  expiresAt: Date | null
  findings: Findings
}

export async function addTenant(
  { microsoft, config, now }: ConsoleContext,
  tx: Tx,
  member: Member,
  given: AddTenant,
): Promise<{ serviceTenantId: string; displayName: string }> {
  const { organizationId } = member
  const { directoryTenantId, service, isInternal, credentials, expiresAt, findings } = given
  const displayName = given.displayName || directoryTenantId
  const { id: tenantId, serviceTenantId } = await onboardTenant(tx, organizationId, {
    directoryTenantId,
    displayName,
    service,
    isInternal,
    onboardedOn: dayOf(now),
    trialDays: config.trialDays,
    at: now,
  })
  await saveConnection(
    tx,
    organizationId,
    { tenantId, credentials, expiresAt, findings, at: now },
    microsoft.secrets,
  )
  await startFeeds(tx, organizationId, {
    tenantId,
    sources: microsoftSources.map(({ name }) => name),
    at: now,
  })
  await writeAudit(tx, organizationId, member, {
    action: 'connected a tenant',
    subject: displayName,
    detail: {
      serviceTenantId,
      directoryTenantId,
      service,
      isInternal,
      by: credentials ? 'credentials' : 'consent',
      clientId: credentials?.clientId ?? null,
    },
    at: now,
  })
  return { serviceTenantId, displayName }
}
