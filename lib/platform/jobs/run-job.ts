import { performance } from 'node:perf_hooks'
import type { Job } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import { env } from '@/lib/platform/server/env'
import { log } from '@/lib/platform/server/log'
import { meters } from '@/lib/platform/server/metrics'
import { inRequest } from '@/lib/platform/server/request-context'
import { withoutNotes } from './deaths'
import type { JobHandler } from './task-registry'

const carried = z.looseObject({ requestId: z.string().optional() })

/** The id of the request that asked for a job, and the payload without it and without what the queue notes in it. */
function unpack(payload: unknown): { requestId: string | undefined; payload: unknown } {
  const read = carried.safeParse(payload)
  if (!read.success) return { requestId: undefined, payload }
  const { requestId, ...rest } = read.data
  return { requestId, payload: withoutNotes(rest) }
}

/** A try that was cut short by the end of the worker counts for nothing: the next worker has as many as this one had. */
const GIVE_BACK_TRY = `update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where id = $1`

/** Runs one job, named in the log after the request that asked for it, and counts it. */
export function runJob(pool: Pool, handler: JobHandler, sent: unknown, job: Job, signal: AbortSignal): Promise<void> {
  const { requestId, payload } = unpack(sent)
  const attempt = job.attempts
  const started = performance.now()
  const tell = (outcome: 'done' | 'failed' | 'stopped') => {
    const ms = performance.now() - started
    meters().jobs.observe({ job: handler.name, outcome }, ms / 1000)
    if (env().ASSAY_LOG_REQUESTS)
      log.info('job', { job: handler.name, id: job.id, attempt, outcome, ms: Math.round(ms) })
  }
  const work = async () => {
    try {
      await handler.run(payload, { id: job.id, attempt, isLastAttempt: attempt >= job.max_attempts, signal })
      tell('done')
    } catch (error) {
      if (signal.aborted) await pool.query(GIVE_BACK_TRY, [job.id])
      tell(signal.aborted ? 'stopped' : 'failed')
      throw error
    }
  }
  return requestId ? inRequest({ requestId }, work) : work()
}
