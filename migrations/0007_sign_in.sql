-- How people sign in, and how they come to belong to an organization. The shapes of the first five are better-auth's.

alter table people add column is_two_factor_enabled boolean not null default false;

alter table person_accounts
  add column access_token text,
  add column refresh_token text,
  add column id_token text,
  add column access_token_expires_at timestamptz,
  add column refresh_token_expires_at timestamptz,
  add column scope text;

create table sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- The organization that this session works in; which one it may be is judged anew with every request.
  active_organization_id uuid references organizations on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_person on sessions (person_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);

create table two_factors (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  secret text not null,
  backup_codes text not null,
  is_verified boolean,
  failed_verification_count integer,
  locked_until timestamptz
);
create index two_factors_person on two_factors (person_id);
create index two_factors_secret on two_factors (secret);

create table passkeys (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  is_backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index passkeys_person on passkeys (person_id);

-- Failed sign-ins by address and by address and account, never by account alone: nobody can lock a colleague out.
create unlogged table sign_in_failures (
  key text primary key,
  started_at timestamptz not null,
  count integer not null
);

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('Admin', 'Full Member')),
  -- SHA-256 of the word in the link.
  token_hash bytea not null unique,
  invited_by uuid references people on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invitations_email on invitations (organization_id, email);

-- The one-time link that makes the first organization.
create table set_up_links (
  token_hash bytea primary key,
  created_at timestamptz not null
);

alter table invitations enable row level security;
create policy own_organization on invitations to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on invitations to vedette_app;
grant select, insert, update, delete on sessions, verifications, two_factors, passkeys, sign_in_failures to vedette_app;

-- Where a person belongs: asked before it is known which organization they work in.
create function memberships(person uuid)
returns table (organization_id uuid, organization_name text, role text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.organization_id, o.name, m.role from members m join organizations o on o.id = m.organization_id
  where m.person_id = person order by o.name, o.id
$$;

-- Whose invitation a link is: whoever has the link has not yet an organization.
create function find_invitation(token_hash bytea)
returns table (id uuid, organization_id uuid, organization_name text, email text, role text, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select i.id, i.organization_id, o.name, i.email, i.role, i.expires_at
  from invitations i join organizations o on o.id = i.organization_id where i.token_hash = find_invitation.token_hash
$$;

revoke all on function memberships, find_invitation from public;
grant execute on function memberships, find_invitation to vedette_app;
