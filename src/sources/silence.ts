// Looks for feeds that have fallen silent, and writes it down: silence brings no page that could.
import type { Tx } from '../database/in-organization.ts'
import { addDays, dayOf } from '../days.ts'
import { rateOf } from './rate.ts'

const HOUR = 3_600_000
// Nothing younger can be called silent; see rate.ts.
const YOUNGEST_HOURS = 3
const NORM_DAYS = 50

/** Returns how many feeds of the organization are silent. */
export async function noteSilence(
  tx: Tx,
  organizationId: string,
  { now, sources }: { now: Date; sources: string[] },
): Promise<number> {
  if (!sources.length) return 0
  const quiet = await tx
    .selectFrom('feeds')
    .select(['tenant_id', 'source', 'watching_since', 'last_record_at', 'silent_since'])
    .where('organization_id', '=', organizationId)
    .where('source', 'in', sources)
    .where('is_finished', '=', false)
    .where('is_resting', '=', false)
    .where('last_record_at', '<', new Date(now.getTime() - YOUNGEST_HOURS * HOUR))
    .execute()
  let silent = 0
  for (const feed of quiet) {
    const days = await tx
      .selectFrom('feed_days')
      .select(['day', 'counts'])
      .where('organization_id', '=', organizationId)
      .where('tenant_id', '=', feed.tenant_id)
      .where('source', '=', feed.source)
      .where('day', '>', addDays(dayOf(now), -NORM_DAYS))
      .execute()
    const { silentSince } = rateOf(days, {
      now,
      watchingSince: feed.watching_since ?? now,
      lastRecordAt: feed.last_record_at,
    })
    if (silentSince) silent++
    if ((silentSince === null) === (feed.silent_since === null)) continue
    await tx
      .updateTable('feeds')
      .set({ silent_since: silentSince })
      .where('organization_id', '=', organizationId)
      .where('tenant_id', '=', feed.tenant_id)
      .where('source', '=', feed.source)
      .execute()
  }
  return silent
}
