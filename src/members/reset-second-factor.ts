// The operator's way back for whoever has lost their second factor and their recovery codes.
import type { Actor } from '../audit/write.ts'
import type { Db } from '../database/connect.ts'
import { hasOwnFactor } from './second-factor.ts'
import { writeForPersonWithin } from './write-for-person.ts'

/** Undefined: nobody has this address. */
export function resetSecondFactor(
  db: Db,
  { email, actor, at }: { email: string; actor: Actor; at: Date },
): Promise<{ name: string; hadFactor: boolean } | undefined> {
  return db.transaction().execute(async tx => {
    const person = await tx
      .selectFrom('people')
      .select(['id', 'name'])
      .where('email', '=', email.toLowerCase())
      .forUpdate()
      .executeTakeFirst()
    if (!person) return undefined
    const { id, name } = person
    if (!(await hasOwnFactor(tx, id))) return { name, hadFactor: false }
    await tx
      .updateTable('people')
      .set({ is_two_factor_enabled: false, updated_at: at })
      .where('id', '=', id)
      .execute()
    // With the sessions: whoever found the lost device may be signed in.
    for (const table of ['two_factors', 'passkeys', 'sessions'] as const)
      await tx.deleteFrom(table).where('person_id', '=', id).execute()
    await writeForPersonWithin(tx, id, actor, { action: 'reset a second factor', subject: email, at })
    return { name, hadFactor: true }
  })
}
