-- Which columns of a file are which fields and labels: of each import, and of the project for the next file.
alter table "imports" add column "file_mapping" jsonb;
alter table "imports" add column "reading" jsonb not null default '{}';
alter table "projects" add column "import_mapping" jsonb;
