alter table users add column search_engine text,
  add constraint users_search_engine check (search_engine like 'https://%' and position('%s' in search_engine) > 0);
alter table projects add column search_engine text,
  add constraint projects_search_engine check (search_engine like 'https://%' and position('%s' in search_engine) > 0);
