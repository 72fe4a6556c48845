-- Questions that annotators put to their managers about a task, which is set aside until it is answered.
create table inquiries (
  id uuid not null,
  assignment_id uuid not null,
  question text not null,
  asked_at timestamptz(3) not null default current_timestamp,
  answer text,
  answered_by_id uuid,
  answered_at timestamptz(3),
  closed_at timestamptz(3),
  constraint inquiries_pkey primary key (id),
  constraint inquiries_assignment_id_fkey foreign key (assignment_id) references assignments (id) on delete cascade on update cascade,
  constraint inquiries_answered_by_id_fkey foreign key (answered_by_id) references users (id) on delete set null on update cascade
);
create index inquiries_assignment_id_asked_at_idx on inquiries (assignment_id, asked_at);

-- walls
alter table inquiries
  add constraint inquiries_one_end check (answered_at is null or closed_at is null),
  add constraint inquiries_answer_whole check ((answer is null) = (answered_at is null));
-- One that waits at a time.
create unique index inquiries_waiting on inquiries (assignment_id) where answered_at is null and closed_at is null;

-- A question ends with the share that it was asked in: submitted, skipped, or taken away.
create function inquiries_end_with_share() returns trigger language plpgsql as $$
begin
  update inquiries set closed_at = now() where assignment_id = new.id and answered_at is null and closed_at is null;
  return null;
end $$;
create trigger inquiries_end_with_share after update of state on assignments
  for each row when (new.state not in ('reserved', 'assigned')) execute function inquiries_end_with_share();
