-- Guests: some logs call them by the name their host gave them, someone_home.example#ext#@host.onmicrosoft.com, others by
-- their own. Both are one person, whose mail domain is not the tenant's.
alter table judged_people
  add column is_guest boolean not null default false,
  add column home_name text;
update judged_people set is_guest = true,
  home_name = regexp_replace(split_part(user_name, '#ext#', 1), '^(.+)_([^_]+)$', '\1@\2')
where position('#ext#' in user_name) > 0;
update judged_people set home_name = null where position('@' in home_name) = 0;
create index judged_people_home on judged_people (tenant_id, home_name) where home_name is not null;
