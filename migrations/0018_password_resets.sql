-- The way back for whoever has forgotten their password: one-time links, mailed or handed over by the operator.

create table password_resets (
  -- SHA-256 of the word in the link.
  token_hash bytea primary key,
  person_id uuid not null references people on delete cascade,
  -- Whether it went to the address itself, so that using it shows that the address is theirs.
  is_mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_person on password_resets (person_id);
create index password_resets_expiry on password_resets (expires_at);
grant select, insert, delete on password_resets to vedette_app;
