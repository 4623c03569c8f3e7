-- What a list would otherwise work out for every row that it reads.

alter table incidents
  -- Once the attacker is out it stands; while the attacker is in, whoever reads counts until now.
  add column dwell_minutes integer generated always as (
    case when dwell_ended_at is not null
      then greatest(0, floor(extract(epoch from dwell_ended_at - occurred_at) / 60))::integer
    end
  ) stored;
