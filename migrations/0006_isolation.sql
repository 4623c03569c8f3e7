-- The second wall between organizations: whoever works as vedette_app sees the rows of the organization that the
-- transaction has named in vedette.organization_id, and none when it has named none.

create function current_organization() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('vedette.organization_id', true), '')::uuid $$;

do $$
declare owned text;
begin
  foreach owned in array array['tenants', 'tenant_pauses', 'directory_users', 'incidents', 'incident_moves',
    'daily_usage', 'api_keys', 'members', 'organization_revisions']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('create policy own_organization on %I to vedette_app
      using (organization_id = current_organization()) with check (organization_id = current_organization())', owned);
    execute format('grant select, insert, update, delete on %I to vedette_app', owned);
  end loop;
end
$$;

alter table organizations enable row level security;
create policy own_organization on organizations to vedette_app
  using (id = current_organization()) with check (id = current_organization());
grant select, update on organizations to vedette_app;
grant select, insert, update, delete on people, person_accounts to vedette_app;

revoke all on function admit from public;
grant execute on function admit to vedette_app;
