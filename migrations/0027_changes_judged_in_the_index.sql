-- Whether an incident has changed since a moment is seen in the index: without that, every one that had not was fetched
-- in vain. What is passed over costs so little then that eight wider classes of change do instead of fifteen.

alter table incidents drop column change_lag;
alter table incidents
  -- The power of four of the minutes between creation and the latest change, 4 at least (4 hours) and 11 at most (8
  -- years); null when never changed. Lets "changed since" be read in order of creation (see docs/decisions/0005).
  add column change_lag smallint generated always as (
    case when updated_at > created_at
      then least(11, greatest(4, floor(log(4, greatest(1, extract(epoch from updated_at - created_at) / 60)))))::smallint
    end
  ) stored;
create index incidents_changed on incidents (organization_id, change_lag, created_at desc, id desc, updated_at)
  where change_lag is not null;
create index incidents_changed_of_tenant on incidents (tenant_id, change_lag, created_at desc, id desc, updated_at)
  where change_lag is not null;
