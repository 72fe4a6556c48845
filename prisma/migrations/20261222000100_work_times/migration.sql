-- Active time by person, task, kind of work and day, and what an hour is paid (docs/decisions/091-hours.md).
create type "WorkKind" as enum ('annotation', 'discussion', 'adjudication', 'approval');

-- The task has no foreign key: hours outlive a copy that is taken out of the calibration.
create table work_times (
  task_id uuid not null,
  user_id uuid not null,
  round integer not null,
  kind "WorkKind" not null,
  day date not null,
  project_id uuid not null,
  stage text not null,
  seconds integer not null,
  constraint work_times_pkey primary key (task_id, user_id, round, kind, day),
  constraint work_times_user_id_fkey foreign key (user_id) references users (id) on delete restrict on update cascade,
  constraint work_times_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade
);
create index work_times_project_id_day_idx on work_times (project_id, day);
create index work_times_user_id_day_idx on work_times (user_id, day);

create table hour_rates (
  project_id uuid not null,
  currency text not null,
  rate integer,
  people jsonb not null default '{}',
  revision integer not null default 1,
  constraint hour_rates_pkey primary key (project_id),
  constraint hour_rates_project_id_fkey foreign key (project_id) references projects (id) on delete cascade on update cascade
);

-- walls
alter table work_times add constraint work_times_seconds check (seconds between 1 and 86400);
alter table hour_rates add constraint hour_rates_rate check (rate between 0 and 10000000);
