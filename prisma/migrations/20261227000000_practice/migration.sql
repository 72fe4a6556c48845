-- Practice before the first task of a stage (docs/decisions/098-practice.md): what a project asks, what it adds of its own gold, and what people
-- answered. None of it is an item, a task or an annotation, so nothing else counts it.
create table practice_settings (
  project_id uuid not null,
  required boolean not null default false,
  bars jsonb not null default '{}',
  constraint practice_settings_pkey primary key (project_id),
  constraint practice_settings_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade
);

create table practice_items (
  id uuid not null,
  project_id uuid not null,
  task_id uuid not null,
  reasons jsonb not null default '{}',
  added_by_id uuid not null,
  added_at timestamptz(3) not null default current_timestamp,
  constraint practice_items_pkey primary key (id),
  constraint practice_items_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade,
  constraint practice_items_task_id_fkey foreign key (task_id) references tasks (id) on delete cascade on update cascade,
  constraint practice_items_added_by_id_fkey foreign key (added_by_id) references users (id) on delete restrict on update cascade
);
create unique index practice_items_task_id_key on practice_items (task_id);
create index practice_items_project_id_idx on practice_items (project_id);

create table practice_attempts (
  id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  stage text not null,
  item_key text not null,
  answers jsonb not null,
  cells jsonb not null,
  as_expected integer not null,
  judged integer not null,
  at timestamptz(3) not null default current_timestamp,
  constraint practice_attempts_pkey primary key (id),
  constraint practice_attempts_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade,
  constraint practice_attempts_user_id_fkey foreign key (user_id) references users (id) on delete restrict on update cascade
);
create index practice_attempts_project_id_user_id_stage_at_idx on practice_attempts (project_id, user_id, stage, at);
create index practice_attempts_user_id_idx on practice_attempts (user_id);

-- walls
alter table practice_attempts add constraint practice_attempts_as_expected check (as_expected between 0 and judged);
