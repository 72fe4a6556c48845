-- Named groups of people, used in several projects (docs/decisions/089-inviting-many-and-teams.md).
create table teams (
  id uuid not null,
  name text not null,
  shared boolean not null default false,
  created_by_id uuid not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint teams_pkey primary key (id),
  constraint teams_created_by_id_fkey foreign key (created_by_id) references users (id) on delete restrict on update cascade
);
create index teams_created_by_id_idx on teams (created_by_id);

create table team_members (
  team_id uuid not null,
  user_id uuid not null,
  constraint team_members_pkey primary key (team_id, user_id),
  constraint team_members_team_id_fkey foreign key (team_id) references teams (id) on delete cascade on update cascade,
  constraint team_members_user_id_fkey foreign key (user_id) references users (id) on delete cascade on update cascade
);
create index team_members_user_id_idx on team_members (user_id);

create table project_teams (
  project_id uuid not null,
  team_id uuid not null,
  role "Role" not null,
  added_at timestamptz(3) not null default current_timestamp,
  constraint project_teams_pkey primary key (project_id, team_id),
  constraint project_teams_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade,
  constraint project_teams_team_id_fkey foreign key (team_id) references teams (id) on delete cascade on update cascade
);
create index project_teams_team_id_idx on project_teams (team_id);

-- Whom a team brought into a project; `gave`: they were no members before.
create table project_team_people (
  project_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  gave boolean not null,
  constraint project_team_people_pkey primary key (project_id, team_id, user_id),
  constraint project_team_people_project_id_team_id_fkey foreign key (project_id, team_id) references project_teams (project_id, team_id) on delete cascade on update cascade,
  constraint project_team_people_user_id_fkey foreign key (user_id) references users (id) on delete cascade on update cascade
);
create index project_team_people_user_id_idx on project_team_people (user_id);

-- walls
alter table teams add constraint teams_named check (btrim(name) <> '');
