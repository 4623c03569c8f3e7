// Finds an account by what a log says of it.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'

/** By its id; without one, or when the directory does not have it, by its sign-in name or mail address. */
export async function findUser(
  tx: Tx,
  organizationId: string,
  { tenantId, id, name }: { tenantId: string; id: string | null; name: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from directory_users
    where organization_id = ${organizationId} and tenant_id = ${tenantId}
      and (id = ${id} or lower(user_principal_name) = ${name} or lower(mail) = ${name})
    order by id = ${id} desc nulls last, deleted_at is null desc, lower(user_principal_name) = ${name} desc,
      -- Made up from records before the directory told of it.
      id = user_principal_name, id
    limit 1`.execute(tx)
  return rows[0]?.id
}
