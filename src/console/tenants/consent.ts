// Connecting a tenant by consent to the installation's own application: asked for, given at Microsoft, and believed once
// whoever brings it has signed in to that directory as its administrator.
import Type from 'typebox'
import { inOrganization } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import {
  NotProven,
  newSignInWords,
  readAdministrator,
  signInAddress,
} from '../../sources/microsoft/administrator.ts'
import { askConsent, askProof, takeProof } from '../../tenants/consent-request.ts'
import { type ConsoleContext, consoleRoute } from '../route.ts'
import { checkWith, DirectoryId, redirectOf, Watch } from './connect-tenant.ts'
import { reconnect } from './connection.ts'
import { refuseWatched, takeTenant } from './take-tenant.ts'
import { tenantNamed } from './tenants.ts'

const State = Type.String({ minLength: 1, maxLength: 200 })

const ownApp = ({ microsoft: { app } }: ConsoleContext) => {
  if (app) return app
  throw new Problem(
    'conflict',
    'This installation has no application of its own to consent to. Connect the tenant by credentials, or ask the operator to set VEDETTE_MICROSOFT_CLIENT_ID.',
  )
}

const notAsked = () =>
  new Problem(
    'conflict',
    'This consent was not asked for in this session, was used already, or is older than an hour. Begin again under Tenants.',
  )

const signInParts = (context: ConsoleContext, directoryTenantId: string) => ({
  cloud: context.microsoft.cloud,
  fetch: context.microsoft.fetch,
  app: ownApp(context),
  redirectUri: redirectOf(context),
  directoryTenantId,
})

/** What is wrong is told to the one who tries; what was behind it, to the log. */
const told =
  ({ log }: ConsoleContext) =>
  (error: unknown): never => {
    if (!(error instanceof NotProven)) throw error
    log.warn({ err: error.cause, words: error.message }, 'a consent could not be proven')
    throw new Problem('conflict', error.message)
  }

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
    const { clientId } = ownApp(context)
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
    link.searchParams.set('client_id', clientId)
    link.searchParams.set('redirect_uri', redirectOf(context))
    link.searchParams.set('state', asked.state)
    return { url: link.href }
  },
})

/** Back from consent. Which directory gave it is only claimed: answered with where to sign in to it. */
export const proveConsent = consoleRoute({
  method: 'POST',
  url: '/onboarding/consented',
  permission: 'connect tenants',
  body: Type.Object({ state: State, tenant: DirectoryId }, { additionalProperties: false }),
  async handle(context, { organizationId, personId, sessionId }, { body }) {
    const { db, now } = context
    const directoryTenantId = body.tenant.toLowerCase()
    const words = newSignInWords()
    // Before the request is taken a step on: if Microsoft cannot be reached now, the page may be loaded again.
    const url = await signInAddress(signInParts(context, directoryTenantId), words).catch(told(context))
    await inOrganization(db, organizationId, async tx => {
      const asked = await askProof(tx, organizationId, {
        state: body.state,
        directoryTenantId,
        words,
        personId,
        sessionId,
        at: now,
      })
      if (!asked) throw notAsked()
      if (asked.tenantId === null) await refuseWatched(tx, organizationId, { directoryTenantId })
    })
    return { url }
  },
})

/** Back from signing in. */
export const connectByConsent = consoleRoute({
  method: 'POST',
  url: '/onboarding/proven',
  permission: 'connect tenants',
  body: Type.Object(
    { state: State, code: Type.String({ minLength: 1, maxLength: 10_000 }) },
    { additionalProperties: false },
  ),
  async handle(context, member, { body }) {
    const { db, now } = context
    const { organizationId, personId, sessionId } = member
    const asked = await inOrganization(db, organizationId, tx =>
      takeProof(tx, organizationId, { state: body.state, personId, sessionId, at: now }),
    )
    if (!asked) throw notAsked()
    const { directoryTenantId, tenantId, service, isInternal, words } = asked
    const { userName: administrator } = await readAdministrator(signInParts(context, directoryTenantId), {
      words,
      code: body.code,
    }).catch(told(context))
    const findings = await checkWith(context, directoryTenantId, ownApp(context))
    const given = { directoryTenantId, credentials: undefined, expiresAt: null, findings, administrator }
    const tenant = await inOrganization(db, organizationId, tx =>
      tenantId
        ? reconnect(context, tx, member, { ...given, tenantId })
        : takeTenant(context, tx, member, {
            ...given,
            service,
            isInternal,
            displayName: findings.displayName,
          }),
    )
    return { tenant, findings }
  },
})
