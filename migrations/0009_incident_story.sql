-- What an analyst reads of an incident: its title and summary, and what was done with the account around the attack.

alter table incidents
  add column title text not null default 'Account taken over',
  add column summary text not null default '',
  add column severity text not null default 'high' check (severity in ('low', 'medium', 'high', 'critical'));

create table incident_activities (
  id uuid primary key,
  organization_id uuid not null,
  incident_id uuid not null,
  at timestamptz not null,
  -- Who is thought to have done it.
  actor text not null check (actor in ('attacker', 'user', 'vedette')),
  kind text not null check (kind in ('sign-in', 'mail', 'file', 'directory', 'response', 'other')),
  is_success boolean not null,
  -- In words: 'Signed in to Outlook on the web'.
  title text not null,
  -- ATT&CK technique, such as T1078.004.
  technique text,
  address text,
  network text,
  country text,
  city text,
  latitude double precision,
  longitude double precision,
  client text,
  -- The record as it was collected, untouched.
  raw jsonb,
  foreign key (organization_id, incident_id) references incidents (organization_id, id) on delete cascade
);
create index incident_activities_incident on incident_activities (organization_id, incident_id, at, id);
create index incidents_by_status on incidents (organization_id, remediation_status, created_at desc, id desc);
create index incidents_by_occurrence on incidents (organization_id, occurred_at desc, id desc);
alter table incident_activities enable row level security;
create policy own_organization on incident_activities to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on incident_activities to vedette_app;
