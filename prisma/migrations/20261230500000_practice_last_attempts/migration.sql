-- One row for each person and item of practice: the last attempt, and how many there were (docs/decisions/103-practice-of-people.md). What was
-- answered before the last attempt is read by nothing, and could be repeated without end.
alter table practice_attempts add column attempts integer not null default 1;

update practice_attempts a set attempts = counted.attempts
from (
  select distinct on (project_id, user_id, stage, item_key) id,
    (count(*) over (partition by project_id, user_id, stage, item_key))::int attempts
  from practice_attempts order by project_id, user_id, stage, item_key, at desc, id desc) counted
where counted.id = a.id;

delete from practice_attempts a using practice_attempts later
where later.project_id = a.project_id and later.user_id = a.user_id and later.stage = a.stage and later.item_key = a.item_key
  and (later.at, later.id) > (a.at, a.id);

drop index practice_attempts_project_id_user_id_stage_at_idx;
create unique index practice_attempts_project_id_user_id_stage_item_key_key on practice_attempts (project_id, user_id, stage, item_key);
