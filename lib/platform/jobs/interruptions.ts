/**
 * Tries that a restart of the database, a full disk or the like has ended. They say nothing about the job, so that they are noted in its payload, beside
 * the deaths of its processes, and not counted as tries.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from 'graphile-worker'
import type { Pool } from 'pg'
import { isDatabaseInterruption, isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import type { JobRun } from './task-registry'

/** With their pauses a quarter of an hour; from then on they count as tries, so that none is tried for ever. */
export const MOST_INTERRUPTIONS = 30
const LONGEST_PAUSE_S = 30
const AGAIN_MS = 1_000

const INTERRUPTIONS = `coalesce((payload ->> 'interruptions')::int, 0)`

/** Only while the worker holds it: it may have been taken for dead meanwhile. */
const NOTE = `update graphile_worker._private_jobs
  set attempts = greatest(attempts - 1, 0),
    run_at = greatest(run_at, now() + make_interval(secs => least(${LONGEST_PAUSE_S}, 2 ^ ${INTERRUPTIONS}))),
    payload = (payload::jsonb || jsonb_build_object('interruptions', ${INTERRUPTIONS} + 1))::json
  where id = $1 and locked_by = $2 and ${INTERRUPTIONS} < ${MOST_INTERRUPTIONS}`

/** Gives the try back, as soon as the database can be told; not any more once the worker is to stop. */
export async function noteInterruption(pool: Pick<Pool, 'query'>, job: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pool.query(NOTE, [job.id, job.locked_by])
      return
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Is the job not tried again after this failure? Then its handler says so where people can see it. */
export const isFinal = ({ isLastAttempt, signal }: JobRun, error: unknown): boolean =>
  isLastAttempt && !signal.aborted && !isDatabaseInterruption(error)
