-- Whose second factor or password was renewed on which day: when a whole company gets new phones, each one tells little.
create table renewals (
  organization_id uuid not null,
  tenant_id uuid not null,
  day integer not null,
  user_name text not null,
  primary key (tenant_id, day, user_name),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index renewals_old on renewals (organization_id, day);
alter table renewals enable row level security;
create policy own_organization on renewals to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on renewals to vedette_app;
