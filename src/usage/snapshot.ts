// Writes down, for tenants whose directory is read, what each day's bill is made of; also for days nobody was there.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'
import { addDays, type Day, dayOf } from '../days.ts'
import { type DailyFacts, recordDays } from './record-day.ts'
import { isBillable } from './skus.ts'

// A statement takes 65,535 values at most.
const FACTS_AT_ONCE = 1000

interface Known {
  tenant_id: string
  display_name: string
  service: Service
  is_internal: boolean
  onboarded_on: Day
  offboarded_on: Day | null
  read_at: Date | null
  last_day: Day | null
  last_total: number | null
  last_billable: number | null
  last_name: string | null
  last_carried: boolean | null
}

/**
 * Records today from the directory as it is known now, and days that were missed from the last known state, marked as
 * carried. Does nothing where nothing has changed, so it may be called as often as one likes.
 */
export async function snapshotUsage(
  tx: Tx,
  organizationId: string,
  { tenantId, now }: { tenantId?: string; now: Date },
): Promise<void> {
  const today = dayOf(now)
  const only = tenantId === undefined ? sql`` : sql`and t.id = ${tenantId}`
  const { rows } = await sql<Known>`
    select t.id as tenant_id, t.display_name, t.service, t.is_internal, t.onboarded_on, t.offboarded_on,
      f.caught_up_at as read_at, d.day as last_day, d.total_licensed_users as last_total,
      d.billable_users as last_billable, d.display_name as last_name, d.is_carried as last_carried
    from tenants t
    join feeds f on f.tenant_id = t.id and f.source = 'directory' and f.first_caught_up_at is not null
    left join lateral (
      select * from daily_usage d where d.organization_id = ${organizationId} and d.tenant_id = t.id
      order by d.day desc limit 1
    ) d on true
    where t.organization_id = ${organizationId} and f.organization_id = ${organizationId} ${only}
      and (t.offboarded_on is null or d.day is null or d.day < t.offboarded_on)`.execute(tx)
  const facts: (DailyFacts & { isCarried: boolean })[] = []
  for (const known of rows) {
    const { tenant_id, display_name: displayName, service, is_internal: isInternal, last_day: last } = known
    const tenant = { tenantId: tenant_id, displayName, service, isInternal }
    // The day it left is no day of its any more.
    const end = known.offboarded_on && known.offboarded_on <= today ? addDays(known.offboarded_on, -1) : today
    for (let day = last ? addDays(last, 1) : end; day < today && day <= end; day = addDays(day, 1))
      facts.push({
        ...tenant,
        day,
        totalLicensedUsers: known.last_total ?? 0,
        billableUsers: known.last_billable ?? 0,
        isCarried: true,
      })
    if (end !== today) continue
    const counts = await countUsers(tx, organizationId, { tenantId: tenant_id, day: today })
    const isCarried = known.read_at === null || dayOf(known.read_at) < today
    const isSame =
      last === today &&
      known.last_total === counts.totalLicensedUsers &&
      known.last_billable === counts.billableUsers &&
      known.last_name === displayName &&
      known.last_carried === isCarried
    if (!isSame) facts.push({ ...tenant, day: today, ...counts, isCarried })
  }
  for (let from = 0; from < facts.length; from += FACTS_AT_ONCE)
    await recordDays(tx, organizationId, { facts: facts.slice(from, from + FACTS_AT_ONCE), today, at: now })
}

/** By what they hold together: thousands of accounts have a handful of different sets. */
async function countUsers(
  tx: Tx,
  organizationId: string,
  { tenantId, day }: { tenantId: string; day: Day },
): Promise<{ totalLicensedUsers: number; billableUsers: number }> {
  const { rows } = await sql<{ skus: string[]; users: number }>`
    select skus, count(*)::int as users from (
      select l.user_id, array_agg(distinct l.sku order by l.sku) as skus
      from user_licences l
      where l.organization_id = ${organizationId} and l.tenant_id = ${tenantId}
        and l.assigned_on <= ${day} and (l.removed_on is null or l.removed_on > ${day})
        -- Not a join: of a directory that was just read the planner knows nothing, and may guess very wrong.
        and l.user_id not in (
          select u.id from directory_users u
          where u.organization_id = ${organizationId} and u.tenant_id = ${tenantId}
            and (u.deleted_at at time zone 'UTC')::date <= ${day})
      group by l.user_id
    ) held group by skus`.execute(tx)
  const sum = (sets: typeof rows) => sets.reduce((total, { users }) => total + users, 0)
  return { totalLicensedUsers: sum(rows), billableUsers: sum(rows.filter(({ skus }) => isBillable(skus))) }
}
