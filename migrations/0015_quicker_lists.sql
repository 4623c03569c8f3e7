-- What a list would otherwise work out for every row that it reads.

alter table incidents
  -- Once the attacker is out it stands; while the attacker is in, whoever reads counts until now.
  add column dwell_minutes integer generated always as (
    case when dwell_ended_at is not null
      then greatest(0, floor(extract(epoch from dwell_ended_at - occurred_at) / 60))::integer
    end
  ) stored,
  drop column change_lag;

-- The power of four of the minutes between creation and the latest change; null when never changed.
-- Lets "changed since" be read in order of creation (see docs/decisions/0005).
alter table incidents
  add column change_lag smallint generated always as (
    case when updated_at > created_at
      then floor(log(4, greatest(1, extract(epoch from updated_at - created_at) / 60)))::smallint
    end
  ) stored;
create index incidents_changed on incidents (organization_id, change_lag, created_at desc, id desc)
  where change_lag is not null;
create index incidents_changed_of_tenant on incidents (tenant_id, change_lag, created_at desc, id desc)
  where change_lag is not null;
