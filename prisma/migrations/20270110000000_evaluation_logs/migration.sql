-- How a file of predictions is read where it is a log of Inspect: its scorer, and the system's name.
alter table "evaluations" add column "log" jsonb not null default '{}';
