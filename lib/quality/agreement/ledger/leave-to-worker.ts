/** Figures of projects that are too large to compute while somebody waits. */
import 'server-only'
import type { z } from 'zod'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Job } from '@/lib/platform/jobs/task-registry'
import { pool } from '@/lib/platform/server/db'
import { countAllAwaited, type LedgerState, PORTION } from './refresh-ratings'

/** Up to so many annotations, their ratings are read and counted in less than a second. */
export const QUICK_ANNOTATIONS = 2_000
/** So long after figures were read, a worker does not read them anew: those of a large project take it longer than one change takes the next. */
const REST_MS = 60_000

interface Left {
  jobKey: string
  ledger: LedgerState
  /** When the figures that are shown meanwhile were read; null where none are. */
  lastAt: string | null
}

/** One job of a key at a time, and none while most of what it would count is still to come. */
export async function leaveToWorker<Payload extends z.ZodType>(
  job: Job<Payload>,
  payload: z.input<Payload>,
  { jobKey, ledger, lastAt }: Left,
): Promise<void> {
  if (countAllAwaited(ledger) > PORTION) return
  const runAt = new Date(lastAt === null ? Date.now() : Date.parse(lastAt) + REST_MS)
  await enqueue(pool(), job, payload, { jobKey, unlessThere: true, runAt })
}
