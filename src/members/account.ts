// A person's own account: how they sign in, and where they are signed in.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

export interface Account {
  hasPassword: boolean
  hasTwoFactor: boolean
  passkeys: { id: string; name: string | null; addedAt: Date | null }[]
  sessions: { id: string; signedInAt: Date; address: string | null; browser: string | null }[]
}

export async function readAccount(db: Db, personId: string): Promise<Account> {
  const [person, password, passkeys, sessions] = await Promise.all([
    db.selectFrom('people').select('is_two_factor_enabled').where('id', '=', personId).executeTakeFirst(),
    db
      .selectFrom('person_accounts')
      .select('id')
      .where('person_id', '=', personId)
      .where('provider_id', '=', 'credential')
      .where('password_hash', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at as addedAt'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('sessions')
      .select(['id', 'created_at as signedInAt', 'ip_address as address', 'user_agent as browser'])
      .where('person_id', '=', personId)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  ])
  return {
    hasPassword: password !== undefined,
    hasTwoFactor: person?.is_two_factor_enabled ?? false,
    passkeys,
    sessions,
  }
}

export async function rename(
  db: Db,
  personId: string,
  { name, at }: { name: string; at: Date },
): Promise<void> {
  await db.updateTable('people').set({ name, updated_at: at }).where('id', '=', personId).execute()
}

export function removePasskey(
  db: Db,
  personId: string,
  id: string,
): Promise<{ name: string | null } | undefined> {
  return db.transaction().execute(async tx => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('person_id', '=', personId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    // With the last one, what sessions have shown by a passkey holds no longer.
    await tx
      .updateTable('sessions')
      .set({ second_factor: null })
      .where('person_id', '=', personId)
      .where('second_factor', '=', 'passkey')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('passkeys').select('id').where('person_id', '=', personId))),
      )
      .execute()
    return removed
  })
}

/** All but one, or of those only one; returns how many ended. */
export async function signOutOthers(
  db: Db,
  personId: string,
  { except, only }: { except: string; only?: string },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '<>', except)
    .$if(only !== undefined, query => query.where('id', '=', only!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
