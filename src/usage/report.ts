// The usage report of an organization for a day, from dated facts alone: the same whenever it is asked for.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'
import type { Day } from '../days.ts'
import { billOn, isReported } from './billing.ts'
import type { UsageReport } from './usage.ts'

const byName = new Intl.Collator('en').compare

interface Row {
  id: string
  service_tenant_id: string
  directory_tenant_id: string
  onboarded_on: Day
  trial_days: number
  offboarded_on: Day | null
  display_name: string
  service: Service
  is_internal: boolean
  total_licensed_users: number
  billable_users: number
  pauses: [Day, Day | null][]
  absences: [Day, Day, boolean][]
}

export async function usageReport(
  db: Db,
  organizationId: string,
  { asOf, now }: { asOf: Day; now: Date },
): Promise<{ report: UsageReport; revision: number }> {
  return inOrganization(db, organizationId, async tx => {
    // Read before the facts: should they change in between, the report is labelled older than it is, never newer.
    const organization = await tx
      .selectFrom('organizations as o')
      .innerJoin('organization_revisions as r', 'r.organization_id', 'o.id')
      .select(['o.name', 'r.usage_revision'])
      .where('o.id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<Row>`
      select t.id, t.service_tenant_id, t.directory_tenant_id, t.onboarded_on, t.trial_days, t.offboarded_on,
        coalesce(d.display_name, t.display_name) as display_name,
        -- Where nothing had been counted, as it was before it left and came back as something else.
        coalesce(d.service, (
          select a.was_service from tenant_absences a
          where a.organization_id = ${organizationId} and a.tenant_id = t.id and a.returned_on > ${asOf}
          order by a.left_on, a.returned_on limit 1), t.service) as service,
        coalesce(d.is_internal, t.is_internal) as is_internal,
        coalesce(d.total_licensed_users, 0) as total_licensed_users, coalesce(d.billable_users, 0) as billable_users,
        coalesce((
          select json_agg(json_build_array(p.paused_on, p.resumed_on)) from tenant_pauses p
          where p.organization_id = ${organizationId} and p.tenant_id = t.id), '[]') as pauses,
        coalesce((
          select json_agg(json_build_array(a.left_on, a.returned_on, a.was_internal) order by a.left_on, a.returned_on)
          from tenant_absences a
          where a.organization_id = ${organizationId} and a.tenant_id = t.id), '[]') as absences
      from tenants t
      left join lateral (
        select * from daily_usage d where d.organization_id = ${organizationId} and d.tenant_id = t.id and d.day <= ${asOf}
        order by d.day desc limit 1
      ) d on true
      where t.organization_id = ${organizationId} and t.onboarded_on <= ${asOf}`.execute(tx)
    const tenants = rows
      .map(row => ({
        row,
        facts: {
          onboardedOn: row.onboarded_on,
          trialDays: row.trial_days,
          offboardedOn: row.offboarded_on,
          isInternal: row.is_internal,
          pauses: row.pauses.map(([pausedOn, resumedOn]) => ({ pausedOn, resumedOn })),
          absences: row.absences.map(([leftOn, returnedOn, wasInternal]) => ({
            leftOn,
            returnedOn,
            wasInternal,
          })),
        },
      }))
      .filter(({ facts }) => isReported(asOf, facts))
      .map(({ row, facts }) => {
        const bill = billOn(asOf, facts)
        return {
          serviceTenantId: row.service_tenant_id,
          directoryTenantId: row.directory_tenant_id,
          onboardingDate: row.onboarded_on,
          displayName: row.display_name,
          service: row.service,
          isPaused: bill.isPaused,
          firstBillableDate: bill.firstBillableDate,
          billableStatus: bill.billableStatus,
          totalLicensedUsers: row.total_licensed_users,
          billableUsersThisMonth: row.billable_users,
          proratingPercentageThisMonth: bill.proratingPercentageThisMonth,
        }
      })
      .sort(
        (a, b) => byName(a.displayName, b.displayName) || (a.serviceTenantId < b.serviceTenantId ? -1 : 1),
      )
    return {
      revision: organization.usage_revision,
      report: {
        asOf,
        reportGeneratedAt: now.toISOString(),
        organizationName: organization.name,
        totalTenants: tenants.length,
        tenants,
      },
    }
  })
}
