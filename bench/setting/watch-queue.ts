/** What becomes of imports, runs and their jobs while things break: each change of a row as a line, so that what came out can be explained. */
import type { UnrulyPostgres } from './unruly-postgres'

const LOOK_EVERY_MS = 400

/** What is looked at, as a name and what is to be known of it. */
const ROWS = `
  select 'job ' || j.id || ' ' || t.identifier "name",
    concat_ws(' ', 'try ' || j.attempts || ' of ' || j.max_attempts, 'held by ' || j.locked_by,
      'processes ended: ' || (j.payload ->> 'processDeaths'), 'interrupted: ' || (j.payload ->> 'interruptions'),
      'run ' || (j.payload ->> 'runId'), 'import ' || (j.payload ->> 'importId'), 'error: ' || left(j.last_error, 150),
      'not before ' || to_char(j.run_at, 'HH24:MI:SS')) "state"
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier in ('check_import', 'apply_import', 'drive_run')
  union all
  select 'import ' || id, concat_ws(' ', file_name, state, error) from imports
  union all
  select 'run ' || r.id,
    concat_ws(' ', r.name, r.state, r.state_reason, string_agg(i.state || ' ' || i.items, ', '), 'leases to ' || to_char(max(i.leased_until), 'HH24:MI:SS'))
  from runs r left join (
    select run_id, state, count(*) items, max(leased_until) leased_until from run_items group by run_id, state) i on i.run_id = r.id
  group by r.id`

/** Says it until it is stopped. While nobody can be asked it says why. */
export function watchQueue(postgres: UnrulyPostgres, onChange: (line: string) => void): { stop(): void } {
  let states = new Map<string, string>()
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      const rows = await postgres.ask<{ name: string; state: string }>(ROWS)
      const now = new Map(rows.map(({ name, state }) => [name, state]))
      for (const [name, state] of now) if (states.get(name) !== state) onChange(`${name}: ${state}`)
      for (const name of states.keys()) if (!now.has(name)) onChange(`${name} is gone`)
      states = now
    } catch (error) {
      onChange(`no answer: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
