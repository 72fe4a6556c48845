import type { Pool } from 'pg'

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
     set attempts = greatest(attempts - 1, 0), locked_by = null, locked_at = null, run_at = greatest(run_at, now())
     where locked_by = any($1) and ($2::bigint[] is null or id = any($2))`,
    [workerIds, jobIds],
  )
  return rowCount ?? 0
}
