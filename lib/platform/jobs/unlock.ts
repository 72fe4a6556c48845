import type { Pool } from 'pg'
import { freeDead } from './deaths'
import { giveBack } from './give-back'
import { findSilent, type Presence } from './presence'

/** No job may take longer: what sets itself a limit derives it from this. An older lock is that of a killed worker. */
export const LONGEST_JOB_MS = 3 * 60 * 60 * 1000

/**
 * Frees the jobs of workers that hold one for longer than `olderThanMs`, so that they run again at once and not after
 * the four hours the queue itself would wait. Such a worker may live, and hang. With 0, all of them: only where no worker can be alive.
 * Returns how many workers were found dead.
 */
export async function unlockDeadWorkers(pool: Pick<Pool, 'query'>, olderThanMs = LONGEST_JOB_MS): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct locked_by as name from graphile_worker.jobs
     where locked_by is not null and locked_at <= now() - make_interval(secs => $1::double precision / 1000)`,
    [olderThanMs],
  )
  if (rows.length > 0)
    await freeDead(
      pool,
      rows.map(({ name }) => name),
      olderThanMs || null,
    )
  return rows.length
}

/**
 * Frees the jobs of workers that gave no sign of life now, nor when this was called last: a worker that has just begun,
 * or whose connection was lost with a restart of the database, is given that long to say that it is there. What was seen before
 * a look that failed says nothing any more, nor where this worker has lost its own connection meanwhile: others have, too.
 * Returns how many were freed.
 */
export function unlockSilentWorkers(
  pool: Pick<Pool, 'query'>,
  presence: Pick<Presence, 'losses'>,
): () => Promise<number> {
  let suspects = new Set<string>()
  let { losses } = presence
  return async () => {
    const before = losses === presence.losses ? suspects : new Set<string>()
    suspects = new Set()
    losses = presence.losses
    const silent = await findSilent(pool)
    const dead = silent.filter((name) => before.has(name))
    suspects = new Set(silent)
    if (dead.length > 0) await freeDead(pool, dead)
    return dead.length
  }
}

/** What a process holds of the queue, as it knows it itself. */
interface Held {
  /** The names under which it takes jobs. */
  names: readonly string[]
  /** The ids of the jobs that it is at work on. */
  running: ReadonlySet<string>
}

/**
 * Frees the jobs that this process holds without knowing of it, now and when this was called last: where the connection
 * broke while a job was handed over, or its end reported, the queue takes it for running as long as the process lives.
 * Returns how many were freed.
 */
export function unlockForgotten(pool: Pick<Pool, 'query'>, readHeldJobs: () => Held): () => Promise<number> {
  let suspects = new Set<string>()
  return async () => {
    const { names, running } = readHeldJobs()
    const { rows } = await pool.query<{ id: string }>(
      'select id::text from graphile_worker.jobs where locked_by = any($1::text[])',
      [names],
    )
    const unknown = rows.map(({ id }) => id).filter((id) => !running.has(id))
    const forgotten = unknown.filter((id) => suspects.has(id))
    suspects = new Set(unknown)
    return forgotten.length === 0 ? 0 : giveBack(pool, names, forgotten)
  }
}
