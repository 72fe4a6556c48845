-- What a member takes when work is given out by rule; empty is everything (docs/decisions/090-assignment-by-rule.md).
alter table memberships
  add column domains text[] not null default '{}',
  add column tags text[] not null default '{}',
  add column languages text[] not null default '{}';
