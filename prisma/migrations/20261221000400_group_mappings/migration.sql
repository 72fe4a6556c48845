-- What groups of the identity provider give at sign-in, and what each person has by one (docs/decisions/089-inviting-many-and-teams.md).
create table group_mappings (
  id uuid not null,
  group_name text not null,
  project_id uuid,
  role "Role",
  team_id uuid,
  administrator boolean not null default false,
  created_by_id uuid not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint group_mappings_pkey primary key (id),
  constraint group_mappings_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade,
  constraint group_mappings_team_id_fkey foreign key (team_id) references teams (id) on delete cascade on update cascade
);
create index group_mappings_project_id_idx on group_mappings (project_id);
create index group_mappings_team_id_idx on group_mappings (team_id);

create table group_grants (
  id uuid not null,
  user_id uuid not null,
  project_id uuid,
  role "Role",
  team_id uuid,
  administrator boolean not null default false,
  constraint group_grants_pkey primary key (id),
  constraint group_grants_user_id_fkey foreign key (user_id) references users (id) on delete cascade on update cascade,
  constraint group_grants_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade,
  constraint group_grants_team_id_fkey foreign key (team_id) references teams (id) on delete cascade on update cascade
);
create unique index group_grants_user_id_project_id_key on group_grants (user_id, project_id);
create unique index group_grants_user_id_team_id_key on group_grants (user_id, team_id);
create index group_grants_project_id_idx on group_grants (project_id);
create index group_grants_team_id_idx on group_grants (team_id);

-- walls
alter table group_mappings add constraint group_mappings_one_gift check (
  num_nonnulls(project_id, team_id) + administrator::int = 1 and (role is null) = (project_id is null));
alter table group_grants add constraint group_grants_one_gift check (
  num_nonnulls(project_id, team_id) + administrator::int = 1 and (role is null) = (project_id is null));
create unique index group_grants_one_administration on group_grants (user_id) where administrator;
