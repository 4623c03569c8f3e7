-- Fifteen classes of change instead of twenty-eight: each costs "changed since" a look into the index. Whatever changed
-- within eight and a half hours of its creation is one class, and so is what changed after eight years or more.

alter table incidents drop column change_lag;
alter table incidents
  -- The power of two of the minutes between creation and the latest change, 8 at least and 22 at most; null when never
  -- changed. Lets "changed since" be read in order of creation (see docs/decisions/0005).
  add column change_lag smallint generated always as (
    case when updated_at > created_at
      then least(22, greatest(8, floor(log(2, greatest(1, extract(epoch from updated_at - created_at) / 60)))))::smallint
    end
  ) stored;
create index incidents_changed on incidents (organization_id, change_lag, created_at desc, id desc)
  where change_lag is not null;
create index incidents_changed_of_tenant on incidents (tenant_id, change_lag, created_at desc, id desc)
  where change_lag is not null;
