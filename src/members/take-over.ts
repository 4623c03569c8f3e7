// The first single sign-on to an account. Until then nobody has proved that its address is theirs: an Admin of any
// organization here may have invited it and used the link themselves. So what could open it before, no longer does.
import type { Kysely } from 'kysely'
import type { Tables } from '../database/types.ts'

export async function takeOver(db: Kysely<Tables>, personId: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await tx
      .updateTable('people')
      .set({ is_email_verified: true, is_two_factor_enabled: false })
      .where('id', '=', personId)
      .execute()
    await tx
      .deleteFrom('person_accounts')
      .where('person_id', '=', personId)
      .where('provider_id', '=', 'credential')
      .execute()
    for (const table of ['two_factors', 'passkeys', 'sessions'] as const)
      await tx.deleteFrom(table).where('person_id', '=', personId).execute()
  })
}
