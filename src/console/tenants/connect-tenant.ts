// Connecting a tenant: what that takes, and the way by an application of the tenant's own.
import Type from 'typebox'
import { inOrganization } from '../../database/in-organization.ts'
import type { Findings } from '../../sources/microsoft/check.ts'
import { checkConnection } from '../../sources/microsoft/check.ts'
import { clientFor } from '../../sources/microsoft/client.ts'
import type { Credentials } from '../../tenants/connection.ts'
import { type ConsoleContext, consoleRoute } from '../route.ts'
import { GivenCredentials, readCredentials } from './credentials.ts'
import { refuseWatched, takeTenant } from './take-tenant.ts'

export const DirectoryId = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  refusal:
    'The directory id is a GUID such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427. Entra shows it under Overview, as Tenant ID.',
})
export const Watch = {
  service: Type.Union([Type.Literal('Monitoring'), Type.Literal('Scan')], { default: 'Monitoring' }),
  isInternal: Type.Boolean({ default: false }),
}
export const CHECK_MILLISECONDS = 90_000

/** What the application must be given in Entra, as application permissions. All of them can only read. */
const PERMISSIONS: { permission: string; of: string; isOptional?: boolean }[] = [
  { permission: 'ActivityFeed.Read', of: 'Office 365 Management APIs' },
  { permission: 'AuditLog.Read.All', of: 'Microsoft Graph' },
  { permission: 'User.Read.All', of: 'Microsoft Graph' },
  { permission: 'Organization.Read.All', of: 'Microsoft Graph' },
  { permission: 'AuditLogsQuery.Read.All', of: 'Microsoft Graph', isOptional: true },
]

/** Where Microsoft sends people back to: from consent, and from signing in. */
export const redirectOf = ({ addresses }: ConsoleContext) => `${addresses.appUrl}/tenants/connected`

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

export const connectByCredentials = consoleRoute({
  method: 'POST',
  url: '/onboarding/credentials',
  permission: 'connect tenants',
  body: Type.Object(
    {
      ...Watch,
      directoryTenantId: DirectoryId,
      displayName: Type.Optional(Type.String({ maxLength: 200 })),
      /** Connect although the check found something missing. */
      isIncompleteFine: Type.Boolean({ default: false }),
      credentials: GivenCredentials,
    },
    { additionalProperties: false },
  ),
  async handle(context, member, { body }) {
    const { db, now } = context
    const { organizationId } = member
    const directoryTenantId = body.directoryTenantId.toLowerCase()
    const { credentials, expiresAt } = readCredentials(body.credentials, now)
    await inOrganization(db, organizationId, tx => refuseWatched(tx, organizationId, { directoryTenantId }))
    const findings = await checkWith(context, directoryTenantId, credentials)
    // Nothing is kept of credentials that open nothing, or less than is wanted unless that is fine.
    if (!canSignIn(findings) || !(findings.isUsable || body.isIncompleteFine))
      return { tenant: null, findings }
    const tenant = await inOrganization(db, organizationId, tx =>
      takeTenant(context, tx, member, {
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

export const canSignIn = ({ items }: Findings) => items.some(({ state }) => state !== 'failed')

/** Tries credentials that are not kept yet. */
export function checkWith(
  { microsoft, config: { lookBackDays } }: ConsoleContext,
  directoryTenantId: string,
  credentials: Credentials,
) {
  return checkConnection(clientFor({ ...microsoft, directoryTenantId, credentials }), {
    signal: AbortSignal.timeout(CHECK_MILLISECONDS),
    lookBackDays,
  })
}
