// The accounts behind names that wait to be judged: one that was renamed is judged as a whole, by its present name.
import type { Tx } from '../database/in-organization.ts'
import { successions } from '../detection/behaviour/renamed.ts'

export interface Account {
  /** The present one last. */
  names: string[]
  /** The newest record under any of them. */
  newestAt: Date
  /** From when on all is to be judged, where records came in that are older than usual. */
  historyFrom: Date | null
}

export interface Waiting {
  user_name: string
  user_id: string | null
  newest_at: Date
  history_from: Date | null
}

export async function accountsOf(
  tx: Tx,
  organizationId: string,
  { tenantId, waiting }: { tenantId: string; waiting: Waiting[] },
): Promise<Account[]> {
  const ids = [...new Set(waiting.flatMap(({ user_id }) => user_id ?? []))]
  const rows = ids.length
    ? await tx
        .selectFrom('judged_people')
        .select(['user_name', 'user_id', 'oldest_at', 'newest_at', 'history_from'])
        .where('organization_id', '=', organizationId)
        .where('tenant_id', '=', tenantId)
        .where('user_id', 'in', ids)
        .execute()
    : []
  const byName = new Map<string, Account>()
  for (const named of Map.groupBy(rows, ({ user_id }) => user_id).values()) {
    const spans = named.map(({ user_name, oldest_at, newest_at, history_from }) => ({
      user: user_name,
      historyFrom: history_from,
      first: (oldest_at ?? newest_at).getTime(),
      last: newest_at.getTime(),
    }))
    for (const names of successions(spans)) {
      const account = {
        names: names.map(({ user }) => user),
        newestAt: new Date(Math.max(...names.map(({ last }) => last))),
        historyFrom: earliest(names.flatMap(({ historyFrom }) => historyFrom ?? [])),
      }
      for (const { user } of names) byName.set(user, account)
    }
  }
  return [
    ...new Set(
      waiting.map(
        ({ user_name, newest_at, history_from }) =>
          byName.get(user_name) ?? { names: [user_name], newestAt: newest_at, historyFrom: history_from },
      ),
    ),
  ]
}

const earliest = (moments: Date[]): Date | null =>
  moments.length ? new Date(Math.min(...moments.map(moment => moment.getTime()))) : null
