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
  organizations: { id: string; name: string; created_at: Date; requires_second_factor: Generated<boolean> }
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
    importing_since: Date | null
    importing_until: Date | null
    created_at: Date
  }
  tenant_pauses: {
    organization_id: string
    tenant_id: string
    paused_on: Day
    resumed_on: Day | null
    recorded_at: Date
  }
  tenant_absences: {
    organization_id: string
    tenant_id: string
    left_on: Day
    returned_on: Day
    was_internal: boolean
    was_service: Service | null
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
    json_head: ColumnType<string, never, never>
    json_before_dwell: string
    json_after_dwell: string
    title: Generated<string>
    summary: Generated<string>
    severity: Generated<Severity>
    change_lag: ColumnType<number | null, never, never>
    dwell_minutes: ColumnType<number | null, never, never>
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
    is_carried: Generated<boolean>
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
    second_factor: Generated<'code' | 'passkey' | 'single sign-on' | null>
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
  password_resets: {
    token_hash: Buffer
    person_id: string
    is_mailed: boolean
    created_at: Date
    expires_at: Date
  }
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
  incident_counts: {
    organization_id: string
    tenant_id: string
    remediation_status: RemediationStatus
    count: number
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
    event_id: string | null
    records: Generated<number>
  }
  user_licences: {
    organization_id: string
    tenant_id: string
    user_id: string
    sku: string
    assigned_on: Day
    removed_on: Day | null
  }
  event_heads: {
    organization_id: string
    tenant_id: string
    last_sequence: Generated<number>
    judged_through: Generated<number>
  }
  events: {
    organization_id: string
    tenant_id: string
    id: string
    log: string
    sequence: number
    source: string
    at: Date
    stored_at: Date
    published_at: Date | null
    user_name: string | null
    action: string
    outcome: string
    address: string | null
    session: string | null
    is_history: boolean
    raw: string
  }
  feeds: {
    organization_id: string
    tenant_id: string
    source: string
    enrolled_at: Date
    next_due_at: Date
    lease_token: string | null
    lease_holder: string | null
    lease_until: Date | null
    cursor: ColumnType<unknown, string | null, string | null>
    watching_since: Date | null
    is_resting: Generated<boolean>
    is_finished: Generated<boolean>
    swept_at: Date | null
    failures: Generated<number>
    fault_kind: string | null
    fault_words: string | null
    fault_permission: string | null
    fault_since: Date | null
    turned_at: Date | null
    caught_up_at: Date | null
    first_caught_up_at: Date | null
    last_record_at: Date | null
    last_stored_at: Date | null
    lag_seconds: number | null
    stored: Generated<number>
    seen: Generated<number>
    changed: Generated<number>
    silent_since: Date | null
  }
  feed_gaps: {
    organization_id: string
    tenant_id: string
    source: string
    from_at: Date
    until_at: Date
    reason: string
    noted_at: Date
  }
  feed_rejections: {
    organization_id: string
    tenant_id: string
    source: string
    reason: string
    count: number
    sample: string | null
    first_at: Date
    last_at: Date
  }
  feed_days: {
    organization_id: string
    tenant_id: string
    source: string
    day: Day
    counts: number[]
  }
  chores: { name: string; done_at: Date }
  tenant_connections: {
    tenant_id: string
    organization_id: string
    kind: 'consent' | 'secret' | 'certificate'
    client_id: string | null
    sealed: Buffer | null
    expires_at: Date | null
    connected_at: Date
    changed_at: Date
    checked_at: Date | null
    findings: ColumnType<unknown, string | null, string | null>
  }
  consent_requests: {
    state_hash: Buffer
    organization_id: string
    person_id: string
    session_id: string
    service: Service
    is_internal: boolean
    tenant_id: string | null
    directory_tenant_id: string | null
    nonce: string | null
    code_verifier: string | null
    created_at: Date
    expires_at: Date
  }
  judged_people: {
    organization_id: string
    tenant_id: string
    user_name: string
    user_id: string | null
    is_guest: boolean
    home_name: string | null
    oldest_at: Date | null
    newest_at: Date
    due_at: Date | null
    history_from: Date | null
    failed_at: Date | null
  }
  seen_sites: {
    organization_id: string
    tenant_id: string
    site: string
    user_name: string
    network: string
    days: number[]
    last_day: number
    names_machine: boolean | null
  }
  refused_sign_ins: {
    organization_id: string
    tenant_id: string
    place: string
    day: number
    user_name: string
  }
  resets: {
    organization_id: string
    tenant_id: string
    user_name: string
    at: Date
    by_name: string
    site: string
  }
  renewals: { organization_id: string; tenant_id: string; day: number; user_name: string }
  made_accounts: { organization_id: string; tenant_id: string; user_name: string; at: Date }
  seen_values: {
    organization_id: string
    tenant_id: string
    kind: 'rule' | 'app' | 'program'
    value: string
    user_name: string
  }
  attacks: {
    incident_id: string
    organization_id: string
    tenant_id: string
    user_name: string
    last_seen_at: Date
    confidence: number
    addresses: string[]
    telling_addresses: string[]
    sessions: string[]
    lured_at: Date[]
    led_by: string[]
    made: string[]
    why: string[]
    digest: string
    settled_at: Date
    published_at: Date | null
    stored_at: Date
  }
  organization_rules: {
    id: string
    organization_id: string
    rule_id: string
    title: string
    level: string | null
    text: string
    created_at: Date
    changed_at: Date
    changed_by: string
  }
  rule_switches: {
    organization_id: string
    rule_id: string
    tenant_id: string | null
    switched_off_at: Date
    switched_off_by: string
  }
  declared_travel: {
    id: string
    organization_id: string
    tenant_id: string
    user_name: string
    countries: string[]
    from_on: Day
    until_on: Day
    declared_at: Date
    declared_by: string
  }
  trusted_networks: {
    id: string
    organization_id: string
    tenant_id: string
    network: string
    note: string
    until_on: Day
    declared_at: Date
    declared_by: string
  }
  detection_revisions: { organization_id: string; revision: Generated<number> }
}
