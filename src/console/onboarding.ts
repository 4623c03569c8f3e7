// Connecting tenants: by consent to the installation's application or by an application of the tenant's own; checking,
// changing and ending that.
import Type from 'typebox'
import { writeAudit } from '../audit/write.ts'
import { inOrganization, type Tx } from '../database/in-organization.ts'
import { dayOf } from '../days.ts'
import { Problem } from '../http/problem.ts'
import { startFeeds } from '../sources/feeds.ts'
import { checkConnection, type Findings } from '../sources/microsoft/check.ts'
import { clientFor } from '../sources/microsoft/client.ts'
import { microsoftConnect } from '../sources/microsoft/connect.ts'
import { microsoftSources } from '../sources/microsoft/sources.ts'
import { SourceFault } from '../sources/source.ts'
import {
  type Credentials,
  forgetConnection,
  noteFindings,
  readConnection,
  saveConnection,
} from '../tenants/connection.ts'
import { askConsent, takeConsent } from '../tenants/consent-request.ts'
import { offboardTenant } from '../tenants/offboard.ts'
import { billOn } from '../usage/billing.ts'
import { countOn } from '../usage/count-on.ts'
import { addTenant, refuseTaken } from './add-tenant.ts'
import { GivenCredentials, readCredentials } from './credentials.ts'
import { type ConsoleContext, consoleRoute, type Member } from './route.ts'
import { tenantNamed } from './tenants.ts'

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Id = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })
const Watch = {
  service: Type.Union([Type.Literal('Monitoring'), Type.Literal('Scan')], { default: 'Monitoring' }),
  isInternal: Type.Boolean({ default: false }),
}
const CHECK_MILLISECONDS = 90_000

/** What the application must be given in Entra, as application permissions. All of them can only read. */
const PERMISSIONS = [
  { permission: 'ActivityFeed.Read', of: 'Office 365 Management APIs' },
  { permission: 'AuditLog.Read.All', of: 'Microsoft Graph' },
  { permission: 'User.Read.All', of: 'Microsoft Graph' },
  { permission: 'Organization.Read.All', of: 'Microsoft Graph' },
]

const redirectOf = ({ addresses }: ConsoleContext) => `${addresses.appUrl}/tenants/connected`

export const readOnboarding = consoleRoute({
  method: 'GET',
  url: '/onboarding',
  permission: 'connect tenants',
  async handle(context) {
    const { microsoft, config } = context
    return {
      canConsent: microsoft.app !== undefined,
      redirectUri: redirectOf(context),
      permissions: PERMISSIONS,
      trialDays: config.trialDays,
      lookBackDays: config.lookBackDays,
    }
  },
})

export const askForConsent = consoleRoute({
  method: 'POST',
  url: '/onboarding/consent',
  permission: 'connect tenants',
  body: Type.Object(
    { ...Watch, serviceTenantId: Type.Optional(Type.String({ maxLength: 64 })) },
    { additionalProperties: false },
  ),
  async handle(context, { organizationId, personId, sessionId }, { body }) {
    const { db, microsoft, now } = context
    if (!microsoft.app)
      throw new Problem(
        'conflict',
        'This installation has no application of its own to consent to. Connect the tenant by credentials, or ask the operator to set VEDETTE_MICROSOFT_CLIENT_ID.',
      )
    const asked = await inOrganization(db, organizationId, async tx => {
      const tenant =
        body.serviceTenantId === undefined
          ? null
          : await tenantNamed(tx, organizationId, body.serviceTenantId)
      const state = await askConsent(tx, organizationId, {
        service: body.service,
        isInternal: body.isInternal,
        tenantId: tenant?.id ?? null,
        personId,
        sessionId,
        at: now,
      })
      return { state, directory: tenant?.directoryTenantId ?? 'organizations' }
    })
    const link = new URL(`${microsoft.cloud.loginUrl}/${asked.directory}/adminconsent`)
    link.searchParams.set('client_id', microsoft.app.clientId)
    link.searchParams.set('redirect_uri', redirectOf(context))
    link.searchParams.set('state', asked.state)
    return { url: link.href }
  },
})

export const connectByConsent = consoleRoute({
  method: 'POST',
  url: '/onboarding/consented',
  permission: 'connect tenants',
  body: Type.Object(
    { state: Type.String({ minLength: 1, maxLength: 200 }), tenant: Id },
    { additionalProperties: false },
  ),
  async handle(context, member, { body }) {
    const { db, microsoft, now } = context
    const { organizationId, personId, sessionId } = member
    const asked = await inOrganization(db, organizationId, tx =>
      takeConsent(tx, organizationId, { state: body.state, personId, sessionId, at: now }),
    )
    if (!asked || !microsoft.app)
      throw new Problem(
        'conflict',
        'This consent was not asked for in this session, was used already, or is older than an hour. Begin again under Tenants.',
      )
    const directoryTenantId = body.tenant.toLowerCase()
    await inOrganization(db, organizationId, tx =>
      refuseTaken(tx, organizationId, { directoryTenantId, byConsent: true, except: asked.tenantId }),
    )
    const findings = await check(context, directoryTenantId, microsoft.app)
    const given = { directoryTenantId, credentials: undefined, expiresAt: null, findings }
    const tenant = await inOrganization(db, organizationId, tx =>
      asked.tenantId
        ? reconnect(context, tx, member, { ...given, tenantId: asked.tenantId })
        : addTenant(context, tx, member, { ...given, ...asked, displayName: findings.displayName }),
    )
    return { tenant, findings }
  },
})

