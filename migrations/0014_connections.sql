-- How each tenant is reached, and consent that was asked for and has not come back yet.

create table tenant_connections (
  tenant_id uuid primary key,
  organization_id uuid not null,
  -- consent: by the installation's own application; secret, certificate: by an application of the tenant's.
  kind text not null check (kind in ('consent', 'secret', 'certificate')),
  client_id text,
  -- Encrypted, with the name of its key in front: see src/tenants/seal.ts.
  sealed bytea,
  -- When the certificate runs out; of a secret Microsoft does not say.
  expires_at timestamptz,
  connected_at timestamptz not null,
  changed_at timestamptz not null,
  checked_at timestamptz,
  -- What the last check found, in words.
  findings jsonb,
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade,
  check ((kind = 'consent') = (sealed is null)),
  check ((kind = 'consent') = (client_id is null))
);
create index tenant_connections_organization on tenant_connections (organization_id, tenant_id);

-- One-time: the word that goes to Microsoft and comes back, known by its hash, good for whoever asked and nobody else.
create table consent_requests (
  state_hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  person_id uuid not null,
  session_id text not null,
  service text not null check (service in ('Monitoring', 'Scan')),
  is_internal boolean not null,
  -- Consent anew, for a tenant that is there already.
  tenant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index consent_requests_organization on consent_requests (organization_id);

do $$
declare owned text;
begin
  foreach owned in array array['tenant_connections', 'consent_requests']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('create policy own_organization on %I to vedette_app
      using (organization_id = current_organization()) with check (organization_id = current_organization())', owned);
    execute format('grant select, insert, update, delete on %I to vedette_app', owned);
  end loop;
end
$$;

-- Whoever comes back from Microsoft only says which tenant consented: one that another organization already reaches by
-- consent is not handed to a second on that word. Looks over the wall for this one answer.
create function is_reached_by_others(directory uuid, own_organization uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select 1 from tenants t join tenant_connections c on c.tenant_id = t.id
    where t.directory_tenant_id = directory and t.organization_id <> own_organization and c.kind = 'consent')
$$;
revoke all on function is_reached_by_others from public;
grant execute on function is_reached_by_others to vedette_app;
