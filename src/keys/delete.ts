// Deletes an API key: immediate and for good (spec §3). False when the organization has no such key.
import type { Tx } from '../database/in-organization.ts'

export async function deleteKey(tx: Tx, organizationId: string, { id }: { id: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_keys')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
