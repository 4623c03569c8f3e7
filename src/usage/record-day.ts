// Writes down what a tenant's bill for a day is made of.
import type { Tx } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'
import type { Day } from '../days.ts'
import { reviseUsage } from '../organizations/revise.ts'

export interface DailyFacts {
  tenantId: string
  day: Day
  displayName: string
  service: Service
  isInternal: boolean
  totalLicensedUsers: number
  billableUsers: number
  /** From the last known state, because nothing newer was learnt that day. */
  isCarried?: boolean
}

/** A day may be written again until it has ended (`today` is the current UTC day); after that it stands. */
export async function recordDays(
  tx: Tx,
  organizationId: string,
  { facts, today, at }: { facts: DailyFacts[]; today: Day; at: Date },
): Promise<void> {
  if (!facts.length) return
  await tx
    .insertInto('daily_usage')
    .values(
      facts.map(fact => ({
        organization_id: organizationId,
        tenant_id: fact.tenantId,
        day: fact.day,
        display_name: fact.displayName,
        service: fact.service,
        is_internal: fact.isInternal,
        total_licensed_users: fact.totalLicensedUsers,
        billable_users: fact.billableUsers,
        recorded_at: at,
        is_carried: fact.isCarried ?? false,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['tenant_id', 'day'])
        .doUpdateSet(eb => ({
          display_name: eb.ref('excluded.display_name'),
          service: eb.ref('excluded.service'),
          is_internal: eb.ref('excluded.is_internal'),
          total_licensed_users: eb.ref('excluded.total_licensed_users'),
          billable_users: eb.ref('excluded.billable_users'),
          recorded_at: eb.ref('excluded.recorded_at'),
          is_carried: eb.ref('excluded.is_carried'),
        }))
        .where('daily_usage.day', '>=', today),
    )
    .execute()
  await reviseUsage(tx, organizationId)
}
