-- What admit() does for many, for one alone, in a quarter of the time: most of the time there is only one to admit.

create function admit_one(
  key_hash bytea, asked_service_tenant_id text, asked_directory_tenant_id uuid, asked_route text, cost integer,
  moment timestamptz, window_seconds integer
) returns table (
  ordinal bigint, key_id uuid, organization_id uuid, tenant_id uuid,
  incidents_revision bigint, usage_revision bigint, used bigint, window_started_at timestamptz
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  caller record;
  tenant uuid;
  revisions record;
  counted record;
begin
  select k.id, k.organization_id into caller from api_keys k where k.secret_hash = key_hash;
  if not found then
    return;
  end if;
  if asked_service_tenant_id is not null then
    select t.id into tenant from tenants t
    where t.service_tenant_id = asked_service_tenant_id and t.organization_id = caller.organization_id;
  elsif asked_directory_tenant_id is not null then
    select t.id into tenant from tenants t
    where t.directory_tenant_id = asked_directory_tenant_id and t.organization_id = caller.organization_id;
  end if;
  select r.incidents_revision, r.usage_revision into revisions
  from organization_revisions r where r.organization_id = caller.organization_id;
  if not found then
    return;
  end if;
  if cost > 0 and (tenant is not null or (asked_service_tenant_id is null and asked_directory_tenant_id is null)) then
    insert into rate_windows as w (organization_id, route, started_at, used)
    values (caller.organization_id, asked_route, moment, cost)
    on conflict (organization_id, route) do update set
      started_at = case when w.started_at <= excluded.started_at - make_interval(secs => window_seconds)
        then excluded.started_at else w.started_at end,
      used = case when w.started_at <= excluded.started_at - make_interval(secs => window_seconds)
        then excluded.used else w.used + excluded.used end
    returning w.started_at, w.used into counted;
  else
    select w.started_at, w.used into counted from rate_windows w
    where w.organization_id = caller.organization_id and w.route = asked_route
      and w.started_at > moment - make_interval(secs => window_seconds);
  end if;
  return query select 1::bigint, caller.id, caller.organization_id, tenant, revisions.incidents_revision,
    revisions.usage_revision, coalesce(counted.used, 0)::bigint, coalesce(counted.started_at, moment);
end
$$;
revoke all on function admit_one from public;
grant execute on function admit_one to vedette_app;
