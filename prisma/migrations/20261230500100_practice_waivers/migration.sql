-- A manager's word that somebody may begin without the practice that the project asks for (docs/decisions/103-practice-of-people.md).
create table practice_waivers (
  project_id uuid not null,
  user_id uuid not null,
  reason text not null,
  by_id uuid not null,
  at timestamptz(3) not null default current_timestamp,
  constraint practice_waivers_pkey primary key (project_id, user_id),
  constraint practice_waivers_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade,
  constraint practice_waivers_user_id_fkey foreign key (user_id) references users (id) on delete restrict on update cascade,
  constraint practice_waivers_by_id_fkey foreign key (by_id) references users (id) on delete restrict on update cascade
);
create index practice_waivers_user_id_idx on practice_waivers (user_id);
create index practice_waivers_by_id_idx on practice_waivers (by_id);
