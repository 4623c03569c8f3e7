-- How an incident's JSON begins, made once instead of for every list that it is on.

alter table incidents
  add column json_head text generated always as ('{"id":"' || id::text || '","url":"') stored;
