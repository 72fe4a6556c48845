-- One link for several people, and who came by each link (docs/decisions/089-inviting-many-and-teams.md).
create table invitation_uses (
  invitation_id uuid not null,
  user_id uuid not null,
  used_at timestamptz(3) not null default current_timestamp,
  constraint invitation_uses_pkey primary key (invitation_id, user_id),
  constraint invitation_uses_invitation_id_fkey foreign key (invitation_id) references invitations (id) on delete cascade on update cascade,
  constraint invitation_uses_user_id_fkey foreign key (user_id) references users (id) on delete cascade on update cascade
);
create index invitation_uses_user_id_idx on invitation_uses (user_id);

alter table invitations
  add column email_domain text,
  add column places integer not null default 1,
  add column used integer not null default 0;

insert into invitation_uses (invitation_id, user_id, used_at)
select id, accepted_by_id, accepted_at from invitations
where accepted_at is not null and accepted_by_id in (select id from users);
update invitations set used = 1 where accepted_at is not null;
alter table invitations drop column accepted_at, drop column accepted_by_id;

-- walls
alter table invitations
  add constraint invitations_places check (places between 1 and 1000 and used between 0 and places),
  -- What is for one address is for one person; and who comes by a link of many gets no right over the whole installation.
  add constraint invitations_for_many check (places = 1 or (email is null and not is_admin and not can_create_projects));
