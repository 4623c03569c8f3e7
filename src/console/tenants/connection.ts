// How a tenant is reached: shown, tried, and changed.
import Type from 'typebox'
import { writeAudit } from '../../audit/write.ts'
import { inOrganization, type Tx } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import { startFeeds } from '../../sources/feeds.ts'
import { checkConnection, type Findings } from '../../sources/microsoft/check.ts'
import { microsoftConnect } from '../../sources/microsoft/connect.ts'
import { SourceFault } from '../../sources/source.ts'
import { type Credentials, noteFindings, readConnection, saveConnection } from '../../tenants/connection.ts'
import { type ConsoleContext, consoleRoute, type Member } from '../route.ts'
import { CHECK_MILLISECONDS, canSignIn, checkWith } from './connect-tenant.ts'
import { GivenCredentials, readCredentials } from './credentials.ts'
import { ALL_SOURCES } from './take-tenant.ts'
import { tenantNamed } from './tenants.ts'

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const readTenantConnection = consoleRoute({
  method: 'GET',
  url: '/tenants/:id/connection',
  permission: 'read tenants',
  params,
  async handle({ db }, { organizationId }, { params: { id } }) {
    return inOrganization(db, organizationId, async tx => {
      const tenant = await tenantNamed(tx, organizationId, id)
      const connection = await readConnection(tx, organizationId, { tenantId: tenant.id })
      return {
        connection: connection && {
          kind: connection.kind,
          clientId: connection.clientId,
          expiresAt: connection.expiresAt?.toISOString() ?? null,
          connectedAt: connection.connectedAt.toISOString(),
          changedAt: connection.changedAt.toISOString(),
          checkedAt: connection.checkedAt?.toISOString() ?? null,
          findings: connection.findings as Findings | null,
        },
      }
    })
  },
})

export const changeConnection = consoleRoute({
  method: 'POST',
  url: '/tenants/:id/connection',
  permission: 'connect tenants',
  params,
  body: Type.Object({ credentials: GivenCredentials }, { additionalProperties: false }),
  async handle(context, member, { params: { id }, body }) {
    const { db, now } = context
    const { organizationId } = member
    const { credentials, expiresAt } = readCredentials(body.credentials, now)
    const tenant = await inOrganization(db, organizationId, tx => tenantNamed(tx, organizationId, id))
    const findings = await checkWith(context, tenant.directoryTenantId, credentials)
    // What works is not replaced by what does not.
    if (!canSignIn(findings)) return { isSaved: false, findings }
    await inOrganization(db, organizationId, tx =>
      reconnect(context, tx, member, {
        directoryTenantId: tenant.directoryTenantId,
        tenantId: tenant.id,
        credentials,
        expiresAt,
        findings,
      }),
    )
    return { isSaved: true, findings }
  },
})

export const tryConnection = consoleRoute({
  method: 'POST',
  url: '/tenants/:id/check',
  permission: 'connect tenants',
  params,
  async handle({ db, microsoft, config: { lookBackDays }, now }, member, { params: { id } }) {
    const { organizationId } = member
    const tenant = await inOrganization(db, organizationId, tx => tenantNamed(tx, organizationId, id))
    const client = await microsoftConnect({ ...microsoft, db })({
      organizationId,
      tenantId: tenant.id,
      directoryTenantId: tenant.directoryTenantId,
    }).catch(cause => {
      throw cause instanceof SourceFault ? new Problem('conflict', cause.message) : cause
    })
    const findings = await checkConnection(client, {
      signal: AbortSignal.timeout(CHECK_MILLISECONDS),
      lookBackDays,
    })
    await inOrganization(db, organizationId, async tx => {
      await noteFindings(tx, organizationId, { tenantId: tenant.id, findings, at: now })
      await startFeeds(tx, organizationId, { tenantId: tenant.id, sources: ALL_SOURCES, at: now })
      await writeAudit(tx, organizationId, member, {
        action: 'checked a tenant’s connection',
        subject: tenant.displayName,
        detail: { serviceTenantId: tenant.serviceTenantId, isUsable: findings.isUsable },
        at: now,
      })
    })
    return { findings }
  },
})

/** By what works; what was there before is replaced. */
export async function reconnect(
  { microsoft, now }: ConsoleContext,
  tx: Tx,
  member: Member,
  given: {
    tenantId: string
    directoryTenantId: string
    credentials: Credentials | undefined
    expiresAt: Date | null
    findings: Findings
    /** Who showed that they administer the directory, where that was asked. */
    administrator?: string
  },
) {
  const { organizationId } = member
  const { tenantId, credentials, expiresAt, findings, administrator } = given
  const row = await tx
    .selectFrom('tenants')
    .select(['service_tenant_id', 'display_name', 'directory_tenant_id', 'offboarded_on'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (row.offboarded_on !== null)
    throw new Problem(
      'conflict',
      `${row.display_name} is no longer watched. Connect it again under Tenants, Connect a tenant.`,
    )
  if (row.directory_tenant_id !== given.directoryTenantId)
    throw new Problem(
      'conflict',
      `Consent came from another directory than that of ${row.display_name}. Sign in there as one of its administrators.`,
    )
  await saveConnection(
    tx,
    organizationId,
    { tenantId, credentials, expiresAt, findings, at: now },
    microsoft.secrets,
  )
  await startFeeds(tx, organizationId, { tenantId, sources: ALL_SOURCES, at: now })
  await writeAudit(tx, organizationId, member, {
    action: 'changed how a tenant is reached',
    subject: row.display_name,
    detail: {
      serviceTenantId: row.service_tenant_id,
      by: credentials ? 'credentials' : 'consent',
      clientId: credentials?.clientId ?? null,
      ...(administrator !== undefined && { administrator }),
    },
    at: now,
  })
  return { serviceTenantId: row.service_tenant_id, displayName: row.display_name }
}
