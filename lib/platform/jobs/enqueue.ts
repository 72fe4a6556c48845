import type { z } from 'zod'
import { currentRequest } from '@/lib/platform/server/request-context'
import type { Job } from './task-registry'

/** Whatever runs SQL inside the caller's transaction: a client of pg. */
export interface SqlExecutor {
  query(text: string, values: unknown[]): Promise<unknown>
}

/** The same for Prisma's transaction client. */
export interface RawExecutor {
  $queryRawUnsafe(text: string, ...values: unknown[]): Promise<unknown>
}

export interface EnqueueOptions {
  /** One waiting job per key: the same key again replaces it. */
  jobKey?: string
  /** With a key: left out where such a job waits or is worked on. One that has no try left is replaced. */
  unlessThere?: boolean
  /** Not before this moment. */
  runAt?: Date
}

// The id alone is selected, as text: Prisma cannot read the row type that add_job returns.
const ADD_JOB = `select (graphile_worker.add_job($1::text, payload => $2::json, max_attempts => $3::int,
  job_key => $4::text, run_at => $5::timestamptz)).id::text as id
  where not $6::boolean or not exists (
    select 1 from graphile_worker._private_jobs where key = $4::text and (locked_at is not null or attempts < max_attempts))`

/**
 * Adds a job in the caller's transaction: it exists if and only if the transaction commits, and starts right after.
 * Throws a ZodError for a payload that its handler could not read.
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: SqlExecutor | RawExecutor,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { jobKey, unlessThere = false, runAt }: EnqueueOptions = {},
): Promise<void> {
  job.payload.parse(payload)
  const when = runAt ? runAt.toISOString() : null
  // For the log of the job: which request asked for it.
  const requestId = currentRequest()?.requestId
  const carried = requestId ? { ...Object(payload), requestId } : payload
  const values = [job.name, JSON.stringify(carried), job.maxAttempts, jobKey ?? null, when, unlessThere]
  if ('$queryRawUnsafe' in tx) await tx.$queryRawUnsafe(ADD_JOB, ...values)
  else await tx.query(ADD_JOB, values)
}
