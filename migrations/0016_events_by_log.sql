-- A record is known by its id within its log: sign-ins stand in the unified audit log and in Entra's own, and nothing
-- says that their ids differ. Both are kept; which are two views of one event is said by their content.

alter table events add column log text;
update events set log = case
  when source like 'Audit.%' then 'unified'
  when source in ('signIns', 'nonInteractiveSignIns') then 'signinlogs'
  when source = 'directoryAudits' then 'auditlogs'
  -- Imported: by what only that log's records have.
  when raw like '%"Operation"%' then 'unified'
  when raw like '%"activityDisplayName"%' then 'auditlogs'
  when raw like '%"riskEventType"%' then 'riskdetection'
  else 'signinlogs'
end;
alter table events alter column log set not null;
alter table events drop constraint events_pkey;
alter table events add primary key (tenant_id, id, log);

-- A tenant that was just connected is in no statistics, and is therefore taken for empty: then every index that begins
-- with the tenant looks as good as the one that finds a record by its id. Without any, tenants are taken to be alike.
alter table events alter column tenant_id set statistics 0;
