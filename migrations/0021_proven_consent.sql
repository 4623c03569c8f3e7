-- Consent is only believed once whoever brings it has signed in to that directory as its administrator.

-- What is kept while they do. Requests under way when this is applied begin again.
delete from consent_requests;
alter table consent_requests
  -- The directory that is said to have consented; null until Microsoft has sent them back.
  add column directory_tenant_id uuid,
  -- What the id token has to name, and what its code can only be exchanged with.
  add column nonce text,
  add column code_verifier text,
  add check ((directory_tenant_id is null) = (nonce is null)),
  add check ((directory_tenant_id is null) = (code_verifier is null));

-- Stood in for the proof: a directory was not given to a second organization on the word of an address.
drop function is_reached_by_others(uuid, uuid);
