-- While exported logs are coming in, judging waits for the rest of them. `importing_until` is moved on with every part that is
-- stored, so that an import that broke off holds up nothing for long.
alter table tenants add column importing_since timestamptz, add column importing_until timestamptz;
