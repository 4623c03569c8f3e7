-- Accounts that an attacker made with a misused one: whoever uses them is the attacker.
alter table attacks add column made text[] not null default '{}';
