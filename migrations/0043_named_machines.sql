-- Whether somebody named a machine of theirs at a site: null where no record spoke of machines, and for what was noted before.
alter table seen_sites add column names_machine boolean;
create index seen_sites_named on seen_sites (tenant_id, user_name) where names_machine;
