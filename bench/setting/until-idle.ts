import { setTimeout as pause } from 'node:timers/promises'
import type { UnrulyPostgres } from './unruly-postgres'

const PATIENCE_MS = 180_000
const LOOK_AGAIN_MS = 1_000

/** Until the queue is empty and stays so for a moment; jobs that were given up are not waited for. Throws if it never is. */
export async function untilIdle(postgres: UnrulyPostgres): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (let idle = 0; idle < 3; ) {
    if (performance.now() >= end) throw new Error(`the queue is not empty after ${PATIENCE_MS / 1_000} s`)
    const [row] = await postgres.ask<{ jobs: number }>(
      'select count(*)::int "jobs" from graphile_worker.jobs where attempts < max_attempts or locked_by is not null',
    )
    idle = row?.jobs === 0 ? idle + 1 : 0
    await pause(LOOK_AGAIN_MS)
  }
}
