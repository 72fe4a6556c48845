-- The gold that the reasons of an item to practise with were written for: they may be wrong of any other. What has none is practised with no more.
alter table practice_items add column gold_id uuid;
update practice_items p set gold_id = (
  select g.id from golds g where g.task_id = p.task_id and g.superseded_at is null order by g.version desc limit 1);
delete from practice_items where gold_id is null;
alter table practice_items alter column gold_id set not null;
alter table practice_items add constraint practice_items_gold_id_fkey
  foreign key (gold_id) references golds (id) on delete cascade on update cascade;
create index practice_items_gold_id_idx on practice_items (gold_id);
