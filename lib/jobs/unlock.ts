import type { Pool } from 'pg'

/** No job may take longer: what sets itself a limit derives it from this. An older lock is that of a killed worker. */
export const LONGEST_JOB_MS = 3 * 60 * 60 * 1000

/**
 * Frees the jobs of workers that hold one for longer than `olderThanMs`, so that they run again at once and not after
 * the four hours the queue itself would wait. With 0, all of them: only where no worker can be alive.
 * Returns how many workers were found dead.
 */
export async function unlockDeadWorkers(pool: Pick<Pool, 'query'>, olderThanMs = LONGEST_JOB_MS): Promise<number> {
  const { rows } = await pool.query<{ workers: number }>(
    `with dead as (
       select array_agg(distinct locked_by) as ids from graphile_worker.jobs
       where locked_at <= now() - make_interval(secs => $1::double precision / 1000)
     )
     select coalesce(cardinality(ids), 0) as workers, graphile_worker.force_unlock_workers(coalesce(ids, '{}')) from dead`,
    [olderThanMs],
  )
  return rows[0]?.workers ?? 0
}
