import { setMaxListeners } from 'node:events'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
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
  const entries = handlers.map((handler): [string, TaskList[string]] => [
    handler.name,
    async (payload, { job }) => {
      const isLastAttempt = job.attempts >= job.max_attempts
      await handler.run(payload, { id: job.id, attempt: job.attempts, isLastAttempt, signal })
    },
  ])
  return Object.fromEntries(entries)
}

function refuseTwins(handlers: readonly JobHandler[]): void {
  const names = new Set(handlers.map((handler) => handler.name))
  if (names.size < handlers.length) throw new Error('two handlers share the name of a job')
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

/** Something that is looked after again and again while the worker lives. */
export interface Tick {
  everyMs: number
  run(): Promise<void>
}

/** What a worker does, and how much of it at once. */
export interface WorkerOptions {
  /** Jobs at once. */
  concurrency?: number
  /** Jobs of lane `runs` at once; they mostly wait. */
  runs?: number
  ticks?: readonly Tick[]
}

/** Runs jobs from the queue in this process until `stop`. The queue's schema must exist (`npm start` makes it). */
export async function runWorker(
  pool: Pool,
  handlers: JobHandler[],
  { concurrency = 2, runs = 8, ticks = [] }: WorkerOptions = {},
): Promise<Worker> {
  const stopping = new AbortController()
  // Every running job may listen.
  setMaxListeners(0, stopping.signal)
  refuseTwins(handlers)
  await reap(pool)
  const lanes = [
    { handlers: handlers.filter(({ lane }) => lane === undefined), concurrency },
    { handlers: handlers.filter(({ lane }) => lane === 'runs'), concurrency: runs },
  ].filter((lane) => lane.handlers.length > 0)
  const runners = await Promise.all(lanes.map((lane) => startLane(pool, lane, stopping.signal)))
  const timers = [{ everyMs: REAP_EVERY_MS, run: () => reap(pool) }, ...ticks].map(startTick)
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort()
      await Promise.all(
        runners.map(async (runner) => {
          await runner.stop()
          await runner.promise
        }),
      )
    },
  }
}

function startTick({ everyMs, run }: Tick): NodeJS.Timeout {
  const again = () => run().catch((error: unknown) => log.error('looking after jobs failed', { error: String(error) }))
  return setInterval(() => void again(), everyMs).unref()
}

function startLane(
  pool: Pool,
  { handlers, concurrency }: { handlers: JobHandler[]; concurrency: number },
  signal: AbortSignal,
): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    taskList: asTasks(handlers, signal),
    parsedCronItems: [],
    logger,
    // Batched receipts are waited for on stop; single ones are not, and such a job would run again much later.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
}
