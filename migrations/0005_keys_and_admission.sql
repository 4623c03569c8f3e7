-- API keys, rate limits, and the one door through which a request that only has a key comes in.

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- SHA-256 of the key; the key itself is shown once and kept nowhere.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  description text,
  created_by uuid references people on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index api_keys_secret_hash on api_keys (secret_hash);
create index api_keys_organization on api_keys (organization_id, created_at desc);

-- Unlogged: a window lasts a minute, so losing it in a crash costs nothing, and counting needs no disk write.
create unlogged table rate_windows (
  organization_id uuid not null,
  route text not null,
  started_at timestamptz not null,
  used bigint not null,
  primary key (organization_id, route)
) with (fillfactor = 50);

-- Judges many requests at once: whose key, which tenant, how much of the rate is used, and how fresh the data is.
-- Runs as the owner because the organization is only known once the key has been found.
-- A request costs nothing when its key or tenant is unknown; `used` counts this request at its place in the batch.
create function admit(
  key_hashes bytea[], service_tenant_ids text[], directory_tenant_ids uuid[], routes text[], costs integer[],
  moment timestamptz, window_seconds integer
) returns table (
  ordinal bigint, key_id uuid, organization_id uuid, tenant_id uuid,
  incidents_revision bigint, usage_revision bigint, used bigint, window_started_at timestamptz
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  with asked as (
    select a.ordinal, a.route, a.cost, k.id as key_id, k.organization_id, t.id as tenant_id,
      a.cost > 0 and (t.id is not null or (a.service_tenant_id is null and a.directory_tenant_id is null)) as is_counted
    from unnest(key_hashes, service_tenant_ids, directory_tenant_ids, routes, costs)
      with ordinality as a (key_hash, service_tenant_id, directory_tenant_id, route, cost, ordinal)
    join api_keys k on k.secret_hash = a.key_hash
    left join lateral (
      select id from tenants where a.service_tenant_id is not null
        and service_tenant_id = a.service_tenant_id and organization_id = k.organization_id
      union all
      select id from tenants where a.directory_tenant_id is not null
        and directory_tenant_id = a.directory_tenant_id and organization_id = k.organization_id
    ) t on true
  ),
  placed as (
    select asked.*,
      sum(cost) over (partition by organization_id, route order by ordinal) as place,
      sum(cost) over (partition by organization_id, route) as total
    from asked where is_counted
  ),
  counted as (
    insert into rate_windows as w (organization_id, route, started_at, used)
    -- Always in the same order, so that two nodes never wait for each other's rows in a circle.
    select organization_id, route, moment, sum(cost) from placed
    group by organization_id, route order by organization_id, route
    on conflict (organization_id, route) do update set
      started_at = case when w.started_at <= excluded.started_at - make_interval(secs => window_seconds)
        then excluded.started_at else w.started_at end,
      used = case when w.started_at <= excluded.started_at - make_interval(secs => window_seconds)
        then excluded.used else w.used + excluded.used end
    returning w.organization_id, w.route, w.started_at, w.used
  )
  select a.ordinal, a.key_id, a.organization_id, a.tenant_id, r.incidents_revision, r.usage_revision,
    coalesce(c.used - p.total + p.place,
      case when w.started_at > moment - make_interval(secs => window_seconds) then w.used else 0 end, 0)::bigint,
    coalesce(c.started_at,
      case when w.started_at > moment - make_interval(secs => window_seconds) then w.started_at end, moment)
  from asked a
  join organization_revisions r on r.organization_id = a.organization_id
  left join placed p on p.ordinal = a.ordinal
  left join counted c on p.ordinal is not null and c.organization_id = a.organization_id and c.route = a.route
  left join rate_windows w on p.ordinal is null and w.organization_id = a.organization_id and w.route = a.route;
end
$$;
