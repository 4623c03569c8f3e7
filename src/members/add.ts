// Adds a person to an organization; a person who already has an account keeps it, and its password.
import { randomUUID } from 'node:crypto'

import type { Tx } from '../database/in-organization.ts'
import type { Role } from '../database/types.ts'
import { hashPassword } from './password.ts'

export interface NewMember {
  email: string
  name: string
  role: Role
  /** Set only for a person who has no account yet, unless `resetPassword`. Undefined: they have an account. */
  password: string | undefined
  resetPassword?: boolean
  at: Date
}

export async function addMember(
  tx: Tx,
  organizationId: string,
  member: NewMember,
): Promise<{ personId: string; isNew: boolean }> {
  const { name, role, at } = member
  const email = member.email.toLowerCase()
  const inserted = await tx
    .insertInto('people')
    .values({ id: randomUUID(), email, name, image: null, created_at: at, updated_at: at })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  const { id } =
    inserted ??
    (await tx.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow())
  if (member.password !== undefined && (inserted || member.resetPassword)) {
    const password_hash = await hashPassword(member.password)
    await tx
      .insertInto('person_accounts')
      .values({
        id: randomUUID(),
        person_id: id,
        provider_id: 'credential',
        account_id: id,
        password_hash,
        created_at: at,
        updated_at: at,
      })
      .onConflict(conflict =>
        conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password_hash, updated_at: at }),
      )
      .execute()
  }
  await tx
    .insertInto('members')
    .values({ organization_id: organizationId, person_id: id, role, created_at: at })
    .onConflict(conflict => conflict.columns(['organization_id', 'person_id']).doUpdateSet({ role }))
    .execute()
  return { personId: id, isNew: inserted !== undefined }
}
