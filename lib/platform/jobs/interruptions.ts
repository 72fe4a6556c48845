/**
 * Tries that a restart of the database, a full disk or the like has ended. They say nothing about the job, so that they are noted in its payload, beside
 * the deaths of its processes, and not counted as tries.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from 'graphile-worker'
import type { Pool } from 'pg'
import { isDatabaseInterruption, isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import { triesLess } from './give-back'
import type { JobRun } from './task-registry'

/**
 * With their pauses a quarter of an hour; from then on they count as tries: none is tried for ever, and one that itself brings the database down, which
 * cuts everybody's connections, does so no more often than that.
 */
export const MOST_INTERRUPTIONS = 10
const AGAIN_MS = 1_000

const INTERRUPTIONS = `coalesce((payload ->> 'interruptions')::int, 0)`

/** Only while the worker holds it: it may have been taken for dead meanwhile. */
const NOTE = `update graphile_worker._private_jobs
  set attempts = ${triesLess},
    run_at = greatest(run_at, now() + make_interval(secs => 2 ^ ${INTERRUPTIONS})),
    payload = (payload::jsonb || jsonb_build_object('interruptions', ${INTERRUPTIONS} + 1))::json
  where id = $1 and locked_by = $2 and ${INTERRUPTIONS} < ${MOST_INTERRUPTIONS}`

/** Gives the try back, as soon as the database can be told; not any more once the worker is to stop. Returns whether it did. */
export async function noteInterruption(pool: Pick<Pool, 'query'>, job: Job, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    try {
      const { rowCount } = await pool.query(NOTE, [job.id, job.locked_by])
      return rowCount === 1
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return false
}

/** Is the job not tried again after this failure? Then its handler says so where people can see it. */
export const isFinal = ({ isLastAttempt, signal }: JobRun, error: unknown): boolean =>
  isLastAttempt && !signal.aborted && !isDatabaseInterruption(error)
