-- Monitored tenants, their pauses, and the accounts in their directories.

create table tenants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  service_tenant_id text not null check (service_tenant_id ~ '^[2-9a-hjkmnp-tv-z]{8}$'),
  directory_tenant_id uuid not null,
  display_name text not null check (display_name <> ''),
  service text not null check (service in ('Monitoring', 'Scan')),
  is_internal boolean not null default false,
  onboarded_on date not null,
  trial_days integer not null check (trial_days >= 0),
  offboarded_on date check (offboarded_on >= onboarded_on),
  created_at timestamptz not null,
  unique (organization_id, id),
  unique (organization_id, directory_tenant_id)
);
create unique index tenants_service_tenant_id on tenants (service_tenant_id);

-- Paused on `paused_on` and every later day before `resumed_on`.
create table tenant_pauses (
  organization_id uuid not null,
  tenant_id uuid not null,
  paused_on date not null,
  resumed_on date check (resumed_on >= paused_on),
  recorded_at timestamptz not null,
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index tenant_pauses_tenant on tenant_pauses (organization_id, tenant_id, paused_on);
create unique index tenant_pauses_open on tenant_pauses (tenant_id) where resumed_on is null;

-- The latest known state of each account; kept when the account is deleted.
create table directory_users (
  organization_id uuid not null,
  tenant_id uuid not null,
  id text not null check (id <> ''),
  user_principal_name text not null,
  mail text,
  display_name text,
  account_enabled boolean,
  last_password_change_at timestamptz,
  deleted_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index directory_users_organization on directory_users (organization_id, tenant_id);
