/**
 * Jobs whose process ended while it worked on them. How often is noted in the job's payload, beside the id of its request: it goes with
 * the job wherever that goes, and a job that takes its place begins anew.
 */
import type { Pool } from 'pg'
import { log } from '@/lib/platform/server/log'
import { triesLess } from './give-back'
import type { GivenUp, JobHandler } from './task-registry'

/**
 * A job that has taken so many processes with it takes no other. Most processes are ended by something else (a restart of the machine, the memory that
 * another program takes), and nothing says which; a job that ends them itself does so each time.
 */
export const MOST_DEATHS = 5

const DEATHS = `coalesce((payload ->> 'processDeaths')::int, 0)`
/** One that hangs keeps a place of its lane for as long as its process lives, and is begun no more than twice. */
const DEATHS_NOW = `${DEATHS} + case when locked_at <= now() - make_interval(secs => $3::float8 / 1000) then ${Math.ceil(MOST_DEATHS / 2)} else 1 end`
const IS_LAST = `${DEATHS_NOW} >= $2`
/** None after the first, then longer and longer: where it was the job, others get something done in between. */
const PAUSE_S = `case when ${DEATHS} = 0 then 0 else 5 * 2 ^ ${DEATHS} end`

/**
 * Frees all jobs of workers that are dead, and counts it instead of the try; those that have seen too many dead have no try left. `hungMs`: how long
 * a worker that lives has had a job that hangs.
 */
export async function freeDead(
  pool: Pick<Pool, 'query'>,
  workers: readonly string[],
  hungMs: number | null = null,
): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs
     set payload = (payload::jsonb || jsonb_build_object('processDeaths', ${DEATHS_NOW}))::json,
       attempts = case when ${IS_LAST} then max_attempts else ${triesLess} end,
       last_error = case when ${IS_LAST} then 'the processes that worked on it ended, or went on for too long'
         else last_error end,
       run_at = greatest(run_at, now() + make_interval(secs => ${PAUSE_S})), locked_by = null, locked_at = null
     where locked_by = any($1::text[])`,
    [workers, MOST_DEATHS, hungMs],
  )
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workers])
}

interface Failed {
  id: string
  task: string
  payload: Record<string, unknown>
  deaths: number
}

/**
 * Has the handlers of jobs without a try left say so, once: they could not do so while they worked on it, as where the database was away. Of
 * jobs that nobody waits for it stands in the log alone.
 */
export async function giveUpFailed(pool: Pick<Pool, 'query'>, handlers: readonly JobHandler[]): Promise<void> {
  const { rows } = await pool.query<Failed>(
    `select j.id::text as id, t.identifier as task, j.payload, ${DEATHS} as deaths
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_by is null and j.payload ->> 'givenUp' is null and t.identifier = any($1)`,
    [handlers.map(({ name }) => name)],
  )
  for (const { id, task, payload, deaths } of rows) {
    const why: GivenUp = deaths >= MOST_DEATHS ? 'died' : 'used up'
    try {
      await handlers.find(({ name }) => name === task)?.giveUp?.(withoutNotes(payload), why)
    } catch (error) {
      // Asked again the next time; the jobs behind it are told now.
      log.error('a job could not be given up', { job: task, id, cause: String(error) })
      continue
    }
    await pool.query(
      `update graphile_worker._private_jobs set payload = (payload::jsonb || '{"givenUp": true}')::json
       where id = $1 and attempts >= max_attempts and locked_by is null`,
      [id],
    )
    log.error('a job was given up', { job: task, id, deaths })
  }
}

/** The payload as it was enqueued. */
export function withoutNotes({
  processDeaths: _deaths,
  interruptions: _interruptions,
  givenUp: _given,
  ...payload
}: Record<string, unknown>) {
  return payload
}
