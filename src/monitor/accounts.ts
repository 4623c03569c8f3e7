// The accounts behind names that wait to be judged: one that was renamed, or a guest, is judged as a whole, by one name.
import type { Tx } from '../database/in-organization.ts'
import { accountsAmong, homeName } from '../detection/behaviour/memory/names.ts'

export interface Account {
  /** The present one last. */
  names: string[]
  /** The newest record under any of them. */
  newestAt: Date
  /** From when on all is to be judged, where records came in that are older than usual. */
  historyFrom: Date | null
}

interface Waiting {
  user_name: string
  user_id: string | null
}

export async function accountsOf(
  tx: Tx,
  organizationId: string,
  { tenantId, waiting }: { tenantId: string; waiting: Waiting[] },
): Promise<Account[]> {
  const names = waiting.map(({ user_name }) => user_name)
  const ids = [...new Set(waiting.flatMap(({ user_id }) => user_id ?? []))]
  const homes = [...new Set(names.map(name => homeName(name) ?? name))]
  const rows = await tx
    .selectFrom('judged_people')
    .select(['user_name', 'user_id', 'oldest_at', 'newest_at', 'history_from'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where(({ or, eb }) =>
      or([
        eb('user_name', 'in', [...names, ...homes]),
        eb('home_name', 'in', homes),
        ...(ids.length ? [eb('user_id', 'in', ids)] : []),
      ]),
    )
    .execute()
  const spans = rows.map(({ user_name, user_id, oldest_at, newest_at, history_from }) => ({
    user: user_name,
    userId: user_id,
    historyFrom: history_from,
    first: (oldest_at ?? newest_at).getTime(),
    last: newest_at.getTime(),
  }))
  const byName = new Map<string, Account>()
  for (const account of accountsAmong(spans)) {
    const whole = {
      names: account.map(({ user }) => user),
      newestAt: new Date(Math.max(...account.map(({ last }) => last))),
      historyFrom: earliest(account.flatMap(({ historyFrom }) => historyFrom ?? [])),
    }
    for (const name of whole.names) byName.set(name, whole)
  }
  return [...new Set(names.flatMap(name => byName.get(name) ?? []))]
}

const earliest = (moments: Date[]): Date | null =>
  moments.length ? new Date(Math.min(...moments.map(moment => moment.getTime()))) : null
