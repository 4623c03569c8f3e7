// The active API keys of an organization, newest first. What a key is made of is not read at all.
import type { Tx } from '../database/in-organization.ts'

export interface ListedKey {
  id: string
  description: string | null
  createdAt: Date
  /** Null when it was made outside the dashboard, or by somebody whose account is gone. */
  createdBy: string | null
  lastUsedAt: Date | null
}

export async function listKeys(tx: Tx, organizationId: string): Promise<ListedKey[]> {
  const rows = await tx
    .selectFrom('api_keys as k')
    .leftJoin('people as p', 'p.id', 'k.created_by')
    .select(['k.id', 'k.description', 'k.created_at', 'p.name', 'k.last_used_at'])
    .where('k.organization_id', '=', organizationId)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    description: row.description,
    createdAt: row.created_at,
    createdBy: row.name,
    lastUsedAt: row.last_used_at,
  }))
}
