-- Sign-ins may be forgotten after a while (docs/decisions/093-what-is-kept-of-people.md). Who does so says until when in the same
-- transaction: select set_config('assay.forgetting_sign_ins_before', '<time>', true). All other events stay append-only.
create or replace function events_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.project_id::text = current_setting('assay.deleting_project', true) then
      return old;
    end if;
    if old.project_id is null and old.type in ('session.started', 'session.ended', 'sign_in.failed', 'sign_in.locked')
      and old.at < nullif(current_setting('assay.forgetting_sign_ins_before', true), '')::timestamptz then
      return old;
    end if;
  end if;
  raise exception 'events are append-only' using errcode = 'integrity_constraint_violation';
end $$;
