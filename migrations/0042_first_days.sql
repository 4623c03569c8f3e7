-- The first day on which anybody got in: a machine that was in use from the beginning is hardly an attacker's.
create index seen_sites_begin on seen_sites (tenant_id, (days[1]));
