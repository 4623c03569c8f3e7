-- An organization may ask its members for more than a password.

alter table organizations add column requires_second_factor boolean not null default false;

-- What a session has shown besides a password; null for a password alone.
alter table sessions add column second_factor text check (second_factor in ('code', 'passkey', 'single sign-on'));
update sessions s set second_factor = 'code' from people p where p.id = s.person_id and p.is_two_factor_enabled;
update sessions s set second_factor = 'single sign-on' where not exists (
  select from person_accounts a where a.person_id = s.person_id and a.provider_id = 'credential');

drop function memberships;
create function memberships(person uuid)
returns table (organization_id uuid, organization_name text, role text, requires_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.organization_id, o.name, m.role, o.requires_second_factor
  from members m join organizations o on o.id = m.organization_id
  where m.person_id = person order by o.name, o.id
$$;
revoke all on function memberships from public;
grant execute on function memberships to vedette_app;
