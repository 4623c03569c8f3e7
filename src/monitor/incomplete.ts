// Whether a tenant's history is still coming in. Half of one makes strangers of people: meanwhile judging waits.
import type { Tx } from '../database/in-organization.ts'
import { isImporting } from '../tenants/importing.ts'

/** For how long a tenant whose history is still being read, or imported, may wait to be judged as a whole. */
export const HISTORY_SECONDS = 3600

export async function isIncomplete(
  tx: Tx,
  organizationId: string,
  { tenantId, now, atMostSeconds }: { tenantId: string; now: Date; atMostSeconds: number },
): Promise<boolean> {
  if (await isImporting(tx, organizationId, { tenantId, atMostSeconds })) return true
  const feeds = await tx
    .selectFrom('feeds')
    .select(['source', 'enrolled_at', 'first_caught_up_at', 'fault_kind', 'is_resting'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .execute()
  const newSince = new Date(now.getTime() - atMostSeconds * 1000)
  // A source that a later version brings to a tenant known for long holds up nothing.
  if (feeds.some(({ enrolled_at }) => enrolled_at <= newSince)) return false
  return feeds.some(
    feed =>
      feed.source !== 'directory' &&
      feed.first_caught_up_at === null &&
      feed.fault_kind === null &&
      !feed.is_resting,
  )
}
