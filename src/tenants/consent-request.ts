// Consent that was asked for: the word sent along to Microsoft comes back once, to the one who asked.
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

/** Used up by being read. Null when it is unknown, used, too old, or somebody else's. */
export async function takeConsent(
  tx: Tx,
  organizationId: string,
  { state, personId, sessionId, at }: { state: string } & Asker,
): Promise<ConsentRequest | null> {
  const row = await tx
    .deleteFrom('consent_requests')
    .where('state_hash', '=', hashOf(state))
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .returning(['service', 'is_internal', 'tenant_id', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at <= at) return null
  return { service: row.service, isInternal: row.is_internal, tenantId: row.tenant_id }
}
