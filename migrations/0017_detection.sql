-- What detection keeps between records: whom it has to look at, what all people of a tenant together tell, the attacks
-- behind incidents, and what each organization has said about rules, travel and networks.

-- Everybody who was seen acting. Whoever has a due moment waits to be judged; it is set in the transaction that takes
-- their records as seen, and cleared in the one that writes what was concluded.
create table judged_people (
  organization_id uuid not null,
  tenant_id uuid not null,
  user_name text not null,
  newest_at timestamptz not null,
  due_at timestamptz,
  primary key (tenant_id, user_name),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
) with (fillfactor = 50);
create index judged_people_due on judged_people (tenant_id, due_at) where due_at is not null;

-- Where people got in: one row for each person and site, with the first few days. Days are counted since 1970.
create table seen_sites (
  organization_id uuid not null,
  tenant_id uuid not null,
  site text not null,
  user_name text not null,
  network text not null,
  days integer[] not null,
  last_day integer not null,
  primary key (tenant_id, site, user_name),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
) with (fillfactor = 70);
create index seen_sites_network on seen_sites (tenant_id, network);
create index seen_sites_user on seen_sites (tenant_id, user_name);

-- Whose password was refused where, on which day: a spray is many people at one place.
create table refused_sign_ins (
  organization_id uuid not null,
  tenant_id uuid not null,
  place text not null,
  day integer not null,
  user_name text not null,
  primary key (tenant_id, place, day, user_name),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);

-- Which rules have matched whom, and which applications act for whom.
create table seen_values (
  organization_id uuid not null,
  tenant_id uuid not null,
  kind text not null check (kind in ('rule', 'app')),
  value text not null,
  user_name text not null,
  primary key (tenant_id, kind, value, user_name),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);

-- What detection knows of the attack behind an incident that it recorded.
create table attacks (
  incident_id uuid primary key,
  organization_id uuid not null,
  tenant_id uuid not null,
  user_name text not null,
  last_seen_at timestamptz not null,
  confidence real not null,
  addresses text[] not null,
  -- Those that speak for one attacker: behind gateways, relays and mobile networks sit many people.
  telling_addresses text[] not null,
  sessions text[] not null,
  why text[] not null,
  -- Of all that was last written about it: when nothing has changed, nothing is written.
  digest text not null,
  -- The record that settled it: when it happened, was published by its vendor, and was stored.
  settled_at timestamptz not null,
  published_at timestamptz,
  stored_at timestamptz not null,
  foreign key (organization_id, incident_id) references incidents (organization_id, id) on delete cascade
);
create index attacks_of_user on attacks (tenant_id, user_name);
create index attacks_organization on attacks (organization_id, incident_id);

-- The record that an activity tells of; null for what did not come from one.
alter table incident_activities add column event_id text;

-- Rules of an organization's own, beside those that come with Vedette.
create table organization_rules (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- What the rule calls itself by: its id, else its name, else its title.
  rule_id text not null,
  title text not null,
  level text,
  text text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null,
  unique (organization_id, rule_id)
);

-- Rules that are switched off, for one tenant or, without one, for all.
create table rule_switches (
  organization_id uuid not null references organizations on delete cascade,
  rule_id text not null,
  tenant_id uuid,
  switched_off_at timestamptz not null,
  switched_off_by text not null,
  unique nulls not distinct (organization_id, rule_id, tenant_id),
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index rule_switches_tenant on rule_switches (tenant_id);

create table declared_travel (
  id uuid primary key,
  organization_id uuid not null,
  tenant_id uuid not null,
  user_name text not null,
  countries text[] not null check (array_length(countries, 1) > 0),
  from_on date not null,
  -- The last day of it.
  until_on date not null check (until_on >= from_on),
  declared_at timestamptz not null,
  declared_by text not null,
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index declared_travel_tenant on declared_travel (organization_id, tenant_id);

create table trusted_networks (
  id uuid primary key,
  organization_id uuid not null,
  tenant_id uuid not null,
  network text not null,
  note text not null default '',
  -- The last day of it.
  until_on date not null,
  declared_at timestamptz not null,
  declared_by text not null,
  foreign key (organization_id, tenant_id) references tenants (organization_id, id) on delete cascade
);
create index trusted_networks_tenant on trusted_networks (organization_id, tenant_id);

-- Raised by whoever changes rules, switches, travel or networks: what was compiled from them is out of date.
create table detection_revisions (
  organization_id uuid primary key references organizations on delete cascade,
  revision bigint not null default 0
);

do $$
declare owned text;
begin
  foreach owned in array array['judged_people', 'seen_sites', 'refused_sign_ins', 'seen_values', 'attacks',
    'organization_rules', 'rule_switches', 'declared_travel', 'trusted_networks', 'detection_revisions']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('create policy own_organization on %I to vedette_app
      using (organization_id = current_organization()) with check (organization_id = current_organization())', owned);
    execute format('grant select, insert, update, delete on %I to vedette_app', owned);
  end loop;
end
$$;

-- Whose records wait to be taken as seen, or who have people waiting to be judged.
create function tenants_to_judge(moment timestamptz, most integer)
returns table (organization_id uuid, tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.organization_id, u.tenant_id from (
    select h.organization_id, h.tenant_id from event_heads h where h.judged_through < h.last_sequence
    union
    select p.organization_id, p.tenant_id from judged_people p where p.due_at <= moment
  ) u limit most
$$;
create index judged_people_waiting on judged_people (due_at) where due_at is not null;
revoke all on function tenants_to_judge from public;
grant execute on function tenants_to_judge to vedette_app;
drop function unjudged_tenants(integer);
