-- Which programs people sign in with: a spray by one that nobody uses is known by it, from whatever address it comes.
alter table seen_values drop constraint seen_values_kind_check;
alter table seen_values add constraint seen_values_kind_check check (kind in ('rule', 'app', 'program'));
