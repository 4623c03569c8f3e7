// Notes that accounts are gone from the directory; what was known of them is kept.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'

export async function deleteUsers(
  tx: Tx,
  organizationId: string,
  { tenantId, users }: { tenantId: string; users: { id: string; deletedAt: Date }[] },
): Promise<void> {
  if (!users.length) return
  const ids = users.map(({ id }) => id)
  const moments = users.map(({ deletedAt }) => deletedAt)
  await sql`
    update directory_users u set deleted_at = gone.at
    from unnest(${ids}::text[], ${moments}::timestamptz[]) as gone (id, at)
    where u.organization_id = ${organizationId} and u.tenant_id = ${tenantId} and u.id = gone.id
      -- A directory tells of it again and again; gone is gone since the first time.
      and u.deleted_at is null`.execute(tx)
}
