// The second factor: what counts as one, and organizations that ask their members for it.
import { sql } from 'kysely'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { Db } from '../database/connect.ts'
import type { Tx } from '../database/in-organization.ts'

/** What a session has shown besides a password. A recovery code is a code too. */
export type Shown = 'code' | 'passkey' | 'single sign-on'

/** A code counts while two-factor is on. Whoever comes by single sign-on was judged by the provider. */
export const hasShownFactor = ({
  shown,
  hasTwoFactor,
}: {
  shown: Shown | null
  hasTwoFactor: boolean
}): boolean => (shown === 'code' ? hasTwoFactor : shown !== null)

export const noteShown = (db: Db, sessionId: string, shown: Shown) =>
  db.updateTable('sessions').set({ second_factor: shown }).where('id', '=', sessionId).execute()

/** What somebody has set up, the strongest first. */
export type OwnFactor = 'passkey' | 'authenticator app' | 'single sign-on'

/** As SQL, of the person whose row is called `p`. */
export const ownFactor = sql<OwnFactor | null>`case
  when exists (select from passkeys k where k.person_id = p.id) then 'passkey'
  when p.is_two_factor_enabled then 'authenticator app'
  when not exists (select from person_accounts a where a.person_id = p.id and a.provider_id = 'credential')
    then 'single sign-on'
end`

export async function hasOwnFactor(db: Db, personId: string): Promise<boolean> {
  const found = await db
    .selectFrom('people as p')
    .select('p.id')
    .where('p.id', '=', personId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('p.is_two_factor_enabled', '=', true),
        exists(selectFrom('passkeys as k').select('k.id').whereRef('k.person_id', '=', 'p.id')),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

export async function isFactorRequired(tx: Tx, organizationId: string): Promise<boolean> {
  const { requires_second_factor: isRequired } = await tx
    .selectFrom('organizations')
    .select('requires_second_factor')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return isRequired
}

/** Holds from the next request of every session on, since each asks where its person belongs. */
export async function requireFactor(
  tx: Tx,
  organizationId: string,
  actor: Actor,
  { isRequired, at }: { isRequired: boolean; at: Date },
): Promise<void> {
  const changed = await tx
    .updateTable('organizations')
    .set({ requires_second_factor: isRequired })
    .where('id', '=', organizationId)
    .where('requires_second_factor', '<>', isRequired)
    .returning('name')
    .executeTakeFirst()
  if (!changed) return
  await writeAudit(tx, organizationId, actor, {
    action: isRequired ? 'required a second factor' : 'stopped requiring a second factor',
    subject: changed.name,
    at,
  })
}
