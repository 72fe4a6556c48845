alter table calibrations
  add column gate_bars jsonb not null default '{}',
  add column bars_carried_over boolean not null default false;
-- One percentage over all questions becomes bars for single questions: managers of gates that exist are told.
update calibrations set bars_carried_over = true where gate_tasks > 0;
