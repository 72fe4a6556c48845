import { z } from 'zod'
import { enqueue, type RawExecutor, type SqlExecutor } from '@/lib/platform/jobs/enqueue'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Works on a run's items; several of them at once, in as many processes as take them. */
export const driveRunJob = defineJob({
  name: 'drive_run',
  payload: z.object({ runId: z.uuid(), slot: z.number().int().min(0) }),
  maxAttempts: 10,
  lane: 'runs',
})

/** Most drivers of one run; each works on its share of the items that may be worked on at once. */
const MOST_DRIVERS = 4

export const driversFor = (concurrency: number): number => Math.min(MOST_DRIVERS, concurrency)

/** How many items each driver works on at once. */
export const shareOf = (concurrency: number): number => Math.ceil(concurrency / driversFor(concurrency))

/** Sees to it that every driver of the run is waiting to work, or at it. */
export async function enqueueDrivers(tx: SqlExecutor | RawExecutor, runId: string, concurrency: number): Promise<void> {
  for (let slot = 0; slot < driversFor(concurrency); slot++) await enqueueDriver(tx, { runId, slot })
}

export function enqueueDriver(
  tx: SqlExecutor | RawExecutor,
  { runId, slot }: { runId: string; slot: number },
  runAt?: Date,
): Promise<void> {
  return enqueue(
    tx,
    driveRunJob,
    { runId, slot },
    { jobKey: `drive_run/${runId}/${slot}`, ...(runAt ? { runAt } : {}) },
  )
}
