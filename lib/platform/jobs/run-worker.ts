import { once, setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { Job, TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import { isDatabaseInterruption } from '@/lib/platform/server/database-trouble'
import { env } from '@/lib/platform/server/env'
import { log } from '@/lib/platform/server/log'
import { meters } from '@/lib/platform/server/metrics'
import { inRequest } from '@/lib/platform/server/request-context'
import { loadStoredProtocols } from '@/lib/platform/server/stored-protocols'
import { giveUpFailed, withoutNotes } from './deaths'
import { giveBack, triesLess } from './give-back'
import { noteInterruption } from './interruptions'
import { Lane } from './lane'
import { Presence } from './presence'
import { JOBS_AT_ONCE, type JobHandler } from './task-registry'
import { unlockDeadWorkers, unlockForgotten, unlockSilentWorkers } from './unlock'

const carried = z.looseObject({ requestId: z.string().optional() })

/** The id of the request that asked for a job, and the payload without it and without what the queue notes in it. */
function unpack(payload: unknown): { requestId: string | undefined; payload: unknown } {
  const read = carried.safeParse(payload)
  if (!read.success) return { requestId: undefined, payload }
  const { requestId, ...rest } = read.data
  return { requestId, payload: withoutNotes(rest) }
}

/** A try that was cut short by the end of the worker counts for nothing: the next worker has as many as this one had. */
const GIVE_BACK_TRY = `update graphile_worker._private_jobs set attempts = ${triesLess} where id = $1`

/** Runs one job, named in the log after the request that asked for it, and counts it. */
function runJob(pool: Pool, handler: JobHandler, sent: unknown, job: Job, signal: AbortSignal): Promise<void> {
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
      await loadStoredProtocols()
      await handler.run(payload, { id: job.id, attempt, isLastAttempt: attempt >= job.max_attempts, signal })
      tell('done')
    } catch (error) {
      const isNoted = isDatabaseInterruption(error) && (await noteInterruption(pool, job, signal))
      if (signal.aborted && !isNoted) await pool.query(GIVE_BACK_TRY, [job.id])
      tell(signal.aborted ? 'stopped' : 'failed')
      throw error
    }
  }
  return requestId ? inRequest({ requestId }, work) : work()
}

/** Twice that long after its death at the most, the jobs of a worker are anybody's. */
const REAP_EVERY_MS = 20_000
/** What a job is given to put itself down. */
const STOP_WITHIN_MS = 5_000

export interface Worker {
  /**
   * Takes no new job, asks the running ones to stop, and resolves when they have. Those that have not after `withinMs`
   * (five seconds) are given back for another worker, and the process is expected to end.
   */
  stop(withinMs?: number): Promise<void>
}

function asTasks(pool: Pool, handlers: JobHandler[], signal: AbortSignal, running: Set<string>): TaskList {
  const entries = handlers.map((handler): [string, TaskList[string]] => [
    handler.name,
    (payload, { job }) => {
      running.add(job.id)
      return runJob(pool, handler, payload, job, signal).finally(() => running.delete(job.id))
    },
  ])
  return Object.fromEntries(entries)
}

