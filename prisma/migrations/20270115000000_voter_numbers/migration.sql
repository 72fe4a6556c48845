-- Numbers for the voters whom imported records name, so that their votes are rated as annotators' answers are.
create table "voter_numbers" (
  "project_id" uuid not null,
  "name" text not null,
  "number" smallint not null,
  constraint "voter_numbers_pkey" primary key ("project_id", "name")
);
create unique index "voter_numbers_project_id_number_key" on "voter_numbers"("project_id", "number");
alter table "voter_numbers" add constraint "voter_numbers_project_id_fkey" foreign key ("project_id") references "projects"("id") on delete cascade on update cascade;
