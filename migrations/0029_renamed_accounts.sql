-- One account may bear several names one after another: its directory id tells. Unknown of names that have not acted
-- since this was kept.
alter table judged_people add column user_id text;
alter table judged_people add column oldest_at timestamptz;
create index judged_people_id on judged_people (tenant_id, user_id) where user_id is not null;