/** Did it settle in time? */
async function settles(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

function refuseTwins(handlers: readonly JobHandler[]): void {
  const names = new Set(handlers.map((handler) => handler.name))
  if (names.size < handlers.length) throw new Error('two handlers share the name of a job')
}

type Unlocks = Record<'silent' | 'forgotten', () => Promise<number>>

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function reap(pool: Pool, unlock: Unlocks, handlers: readonly JobHandler[]) {
  try {
    // The silent ones first: where the database is away, this look has to fail too, so that the one before counts for nothing.
    const workers = (await unlock.silent()) + (await unlockDeadWorkers(pool))
    if (workers > 0) log.warn('jobs of dead workers were freed', { workers })
    const jobs = await unlock.forgotten()
    if (jobs > 0) log.warn('jobs that this worker held without knowing were freed', { jobs })
    await loadStoredProtocols()
    await giveUpFailed(pool, handlers)
  } catch (error) {
    log.error('looking for dead workers failed', { error: error instanceof Error ? error.message : String(error) })
  }
}

/** Something that is looked after again and again while the worker lives. */
export interface Tick {
  /** From the end of one look to the next. */
  everyMs: number
  run(): Promise<void>
}

/** What a worker does beside its jobs. */
export interface WorkerOptions {
  ticks?: readonly Tick[]
  reapEveryMs?: number
  /** Asks running jobs to stop, and has a worker that still waits for the database resolve; `stop` does the rest. */
  signal?: AbortSignal
}

/** Runs jobs from the queue in this process until `stop`. The queue's schema must exist (`npm start` makes it). */
export async function runWorker(
  pool: Pool,
  handlers: JobHandler[],
  { ticks = [], reapEveryMs = REAP_EVERY_MS, signal }: WorkerOptions = {},
): Promise<Worker> {
  const stopping = new AbortController()
  const stopSignal = AbortSignal.any(signal ? [signal, stopping.signal] : [stopping.signal])
  // Every running job may listen.
  setMaxListeners(0, stopSignal)
  refuseTwins(handlers)
  const running = new Set<string>()
  const presence = new Presence(pool.options)
  const lanes = Object.entries(JOBS_AT_ONCE)
    .map(([name, concurrency]) => ({
      handlers: handlers.filter(({ lane }) => lane === name),
      concurrency,
    }))
    .filter((lane) => lane.handlers.length > 0)
    .map(({ handlers, concurrency }) => {
      const taskList = asTasks(pool, handlers, stopSignal, running)
      return new Lane(pool, { taskList, concurrency, presence, signal: stopSignal })
    })
  // Each lane keeps a connection, on which it is told of new jobs: those of the pool are for requests and for jobs.
  pool.options.max += lanes.length
  const names = () => lanes.flatMap((lane) => [...lane.names])
  const unlock = {
    silent: unlockSilentWorkers(pool, presence),
    forgotten: unlockForgotten(pool, () => ({ names: names(), running })),
  }
  const begin = async () => {
    await reap(pool, unlock, handlers)
    await Promise.all(lanes.map((lane) => lane.start()))
  }
  try {
    await Promise.race([begin(), untilAborted(stopSignal)])
  } catch (error) {
    // Whoever tries again brings lanes of their own.
    pool.options.max -= lanes.length
    throw error
  }
  const endTicks = [{ everyMs: reapEveryMs, run: () => reap(pool, unlock, handlers) }, ...ticks].map(startTick)
  return {
    async stop(withinMs = STOP_WITHIN_MS) {
      for (const endTick of endTicks) endTick()
      stopping.abort()
      if (!(await settles(Promise.all(lanes.map((lane) => lane.stop())), withinMs))) {
        log.warn('jobs that went on were given back', { jobs: await giveBack(pool, names()) })
      }
      pool.options.max -= lanes.length
      await presence.end()
    },
  }
}

/** A look that has not ended after so long is taken for lost, as with a connection whose other end is gone, and another begins. */
const LOST_AFTER_MS = 600_000

/**
 * Runs it so long after it has last ended: what is suspected at two looks must have had that time between them, also where the database did
 * not answer for a while and would answer both at once. Returns what ends this.
 */
function startTick({ everyMs, run }: Tick): () => void {
  let timer: NodeJS.Timeout
  const lookIn = (ms: number) => {
    timer = setTimeout(look, ms).unref()
  }
  const look = () => {
    lookIn(LOST_AFTER_MS)
    const ownTimer = timer
    void run()
      .catch((error: unknown) => log.error('looking after jobs failed', { error: String(error) }))
      .finally(() => {
        if (timer !== ownTimer || isOver) return
        clearTimeout(ownTimer)
        lookIn(everyMs)
      })
  }
  let isOver = false
  lookIn(everyMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