export const connectByCredentials = consoleRoute({
  method: 'POST',
  url: '/onboarding/credentials',
  permission: 'connect tenants',
  body: Type.Object(
    {
      ...Watch,
      directoryTenantId: Id,
      displayName: Type.Optional(Type.String({ maxLength: 200 })),
      /** Connect although the check found something missing. */
      isIncompleteFine: Type.Boolean({ default: false }),
      credentials: GivenCredentials,
    },
    { additionalProperties: false },
  ),
  async handle(context, member, { body }) {
    const { db } = context
    const { organizationId } = member
    const directoryTenantId = body.directoryTenantId.toLowerCase()
    const { credentials, expiresAt } = readCredentials(body.credentials)
    await inOrganization(db, organizationId, tx =>
      refuseTaken(tx, organizationId, { directoryTenantId, byConsent: false, except: null }),
    )
    const findings = await check(context, directoryTenantId, credentials)
    // Nothing is kept of credentials that open nothing, or less than is wanted unless that is fine.
    if (!canSignIn(findings) || !(findings.isUsable || body.isIncompleteFine))
      return { tenant: null, findings }
    const tenant = await inOrganization(db, organizationId, tx =>
      addTenant(context, tx, member, {
        directoryTenantId,
        credentials,
        expiresAt,
        findings,
        service: body.service,
        isInternal: body.isInternal,
        displayName: findings.displayName ?? body.displayName?.trim() ?? null,
      }),
    )
    return { tenant, findings }
  },
})

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
    const { db } = context
    const { organizationId } = member
    const { credentials, expiresAt } = readCredentials(body.credentials)
    const tenant = await inOrganization(db, organizationId, tx => tenantNamed(tx, organizationId, id))
    const findings = await check(context, tenant.directoryTenantId, credentials)
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
  async handle({ db, microsoft, now }, member, { params: { id } }) {
    const { organizationId } = member
    const tenant = await inOrganization(db, organizationId, tx => tenantNamed(tx, organizationId, id))
    const client = await microsoftConnect({ ...microsoft, db })({
      organizationId,
      tenantId: tenant.id,
      directoryTenantId: tenant.directoryTenantId,
    }).catch(cause => {
      throw cause instanceof SourceFault ? new Problem('conflict', cause.message) : cause
    })
    const findings = await checkConnection(client, AbortSignal.timeout(CHECK_MILLISECONDS))
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

export const previewOffboarding = consoleRoute({
  method: 'GET',
  url: '/tenants/:id/offboard-preview',
  permission: 'connect tenants',
  params,
  async handle({ db, now }, { organizationId }, { params: { id } }) {
    return inOrganization(db, organizationId, async tx => {
      const tenant = await tenantNamed(tx, organizationId, id)
      const today = dayOf(now)
      const count = await countOn(tx, organizationId, { tenantId: tenant.id, asOf: today })
      const connection = await readConnection(tx, organizationId, { tenantId: tenant.id })
      return {
        today,
        billableStatus: billOn(today, tenant).billableStatus,
        percentageNow: billOn(today, tenant).proratingPercentageThisMonth,
        billableUsers: count?.billableUsers ?? 0,
        isByConsent: connection?.kind === 'consent',
      }
    })
  },
})

export const offboard = consoleRoute({
  method: 'POST',
  url: '/tenants/:id/offboard',
  permission: 'connect tenants',
  params,
  body: Type.Object({ displayName: Type.String({ maxLength: 500 }) }, { additionalProperties: false }),
  async handle({ db, now }, member, { params: { id }, body }) {
    const { organizationId } = member
    return inOrganization(db, organizationId, async tx => {
      const tenant = await tenantNamed(tx, organizationId, id)
      if (body.displayName.trim() !== tenant.displayName.trim())
        throw new Problem('invalid-request', `Type the tenant’s name, ${tenant.displayName}, to confirm.`, {
          parameter: 'displayName',
        })
      if (!(await offboardTenant(tx, organizationId, { tenantId: tenant.id, at: now })))
        throw new Problem('conflict', `${tenant.displayName} is no longer watched already. Reload the page.`)
      await forgetConnection(tx, organizationId, { tenantId: tenant.id })
      await writeAudit(tx, organizationId, member, {
        action: 'offboarded a tenant',
        subject: tenant.displayName,
        detail: { serviceTenantId: tenant.serviceTenantId, from: dayOf(now) },
        at: now,
      })
      return {}
    })
  },
})

const ALL_SOURCES = microsoftSources.map(({ name }) => name)

const canSignIn = ({ items }: Findings) => items.some(({ state }) => state !== 'failed')

function check({ microsoft }: ConsoleContext, directoryTenantId: string, credentials: Credentials) {
  return checkConnection(
    clientFor({ ...microsoft, directoryTenantId, credentials }),
    AbortSignal.timeout(CHECK_MILLISECONDS),
  )
}

async function reconnect(
  { microsoft, now }: ConsoleContext,
  tx: Tx,
  member: Member,
  given: {
    tenantId: string
    directoryTenantId: string
    credentials: Credentials | undefined
    expiresAt: Date | null
    findings: Findings
  },
) {
  const { organizationId } = member
  const { tenantId, credentials, expiresAt, findings } = given
  const row = await tx
    .selectFrom('tenants')
    .select(['service_tenant_id', 'display_name', 'directory_tenant_id', 'offboarded_on'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (row.offboarded_on !== null) throw new Problem('conflict', `${row.display_name} is no longer watched.`)
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
    },
    at: now,
  })
  return { serviceTenantId: row.service_tenant_id, displayName: row.display_name }
}
