-- Feeds: each tenant's sources, whose turn it is, where they go on, and how they fare.

create table feeds (
  organization_id uuid not null,
  tenant_id uuid not null,
  source text not null,
  enrolled_at timestamptz not null,
  next_due_at timestamptz not null,
  -- Who works on it, until when by this server's clock. The token changes with every turn: a page can only be
  -- committed under the token it was fetched under.
  lease_token uuid,
  lease_holder text,
  lease_until timestamptz,
  -- Where the last stored page said to go on; null before the first.
  cursor jsonb,
  -- What happened before this is history. Set at the first turn, and again at the first after a pause.
  watching_since timestamptz,
  is_resting boolean not null default false,
  -- A scan that has caught up has nothing more to do.
  is_finished boolean not null default false,
  swept_at timestamptz,
  -- Turns in a row that failed, and why the last one did, in words that say what to do.
  failures integer not null default 0,
  fault_kind text,
  fault_words text,
  fault_permission text,
  fault_since timestamptz,
  turned_at timestamptz,
  -- The last turn that caught up, and the first one that ever did.
  caught_up_at timestamptz,
  first_caught_up_at timestamptz,
  last_record_at timestamptz,
  last_stored_at timestamptz,
  -- From happening to stored, of the last page that brought something new while watching.
  lag_seconds integer,
  stored bigint not null default 0,
  seen bigint not null default 0,
  changed bigint not null default 0,
  silent_since timestamptz,
  primary key (tenant_id, source),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
) with (fillfactor = 50);
create index feeds_due on feeds (next_due_at) where not is_finished and not is_resting;
create index feeds_organization on feeds (organization_id, tenant_id);

-- Stretches of time whose records cannot be had any more.
create table feed_gaps (
  organization_id uuid not null,
  tenant_id uuid not null,
  source text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  reason text not null,
  noted_at timestamptz not null,
  primary key (tenant_id, source, from_at, until_at),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);

create table feed_rejections (
  organization_id uuid not null,
  tenant_id uuid not null,
  source text not null,
  reason text not null,
  count bigint not null,
  -- The beginning of the last one that was refused.
  sample text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, source, reason),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);

-- How many records happened in each hour of a UTC day: what is usual for this tenant, and whether it has fallen silent.
create table feed_days (
  organization_id uuid not null,
  tenant_id uuid not null,
  source text not null,
  day date not null,
  counts integer[] not null check (array_length(counts, 1) = 24),
  primary key (tenant_id, source, day),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
) with (fillfactor = 50);

do $$
declare owned text;
begin
  foreach owned in array array['feeds', 'feed_gaps', 'feed_rejections', 'feed_days']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('create policy own_organization on %I to vedette_app
      using (organization_id = current_organization()) with check (organization_id = current_organization())', owned);
    execute format('grant select, insert, update, delete on %I to vedette_app', owned);
  end loop;
end
$$;

-- Hands out turns of all organizations' feeds, those due longest first, to a process that then works in each one's
-- organization. Runs as the owner for that. Leases run by this server's clock, the same for all nodes.
create function claim_feeds(
  holder text, moment timestamptz, lease_seconds double precision, most integer, most_of_tenant integer
) returns table (
  organization_id uuid, tenant_id uuid, source text, lease_token uuid, cursor jsonb, failures integer,
  watching_since timestamptz, swept_at timestamptz, due_at timestamptz, directory_tenant_id uuid, display_name text,
  service text
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  -- One at a time, or two nodes would together give a tenant more turns than it may have.
  perform pg_advisory_xact_lock(7331013);
  update feeds f set is_resting = true from tenant_pauses p
  where p.tenant_id = f.tenant_id and p.resumed_on is null and not f.is_resting;
  update feeds f set is_resting = false, watching_since = null
  where f.is_resting and not exists (
    select 1 from tenant_pauses p where p.tenant_id = f.tenant_id and p.resumed_on is null);
  return query
  with busy as (
    select f.tenant_id, count(*) as turns from feeds f
    where f.lease_token is not null and f.lease_until > clock_timestamp() group by f.tenant_id
  ),
  due as (
    select f.tenant_id, f.source, f.next_due_at, f.turned_at,
      row_number() over (partition by f.tenant_id order by f.next_due_at, f.turned_at nulls first, f.source) + coalesce(b.turns, 0) as place
    from feeds f join tenants t on t.id = f.tenant_id left join busy b on b.tenant_id = f.tenant_id
    where f.next_due_at <= moment and not f.is_finished and not f.is_resting and t.offboarded_on is null
      and (f.lease_token is null or f.lease_until <= clock_timestamp())
  ),
  chosen as (
    select f.tenant_id, f.source from feeds f
    join due d on d.tenant_id = f.tenant_id and d.source = f.source and d.place <= most_of_tenant
    order by d.next_due_at, d.turned_at nulls first, f.tenant_id, f.source limit most
    for update of f skip locked
  )
  update feeds f set lease_token = gen_random_uuid(), lease_holder = holder,
    lease_until = clock_timestamp() + make_interval(secs => lease_seconds),
    watching_since = coalesce(f.watching_since, moment)
  from chosen c, tenants t
  where f.tenant_id = c.tenant_id and f.source = c.source and t.id = f.tenant_id
  returning f.organization_id, f.tenant_id, f.source, f.lease_token, f.cursor, f.failures, f.watching_since,
    f.swept_at, f.next_due_at, t.directory_tenant_id, t.display_name, t.service;
end
$$;

-- Makes leases last longer; returns those that still are the caller's.
create function renew_leases(tokens uuid[], lease_seconds double precision) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update feeds set lease_until = clock_timestamp() + make_interval(secs => lease_seconds)
  where lease_token = any (tokens) and lease_until > clock_timestamp() returning lease_token
$$;

-- Gives tenants that have feeds those that this version knows in addition.
create function complete_feeds(sources text[], moment timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into feeds (organization_id, tenant_id, source, enrolled_at, next_due_at)
  select distinct f.organization_id, f.tenant_id, s.source, moment, moment
  from feeds f cross join unnest(sources) as s (source)
  on conflict do nothing
$$;

revoke all on function claim_feeds, renew_leases, complete_feeds from public;
grant execute on function claim_feeds, renew_leases, complete_feeds to vedette_app;

-- What is done by the clock, and by one node at a time.
create table chores (
  name text primary key,
  done_at timestamptz not null
);
grant select, insert, update on chores to vedette_app;

-- From the last known state, because nothing newer was learnt that day.
alter table daily_usage add column is_carried boolean not null default false;
