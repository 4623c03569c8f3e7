-- What the dashboard's list of incidents would otherwise count, or sort, all of them for.

-- How many incidents a tenant has in each state. Kept by the triggers below and by nobody else; whoever writes incidents
-- stands in line for the organization anyway.
create table incident_counts (
  organization_id uuid not null,
  tenant_id uuid not null,
  remediation_status text not null,
  count bigint not null,
  primary key (organization_id, tenant_id, remediation_status),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
insert into incident_counts (organization_id, tenant_id, remediation_status, count)
select organization_id, tenant_id, remediation_status, count(*) from incidents group by 1, 2, 3;

create function count_new_incidents() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into incident_counts as c (organization_id, tenant_id, remediation_status, count)
  select organization_id, tenant_id, remediation_status, count(*) from written group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, tenant_id, remediation_status) do update set count = c.count + excluded.count;
  return null;
end
$$;
-- Never adds a row: the tenant itself may be on its way out.
create function count_old_incidents() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update incident_counts c set count = c.count - gone.count
  from (select organization_id, tenant_id, remediation_status, count(*) as count from replaced group by 1, 2, 3) gone
  where (c.organization_id, c.tenant_id, c.remediation_status)
    = (gone.organization_id, gone.tenant_id, gone.remediation_status);
  return null;
end
$$;
create trigger count_inserted after insert on incidents
  referencing new table as written for each statement execute function count_new_incidents();
create trigger count_deleted after delete on incidents
  referencing old table as replaced for each statement execute function count_old_incidents();
create trigger count_updated_away after update on incidents
  referencing old table as replaced for each statement execute function count_old_incidents();
create trigger count_updated_to after update on incidents
  referencing new table as written for each statement execute function count_new_incidents();

alter table incident_counts enable row level security;
create policy own_organization on incident_counts to vedette_app
  using (organization_id = current_organization()) with check (organization_id = current_organization());
grant select on incident_counts to vedette_app;

-- By dwell time: those whose attacker is out, and those whose dwell time runs.
create index incidents_by_dwell on incidents (organization_id, dwell_minutes, id) where dwell_minutes is not null;
create index incidents_dwelling on incidents (organization_id, occurred_at, id desc) where dwell_minutes is null;
