// Consent that was asked for, in its two steps: what is sent along to Microsoft comes back once each time, to the one who
// asked. First from the consent, then from signing in to the directory that is said to have given it.
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'

const GOOD_FOR_MINUTES = 60

export interface ConsentRequest {
  service: Service
  isInternal: boolean
  /** Consent anew, for a tenant that is there already. */
  tenantId: string | null
}

interface Asker {
  personId: string
  sessionId: string
  at: Date
}

/** What the sign-in is held against when it comes back. */
interface Words {
  state: string
  nonce: string
  verifier: string
}

const hashOf = (state: string) => createHash('sha256').update(state).digest()

export async function askConsent(
  tx: Tx,
  organizationId: string,
  { service, isInternal, tenantId, personId, sessionId, at }: ConsentRequest & Asker,
): Promise<string> {
  const state = randomBytes(32).toString('base64url')
  await tx.deleteFrom('consent_requests').where('expires_at', '<=', at).execute()
  await tx
    .insertInto('consent_requests')
    .values({
      state_hash: hashOf(state),
      organization_id: organizationId,
      person_id: personId,
      session_id: sessionId,
      service,
      is_internal: isInternal,
      tenant_id: tenantId,
      created_at: at,
      expires_at: new Date(at.getTime() + GOOD_FOR_MINUTES * 60_000),
    })
    .execute()
  return state
}

/** From here on it takes the sign-in's words. Null when it is unknown, used, too old, or somebody else's. */
export async function askProof(
  tx: Tx,
  organizationId: string,
  {
    state,
    directoryTenantId,
    words,
    personId,
    sessionId,
    at,
  }: { state: string; directoryTenantId: string; words: Words } & Asker,
): Promise<ConsentRequest | null> {
  const row = await tx
    .updateTable('consent_requests')
    .set({
      state_hash: hashOf(words.state),
      directory_tenant_id: directoryTenantId,
      nonce: words.nonce,
      code_verifier: words.verifier,
    })
    .where('state_hash', '=', hashOf(state))
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('directory_tenant_id', 'is', null)
    .where('expires_at', '>', at)
    .returning(['service', 'is_internal', 'tenant_id'])
    .executeTakeFirst()
  return row ? { service: row.service, isInternal: row.is_internal, tenantId: row.tenant_id } : null
}

/** Used up by being read. Null as above. */
export async function takeProof(
  tx: Tx,
  organizationId: string,
  { state, personId, sessionId, at }: { state: string } & Asker,
): Promise<(ConsentRequest & { directoryTenantId: string; words: Words }) | null> {
  const row = await tx
    .deleteFrom('consent_requests')
    .where('state_hash', '=', hashOf(state))
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('directory_tenant_id', 'is not', null)
    .returning([
      'service',
      'is_internal',
      'tenant_id',
      'directory_tenant_id',
      'nonce',
      'code_verifier',
      'expires_at',
    ])
    .executeTakeFirst()
  if (!row || row.expires_at <= at) return null
  return {
    service: row.service,
    isInternal: row.is_internal,
    tenantId: row.tenant_id,
    directoryTenantId: row.directory_tenant_id!,
    words: { state, nonce: row.nonce!, verifier: row.code_verifier! },
  }
}
