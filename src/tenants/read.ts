// Tenants as the dashboard reads them: the dated facts that billing is made of, and what there is to count.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import type { Service } from '../database/types.ts'
import type { Day } from '../days.ts'

export interface TenantFacts {
  id: string
  serviceTenantId: string
  directoryTenantId: string
  displayName: string
  service: Service
  isInternal: boolean
  onboardedOn: Day
  trialDays: number
  offboardedOn: Day | null
  /** Oldest first. */
  pauses: { pausedOn: Day; resumedOn: Day | null }[]
  /** When it was offboarded and had not returned yet; oldest first. */
  absences: { leftOn: Day; returnedOn: Day; wasInternal: boolean }[]
  /** Accounts in the directory that are not deleted. */
  users: number
  /** Not dealt with, and locked but not yet put right. */
  openIncidents: number
  containedIncidents: number
}

interface Row {
  id: string
  service_tenant_id: string
  directory_tenant_id: string
  display_name: string
  service: Service
  is_internal: boolean
  onboarded_on: Day
  trial_days: number
  offboarded_on: Day | null
  pauses: [Day, Day | null][]
  absences: [Day, Day, boolean][]
  users: number
  unremediated: number
  contained: number
}

/** All of an organization's, or the one with this code; those that have left included. */
export async function readTenants(
  tx: Tx,
  organizationId: string,
  { serviceTenantId }: { serviceTenantId?: string } = {},
): Promise<TenantFacts[]> {
  const only = serviceTenantId === undefined ? sql`` : sql`and t.service_tenant_id = ${serviceTenantId}`
  const { rows } = await sql<Row>`
    with t as materialized (
      select t.* from tenants t where t.organization_id = ${organizationId} ${only}
    )
    select t.id, t.service_tenant_id, t.directory_tenant_id, t.display_name, t.service, t.is_internal, t.onboarded_on,
      t.trial_days, t.offboarded_on,
      coalesce((
        select json_agg(json_build_array(p.paused_on, p.resumed_on) order by p.paused_on, p.resumed_on)
        from tenant_pauses p where p.organization_id = ${organizationId} and p.tenant_id = t.id), '[]') as pauses,
      coalesce((
        select json_agg(json_build_array(a.left_on, a.returned_on, a.was_internal) order by a.left_on, a.returned_on)
        from tenant_absences a where a.organization_id = ${organizationId} and a.tenant_id = t.id), '[]') as absences,
      coalesce(u.users, 0)::int as users,
      coalesce(i.unremediated, 0)::int as unremediated, coalesce(i.contained, 0)::int as contained
    from t
    left join (
      select tenant_id, count(*) as users from directory_users
      where organization_id = ${organizationId} and tenant_id in (select id from t) and deleted_at is null
      group by tenant_id
    ) u on u.tenant_id = t.id
    left join (
      select tenant_id, count(*) filter (where remediation_status = 'UNREMEDIATED') as unremediated,
        count(*) filter (where remediation_status = 'CONTAINED') as contained
      from incidents
      where organization_id = ${organizationId} and remediation_status in ('UNREMEDIATED', 'CONTAINED')
        and tenant_id in (select id from t)
      group by tenant_id
    ) i on i.tenant_id = t.id
    order by lower(t.display_name), t.service_tenant_id`.execute(tx)
  return rows.map(row => ({
    id: row.id,
    serviceTenantId: row.service_tenant_id,
    directoryTenantId: row.directory_tenant_id,
    displayName: row.display_name,
    service: row.service,
    isInternal: row.is_internal,
    onboardedOn: row.onboarded_on,
    trialDays: row.trial_days,
    offboardedOn: row.offboarded_on,
    pauses: row.pauses.map(([pausedOn, resumedOn]) => ({ pausedOn, resumedOn })),
    absences: row.absences.map(([leftOn, returnedOn, wasInternal]) => ({ leftOn, returnedOn, wasInternal })),
    users: row.users,
    openIncidents: row.unremediated,
    containedIncidents: row.contained,
  }))
}
