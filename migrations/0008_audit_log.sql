-- Who did what, when and from where. Rows are added and never changed; vedette_app may not do otherwise.

create table audit_entries (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  at timestamptz not null,
  -- Null when Vedette itself acted, or when the person is unknown (a failed sign-in).
  person_id uuid,
  -- As they were called then.
  actor text not null,
  action text not null,
  -- What it was done to, in words.
  subject text not null,
  detail jsonb not null default '{}',
  address text
);
create index audit_entries_newest on audit_entries (organization_id, at desc, id desc);
alter table audit_entries enable row level security;
create policy own_organization on audit_entries to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert on audit_entries to vedette_app;
