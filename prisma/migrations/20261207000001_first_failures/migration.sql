alter table runs
  add column state_detail text,
  add column first_failures int default 0,
  add column first_failure text;
-- Of what has ended or has long begun, nobody remembers the first items.
update runs set first_failures = null
where state in ('done', 'cancelled') or exists (
  select 1 from run_items i where i.run_id = runs.id and i.state in ('done', 'failed'));
