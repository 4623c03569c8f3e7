// Thirteen months of usage: what the reports at the end of each month say together.
import type { Db } from '../database/connect.ts'
import { addDays, type Day, daysOfMonth, firstOfMonth } from '../days.ts'
import { usageReport } from './report.ts'
import type { UsageReport } from './usage.ts'

const MONTHS = 13

type Status = UsageReport['tenants'][number]['billableStatus']

export interface UsageMonth {
  /** The last day of the month, or today in the current one. */
  asOf: Day
  totalTenants: number
  totalLicensedUsers: number
  billableUsers: number
  billableUsersByStatus: Record<Status, number>
}

/** The month of `asOf` and the twelve before it, oldest first. `asOf` is no later than today. */
function monthEnds(asOf: Day, today: Day): Day[] {
  const ends: Day[] = []
  for (let day = asOf; ends.length < MONTHS; day = addDays(firstOfMonth(day), -1)) {
    const end = daysOfMonth(day).at(-1)!
    ends.push(end > today ? today : end)
  }
  return ends.reverse()
}

/** Made of the reports themselves, so that no figure here can differ from the API's. */
export async function usageHistory(
  db: Db,
  organizationId: string,
  { asOf, today, now }: { asOf: Day; today: Day; now: Date },
): Promise<UsageMonth[]> {
  const months: UsageMonth[] = []
  for (const day of monthEnds(asOf, today)) {
    const { report } = await usageReport(db, organizationId, { asOf: day, now })
    months.push({ asOf: day, totalTenants: report.totalTenants, ...totalsOf(report) })
  }
  return months
}

export function totalsOf({ tenants }: UsageReport) {
  const billableUsersByStatus: Record<Status, number> = { Billable: 0, Trial: 0, Paused: 0, NotBillable: 0 }
  let totalLicensedUsers = 0
  let billableUsers = 0
  let hundredths = 0
  for (const tenant of tenants) {
    totalLicensedUsers += tenant.totalLicensedUsers
    billableUsers += tenant.billableUsersThisMonth
    billableUsersByStatus[tenant.billableStatus] += tenant.billableUsersThisMonth
    // The percentage has two decimals: whole numbers add up exactly.
    hundredths += tenant.billableUsersThisMonth * Math.round(tenant.proratingPercentageThisMonth * 100)
  }
  return {
    totalLicensedUsers,
    billableUsers,
    billableUsersByStatus,
    /** Each tenant's billable users times its percentage: what the month comes to, in whole users' months. */
    proratedUsers: Math.round(hundredths / 100) / 100,
  }
}
