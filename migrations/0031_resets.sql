-- Whose password or second factor somebody else reset, when, and from where: what an attacker who talked the help desk into
-- it, or took it over, comes in with. The site is '' where the log does not say.
create table resets (
  organization_id uuid not null,
  tenant_id uuid not null,
  user_name text not null,
  at timestamptz not null,
  by_name text not null,
  site text not null,
  primary key (tenant_id, user_name, at, by_name, site),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index resets_old on resets (organization_id, at);
alter table resets enable row level security;
create policy own_organization on resets to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on resets to vedette_app;
