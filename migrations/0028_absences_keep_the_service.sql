-- What a tenant was until it left, for reports of days of which no count exists: it may come back as another service.
-- Unknown of those that came back before this was kept.
alter table tenant_absences add column was_service text check (was_service in ('Monitoring', 'Scan'));
