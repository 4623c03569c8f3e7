-- What a tenant's bill is made of, one row per tenant and UTC day. A past day's row never changes.

create table daily_usage (
  organization_id uuid not null,
  tenant_id uuid not null,
  day date not null,
  display_name text not null,
  service text not null check (service in ('Monitoring', 'Scan')),
  is_internal boolean not null,
  total_licensed_users integer not null check (total_licensed_users >= 0),
  billable_users integer not null check (billable_users >= 0 and billable_users <= total_licensed_users),
  recorded_at timestamptz not null,
  primary key (tenant_id, day),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index daily_usage_organization on daily_usage (organization_id, tenant_id, day desc);
