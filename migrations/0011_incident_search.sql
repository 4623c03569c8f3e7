-- What the dashboard's live view asks once a second for all organizations that somebody is looking at.

-- Runs as the owner because it asks for several organizations at once. It tells two counters of organizations whose ids
-- the caller already knows, and nothing of what they count.
create function revisions_of(organizations uuid[])
returns table (organization_id uuid, incidents_revision bigint, usage_revision bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select r.organization_id, r.incidents_revision, r.usage_revision
  from organization_revisions r where r.organization_id = any (organizations)
$$;

revoke all on function revisions_of from public;
grant execute on function revisions_of to vedette_app;
