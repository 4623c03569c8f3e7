-- Tenants that were offboarded and connected again: the same tenant, with dated facts about when it was away.

-- Not watched on `left_on` and every later day before `returned_on`. While it is away, `tenants.offboarded_on` says so.
create table tenant_absences (
  organization_id uuid not null,
  tenant_id uuid not null,
  left_on date not null,
  returned_on date not null check (returned_on >= left_on),
  -- What it was until it left: whether it is the organization's own may be said anew when it comes back.
  was_internal boolean not null,
  recorded_at timestamptz not null,
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index tenant_absences_tenant on tenant_absences (organization_id, tenant_id, left_on);

alter table tenant_absences enable row level security;
create policy own_organization on tenant_absences to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert on tenant_absences to vedette_app;
