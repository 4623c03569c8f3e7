-- How many records an act of a timeline stands for: everyday ones that are alike are told as one.
alter table incident_activities add column records integer not null default 1 check (records > 0);
