import type { Pool } from 'pg'

/**
 * SQL: the tries of a job when its last one is given back. A job that another took the place of while a worker had it, or that was removed then,
 * lost its key and all its tries, so that it never runs again: nothing else changes a job that has no key.
 */
export const triesLess = `case when key is null and updated_at <> created_at then attempts else greatest(attempts - 1, 0) end`

/**
 * Frees jobs that these workers hold, all or the named ones, as if they had not been begun: for workers that end before their
 * jobs do, or know nothing of them. Returns how many.
 */
export async function giveBack(
  pool: Pick<Pool, 'query'>,
  workerIds: readonly string[],
  jobIds: readonly string[] | null = null,
): Promise<number> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs
     set attempts = ${triesLess}, locked_by = null, locked_at = null, run_at = greatest(run_at, now())
     where locked_by = any($1) and ($2::bigint[] is null or id = any($2))`,
    [workerIds, jobIds],
  )
  return rowCount ?? 0
}
