import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import { isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import { log } from '@/lib/platform/server/log'
import type { Presence } from './presence'

const POLL_MS = 2_000

const warn = (detail: string) => log.warn('job worker', { detail })

const logger = new Logger(() => (level, message) => {
  if (level === 'error') log.error('job worker', { detail: message })
  else if (level === 'warning') warn(message)
})

export interface LaneOptions {
  taskList: TaskList
  concurrency: number
  presence: Presence
  /** Once it is aborted, a database that is away is no longer waited for. */
  signal: AbortSignal
}

/**
 * Runs jobs of some tasks, so many at once, until it is stopped. A runner of the queue ends by itself, without a word, where
 * the database was away for a moment: it finds no tasks of its own where its first look failed, and shuts down where it
 * could not report how a job ended. Another then takes its place at once; jobs that it is still at work on go on.
 */
export class Lane {
  /** The names under which it holds jobs, those of runners that were replaced among them. */
  readonly names = new Set<string>()
  private readonly runners = new Set<Runner>()
  private starting: Promise<void> = Promise.resolve()

  constructor(
    private readonly pool: Pool,
    private readonly options: LaneOptions,
  ) {}

  /** Resolves once a runner has looked for jobs. */
  start(): Promise<void> {
    this.starting = this.untilLooked()
    return this.starting
  }

  /** Once the signal is aborted: takes no new job, and resolves when the running ones have ended. */
  async stop(): Promise<void> {
    await this.starting.catch(() => undefined)
    await Promise.all([...this.runners].map(end))
  }

  private async untilLooked(): Promise<void> {
    const { signal } = this.options
    while (!signal.aborted) {
      const events = new EventEmitter()
      const hasLooked = firstLook(events)
      const isLeaving = once(events, 'pool:gracefulShutdown')
      const runner = await this.tryRun(events)
      if (runner && (await hasLooked)) {
        void isLeaving.then(() => this.replace())
        return
      }
      warn('the queue could not be looked at; trying again')
      if (runner) await end(runner)
      await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** null where the database was away: a process that ended for that would take along the jobs of other lanes. */
  private tryRun(events: EventEmitter): Promise<Runner | null> {
    return this.run(events).catch((error: unknown) => {
      if (!isDatabaseTrouble(error)) throw error
      return null
    })
  }

  private async run(events: EventEmitter): Promise<Runner> {
    const { taskList, concurrency, presence } = this.options
    events.on('pool:create', ({ workerPool: { id } }: { workerPool: { id: string } }) => {
      this.names.add(id)
      void presence.announce(id)
    })
    const runner = await run({
      pgPool: this.pool,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      parsedCronItems: [],
      // Batched receipts are waited for on stop; single ones are not, and such a job would run again much later.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList,
      concurrency,
      logger,
      events,
    })
    this.runners.add(runner)
    void runner.promise.catch(() => undefined).then(() => this.runners.delete(runner))
    return runner
  }

  private async replace(): Promise<void> {
    if (this.options.signal.aborted) return
    warn('the outcome of a job could not be written to the queue; its runner is replaced')
    try {
      await this.start()
    } catch (error) {
      log.error('job worker', { detail: error instanceof Error ? error.message : String(error) })
      await pause(POLL_MS)
      return this.replace()
    }
  }
}

async function end(runner: Runner): Promise<void> {
  // One that ends by itself refuses to be stopped.
  await runner.stop().catch(() => undefined)
  await runner.promise.catch(() => undefined)
}

/** Did the first look for a job find out whether there is one? */
function firstLook(events: EventEmitter): Promise<boolean> {
  return new Promise((resolve) => {
    events.once('job:start', () => resolve(true))
    events.once('worker:getJob:empty', () => resolve(true))
    events.once('worker:getJob:error', () => resolve(false))
  })
}
