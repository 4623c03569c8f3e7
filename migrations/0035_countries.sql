-- In which countries people have been: the second word of a network's name.
create index seen_sites_country on seen_sites (tenant_id, split_part(network, ' ', 2), user_name);
