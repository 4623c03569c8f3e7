-- Which account had which licence from when to when: the people behind each day's counts.

create table user_licences (
  organization_id uuid not null,
  tenant_id uuid not null,
  user_id text not null,
  -- The vendor's name of the product, such as SPE_E3.
  sku text not null,
  assigned_on date not null,
  -- The first day without it; null while it is held.
  removed_on date check (removed_on >= assigned_on),
  primary key (tenant_id, user_id, sku, assigned_on),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references directory_users (tenant_id, id) on delete cascade
);
create index user_licences_organization on user_licences (organization_id, tenant_id, assigned_on);
alter table user_licences enable row level security;
create policy own_organization on user_licences to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on user_licences to vedette_app;
