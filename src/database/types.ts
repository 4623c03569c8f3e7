// The tables as TypeScript sees them. Moments are Dates, days are 'YYYY-MM-DD', counts are numbers.
import type { ColumnType, Generated } from 'kysely'
import type { Day } from '../days.ts'

export type Service = 'Monitoring' | 'Scan'
export type RemediationStatus = 'UNREMEDIATED' | 'CONTAINED' | 'REMEDIATED' | 'FALSE_POSITIVE'
export type Role = 'Admin' | 'Full Member'

export interface Tables {
  organizations: { id: string; name: string; created_at: Date }
  organization_revisions: {
    organization_id: string
    incidents_revision: Generated<number>
    incidents_changed_at: Date
    usage_revision: Generated<number>
  }
  people: {
    id: string
    email: string
    name: string
    is_email_verified: Generated<boolean>
    image: string | null
    created_at: Date
    updated_at: Date
  }
  person_accounts: {
    id: string
    person_id: string
    provider_id: string
    account_id: string
    password_hash: string | null
    created_at: Date
    updated_at: Date
  }
  members: { organization_id: string; person_id: string; role: Role; created_at: Date }
  tenants: {
    id: string
    organization_id: string
    service_tenant_id: string
    directory_tenant_id: string
    display_name: string
    service: Service
    is_internal: Generated<boolean>
    onboarded_on: Day
    trial_days: number
    offboarded_on: Day | null
    created_at: Date
  }
  tenant_pauses: {
    organization_id: string
    tenant_id: string
    paused_on: Day
    resumed_on: Day | null
    recorded_at: Date
  }
  directory_users: {
    organization_id: string
    tenant_id: string
    id: string
    user_principal_name: string
    mail: string | null
    display_name: string | null
    account_enabled: boolean | null
    last_password_change_at: Date | null
    deleted_at: Date | null
    updated_at: Date
  }
  incidents: {
    id: string
    organization_id: string
    tenant_id: string
    user_id: string
    created_at: Date
    updated_at: Date
    occurred_at: Date
    dwell_ended_at: Date | null
    remediation_status: RemediationStatus
    is_live: boolean
    json_before_dwell: string
    json_after_dwell: string
    change_lag: ColumnType<number | null, never, never>
  }
  incident_moves: {
    id: string
    organization_id: string
    incident_id: string
    moved_at: Date
    from_status: RemediationStatus | null
    to_status: RemediationStatus
    actor: string
    reason: string
  }
  daily_usage: {
    organization_id: string
    tenant_id: string
    day: Day
    display_name: string
    service: Service
    is_internal: boolean
    total_licensed_users: number
    billable_users: number
    recorded_at: Date
  }
  api_keys: {
    id: string
    organization_id: string
    secret_hash: Buffer
    description: string | null
    created_by: string | null
    created_at: Date
    last_used_at: Date | null
  }
}
