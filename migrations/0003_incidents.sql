-- Incidents and the history of their states.

create table incidents (
  id uuid primary key,
  organization_id uuid not null,
  tenant_id uuid not null,
  user_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null check (updated_at >= created_at),
  occurred_at timestamptz not null,
  -- When the attacker was put out (or the alarm found false): dwell time stops counting here.
  dwell_ended_at timestamptz,
  remediation_status text not null check (remediation_status in ('UNREMEDIATED', 'CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE')),
  is_live boolean not null,
  -- The answer's JSON around the two members that are only known when it is read: the link and the dwell time.
  json_before_dwell text not null,
  json_after_dwell text not null,
  -- The power of two of the minutes between creation and the latest change; null when never changed.
  -- Lets "changed since" be read in order of creation (see docs/decisions/0005).
  change_lag smallint generated always as (
    case when updated_at > created_at
      then floor(log(2, greatest(1, extract(epoch from updated_at - created_at) / 60)))::smallint
    end
  ) stored,
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references directory_users (tenant_id, id),
  unique (organization_id, id)
);
create index incidents_newest on incidents (organization_id, created_at desc, id desc);
create index incidents_newest_of_tenant on incidents (tenant_id, created_at desc, id desc);
create index incidents_changed on incidents (organization_id, change_lag, created_at desc, id desc)
  where change_lag is not null;
create index incidents_changed_of_tenant on incidents (tenant_id, change_lag, created_at desc, id desc)
  where change_lag is not null;
create index incidents_of_user on incidents (tenant_id, user_id);

create table incident_moves (
  id uuid primary key,
  organization_id uuid not null,
  incident_id uuid not null,
  moved_at timestamptz not null,
  from_status text,
  to_status text not null,
  -- A member's name, or 'Vedette' when the watch itself moved it.
  actor text not null,
  reason text not null,
  foreign key (organization_id, incident_id) references incidents (organization_id, id) on delete cascade
);
create index incident_moves_incident on incident_moves (organization_id, incident_id, moved_at);
