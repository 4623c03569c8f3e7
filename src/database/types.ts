// The tables as TypeScript sees them. Moments are Dates, days are 'YYYY-MM-DD', counts are numbers.
import type { ColumnType, Generated } from 'kysely'
import type { Day } from '../days.ts'

export type Service = 'Monitoring' | 'Scan'
export type RemediationStatus = 'UNREMEDIATED' | 'CONTAINED' | 'REMEDIATED' | 'FALSE_POSITIVE'
export type Role = 'Admin' | 'Full Member'
export type Severity = 'low' | 'medium' | 'high' | 'critical'
export type ActivityActor = 'attacker' | 'user' | 'vedette'
export type ActivityKind = 'sign-in' | 'mail' | 'file' | 'directory' | 'response' | 'other'

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
    is_two_factor_enabled: Generated<boolean>
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
    title: Generated<string>
    summary: Generated<string>
    severity: Generated<Severity>
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
  sessions: {
    id: string
    person_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    active_organization_id: string | null
    created_at: Date
    updated_at: Date
  }
  verifications: { id: string; identifier: string; value: string; expires_at: Date }
  two_factors: { id: string; person_id: string }
  passkeys: { id: string; person_id: string; name: string | null; created_at: Date | null }
  sign_in_failures: { key: string; started_at: Date; count: number }
  invitations: {
    id: string
    organization_id: string
    email: string
    role: Role
    token_hash: Buffer
    invited_by: string | null
    created_at: Date
    expires_at: Date
  }
  set_up_links: { token_hash: Buffer; created_at: Date }
  audit_entries: {
    id: string
    organization_id: string
    at: Date
    person_id: string | null
    actor: string
    action: string
    subject: string
    detail: ColumnType<Record<string, unknown>, string, never>
    address: string | null
  }
  incident_activities: {
    id: string
    organization_id: string
    incident_id: string
    at: Date
    actor: ActivityActor
    kind: ActivityKind
    is_success: boolean
    title: string
    technique: string | null
    address: string | null
    network: string | null
    country: string | null
    city: string | null
    latitude: number | null
    longitude: number | null
    client: string | null
    raw: ColumnType<unknown, string | null, never>
  }
  user_licences: {
    organization_id: string
    tenant_id: string
    user_id: string
    sku: string
    assigned_on: Day
    removed_on: Day | null
  }
}
