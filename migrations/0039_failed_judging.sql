-- When somebody could last not be judged; null once they could. Whoever looks at the tenant is told.
alter table judged_people add column failed_at timestamptz;
create index judged_people_failed on judged_people (organization_id, tenant_id) where failed_at is not null;
