-- Memberships that a group gave and somebody has changed, ended or given by hand since (docs/decisions/089-inviting-many-and-teams.md).
alter table group_grants add column by_hand boolean not null default false;

-- Until now a role that is another, or none, was what told of it.
update group_grants g set by_hand = true
where g.project_id is not null and not exists (
  select 1 from memberships m where m.project_id = g.project_id and m.user_id = g.user_id and m.role = g.role);

-- walls
alter table group_grants add constraint group_grants_by_hand check (not by_hand or project_id is not null);
