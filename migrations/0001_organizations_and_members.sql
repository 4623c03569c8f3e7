-- Organizations, the people who sign in, and their places in organizations.

create table organizations (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null
);

-- What a reader's kept copy is compared with. Apart from `organizations` because it changes with every write;
-- the row is also the lock that puts an organization's incident writes in one order (see docs/decisions/0004).
create table organization_revisions (
  organization_id uuid primary key references organizations on delete cascade,
  incidents_revision bigint not null default 0,
  incidents_changed_at timestamptz not null,
  usage_revision bigint not null default 0
) with (fillfactor = 50);

-- A person may belong to several organizations, so this table has no owner.
create table people (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  is_email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index people_email on people (email);

-- How a person signs in: provider 'credential' has a password hash, others an account at a provider.
create table person_accounts (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  provider_id text not null,
  account_id text not null,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index person_accounts_person on person_accounts (person_id);

create table members (
  organization_id uuid not null references organizations on delete cascade,
  person_id uuid not null references people on delete cascade,
  role text not null check (role in ('Admin', 'Full Member')),
  created_at timestamptz not null,
  primary key (organization_id, person_id)
);
create index members_person on members (person_id);
