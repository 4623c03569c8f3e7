-- The records that were collected or imported, and how far each tenant's have been judged.

-- One row per tenant. Whoever stores records raises last_sequence first and holds the row until commit: a tenant's
-- records come to light in the order of their numbers, so a reader who has judged up to one has missed none before it.
create table event_heads (
  organization_id uuid not null,
  tenant_id uuid primary key,
  last_sequence bigint not null default 0,
  judged_through bigint not null default 0 check (judged_through <= last_sequence),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
) with (fillfactor = 50);
create index event_heads_unjudged on event_heads (tenant_id) where judged_through < last_sequence;

-- No foreign key: one check for each of thousands of rows a page would cost more than storing them. storeRecords
-- writes only for a tenant whose head it holds, and the head takes its records along when it goes.
create table events (
  organization_id uuid not null,
  tenant_id uuid not null,
  -- The vendor's, or a hash of the content: a record that comes again is known by it.
  id text not null,
  -- The order of storing within the tenant; gaps mean nothing.
  sequence bigint not null,
  source text not null,
  at timestamptz not null,
  stored_at timestamptz not null,
  published_at timestamptz,
  -- User principal name, lower case.
  user_name text,
  action text not null,
  outcome text not null,
  address text,
  session text,
  is_history boolean not null,
  -- Text and not jsonb: as it came, to the letter; and jsonb neither takes every string nor is as quick to store.
  raw text not null,
  primary key (tenant_id, id)
);
create unique index events_in_order_of_storing on events (tenant_id, sequence);
create index events_of_user on events (tenant_id, user_name, at);
create index events_by_time on events (tenant_id, at);

do $$
begin
  alter table events alter column raw set compression lz4;
exception when feature_not_supported or invalid_parameter_value then
  null; -- this server was built without it
end
$$;

create function forget_events() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from events where tenant_id = old.tenant_id;
  return null;
end
$$;
create trigger forget_events after delete on event_heads for each row execute function forget_events();

alter table event_heads enable row level security;
create policy own_organization on event_heads to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on event_heads to vedette_app;
alter table events enable row level security;
create policy own_organization on events to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select, insert, update, delete on events to vedette_app;

-- Whose records wait to be judged, of all organizations: for the process that judges, which then works in each.
create function unjudged_tenants(most integer)
returns table (organization_id uuid, tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select h.organization_id, h.tenant_id from event_heads h where h.judged_through < h.last_sequence limit most
$$;
revoke all on function unjudged_tenants, forget_events from public;
grant execute on function unjudged_tenants to vedette_app;
