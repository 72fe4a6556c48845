import { Logger, run, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { log } from '@/lib/server/log'
import type { JobHandler } from './task-registry'
import { unlockDeadWorkers } from './unlock'

const REAP_EVERY_MS = 5 * 60 * 1000
const POLL_MS = 2_000

export interface Worker {
  /** Takes no new job, asks the running ones to stop, and resolves when they have. */
  stop(): Promise<void>
}

function asTasks(handlers: JobHandler[], signal: AbortSignal): TaskList {
  const names = new Set(handlers.map((handler) => handler.name))
  if (names.size < handlers.length) throw new Error('two handlers share the name of a job')
  const entries = handlers.map((handler): [string, TaskList[string]] => [
    handler.name,
    async (payload, { job }) => {
      const isLastAttempt = job.attempts >= job.max_attempts
      await handler.run(payload, { id: job.id, attempt: job.attempts, isLastAttempt, signal })
    },
  ])
  return Object.fromEntries(entries)
}

const logger = new Logger(() => (level, message) => {
  if (level === 'error') log.error('job worker', { detail: message })
  else if (level === 'warning') log.warn('job worker', { detail: message })
})

async function reap(pool: Pool) {
  try {
    const workers = await unlockDeadWorkers(pool)
    if (workers > 0) log.warn('jobs of dead workers were freed', { workers })
  } catch (error) {
    log.error('looking for dead workers failed', { error: error instanceof Error ? error.message : String(error) })
  }
}

/** Runs jobs from the queue in this process until `stop`. The queue's schema must exist (`npm start` makes it). */
export async function runWorker(
  pool: Pool,
  handlers: JobHandler[],
  { concurrency = 2 }: { concurrency?: number } = {},
): Promise<Worker> {
  const stopping = new AbortController()
  await reap(pool)
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    taskList: asTasks(handlers, stopping.signal),
    parsedCronItems: [],
    logger,
    // Batched receipts are waited for on stop; single ones are not, and such a job would run again much later.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const reaper = setInterval(() => void reap(pool), REAP_EVERY_MS)
  reaper.unref()
  return {
    async stop() {
      clearInterval(reaper)
      stopping.abort()
      await runner.stop()
      await runner.promise
    },
  }
}
