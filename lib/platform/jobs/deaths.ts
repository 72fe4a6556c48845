/**
 * Jobs whose process ended while it worked on them. How often is noted in the job's payload, beside the id of its request: it goes with
 * the job wherever that goes, and a job that takes its place begins anew.
 */
import type { Pool } from 'pg'
import { log } from '@/lib/platform/server/log'
import type { GivenUp, JobHandler } from './task-registry'

/** A job that has taken so many processes with it takes no other. */
export const MOST_DEATHS = 2

const DEATHS = `coalesce((payload ->> 'processDeaths')::int, 0)`

/** Frees all jobs of workers that are dead, and counts it; those that have seen too many dead have no try left. */
export async function freeDead(pool: Pick<Pool, 'query'>, workers: readonly string[]): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs
     set payload = (payload::jsonb || jsonb_build_object('processDeaths', ${DEATHS} + 1))::json,
       attempts = case when ${DEATHS} + 1 >= $2 then max_attempts else attempts end,
       last_error = case when ${DEATHS} + 1 >= $2 then 'the process that worked on it ended, ' || (${DEATHS} + 1) || ' times'
         else last_error end,
       locked_by = null, locked_at = null
     where locked_by = any($1::text[])`,
    [workers, MOST_DEATHS],
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
 * Has the handlers of jobs without a try left say so, once: the process of the last one may have ended before it could. Of jobs that
 * nobody waits for it stands in the log alone.
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
export function withoutNotes({ processDeaths: _deaths, givenUp: _given, ...payload }: Record<string, unknown>) {
  return payload
}
