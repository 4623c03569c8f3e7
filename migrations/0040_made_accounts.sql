-- Which accounts were made, and when: who has just begun is judged by what is odd for anybody, not by where they are later.
create table made_accounts (
  organization_id uuid not null,
  tenant_id uuid not null,
  user_name text not null,
  at timestamptz not null,
  primary key (tenant_id, user_name),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index made_accounts_old on made_accounts (organization_id, at);
alter table made_accounts enable row level security;
create policy own_organization on made_accounts to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on made_accounts to vedette_app;
