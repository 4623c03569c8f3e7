-- When mail went out to many from a misused account, and whose misused account led to an attack: the colleague who signs in
-- at a strange place soon after is likely to have fallen to it, and both incidents know of each other.
alter table attacks
  add column lured_at timestamptz[] not null default '{}',
  add column led_by text[] not null default '{}';
