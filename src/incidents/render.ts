// An incident's JSON, made when it is written so that reading it costs next to nothing. Pure.
// Two members are known only at the time of reading, the link (it begins with a setting) and the dwell time, so the
// text is kept in two pieces around them; list.ts puts the whole together.
import type { Selectable } from 'kysely'
import type { Tables } from '../database/types.ts'
import type { Incident } from './incident.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type IncidentFacts = Pick<
  Row<'incidents'>,
  'id' | 'created_at' | 'occurred_at' | 'remediation_status' | 'is_live'
>
export type TenantFacts = Pick<Row<'tenants'>, 'service_tenant_id' | 'directory_tenant_id' | 'display_name'>
export type UserFacts = Pick<
  Row<'directory_users'>,
  'id' | 'user_principal_name' | 'mail' | 'display_name' | 'account_enabled' | 'last_password_change_at'
>

export const incidentPath = (serviceTenantId: string, id: string) =>
  `/tenant/${serviceTenantId}/incidents/${id}`

export function renderAroundDwell(incident: IncidentFacts, tenant: TenantFacts, user: UserFacts) {
  const before: Omit<Incident, 'id' | 'url' | 'dwellTimeMinutes' | 'tenant' | 'user'> = {
    createdAt: incident.created_at.toISOString(),
    occurredAt: incident.occurred_at.toISOString(),
    remediationStatus: incident.remediation_status,
    isLive: incident.is_live,
  }
  const after: Pick<Incident, 'tenant' | 'user'> = {
    tenant: {
      serviceTenantId: tenant.service_tenant_id,
      name: tenant.display_name,
      directoryTenantId: tenant.directory_tenant_id,
    },
    user: {
      id: user.id,
      userPrincipalName: user.user_principal_name,
      mail: user.mail,
      displayName: user.display_name,
      accountEnabled: user.account_enabled,
      lastPasswordChangeDateTime: user.last_password_change_at?.toISOString() ?? null,
    },
  }
  const path = incidentPath(tenant.service_tenant_id, incident.id)
  return {
    json_before_dwell: `${path}",${JSON.stringify(before).slice(1, -1)},"dwellTimeMinutes":`,
    json_after_dwell: `,${JSON.stringify(after).slice(1)}`,
  }
}
