// Remembers when a key was last used, to the minute: a write for every request would cost more than the answer.
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'

const MINUTE = 60_000

export function lastUseNotes(db: Db) {
  const notedAt = new Map<string, number>()
  return function noteUse(organizationId: string, keyId: string, at: Date): Promise<unknown> | undefined {
    if (at.getTime() - (notedAt.get(keyId) ?? -Infinity) < MINUTE) return undefined
    notedAt.set(keyId, at.getTime())
    return inOrganization(db, organizationId, tx =>
      tx
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('organization_id', '=', organizationId)
        .where('id', '=', keyId)
        .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
        .execute(),
    )
  }
}
