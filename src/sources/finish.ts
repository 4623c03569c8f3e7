// The end of a turn: the lease goes back, and the feed says when it is next due and how it went.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import type { ClaimedFeed } from './lease.ts'
import type { SourceFault } from './source.ts'

export type TurnEnd =
  | { how: 'caught up'; isFinished: boolean }
  /** The vendor needs time for the rest. */
  | { how: 'waiting'; seconds: number; isRecentRead: boolean }
  /** Stopped after its share of pages, or because the service stops: the rest is due at once. */
  | { how: 'yielded' }
  | { how: 'failed'; fault: SourceFault }

export interface FinishTurn {
  feed: ClaimedFeed
  end: TurnEnd
  nextDueAt: Date
  now: Date
  /** Of pages that held nothing to store. */
  cursor: { value: unknown } | null
  isSweep: boolean
}

/** False when the lease was lost meanwhile: then the feed is another's, and nothing is written. */
export async function finishTurn(db: Db, given: FinishTurn): Promise<boolean> {
  const { feed, end, nextDueAt, now, cursor, isSweep } = given
  const { organizationId, tenantId, source, leaseToken } = feed
  const { numUpdatedRows } = await inOrganization(db, organizationId, tx =>
    tx
      .updateTable('feeds')
      .set({
        lease_token: null,
        lease_until: null,
        lease_holder: null,
        next_due_at: nextDueAt,
        turned_at: now,
        ...(cursor && { cursor: JSON.stringify(cursor.value ?? null) }),
        ...(cursor && isSweep && { swept_at: now }),
        ...(end.how === 'failed'
          ? {
              failures: sql<number>`failures + 1`,
              fault_since: sql<Date>`case when fault_kind = ${end.fault.kind} then fault_since else ${now} end`,
              fault_kind: end.fault.kind,
              fault_words: end.fault.message.slice(0, 1000),
              fault_permission: end.fault.permission ?? null,
            }
          : { failures: 0, fault_since: null, fault_kind: null, fault_words: null, fault_permission: null }),
        ...((end.how === 'caught up' || (end.how === 'waiting' && end.isRecentRead)) && {
          caught_up_at: now,
          first_caught_up_at: sql<Date>`coalesce(first_caught_up_at, ${now})`,
        }),
        ...(end.how === 'caught up' && { is_finished: end.isFinished }),
      })
      .where('organization_id', '=', organizationId)
      .where('tenant_id', '=', tenantId)
      .where('source', '=', source)
      .where('lease_token', '=', leaseToken)
      .where('lease_until', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}
