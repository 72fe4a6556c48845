import '@/compose'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@/app/api/endpoints'
import { endReaders } from '@/lib/platform/foreign/apart'
import { endCalculators } from '@/lib/platform/foreign/calculate'
import { runWorker, type Worker } from '@/lib/platform/jobs/run-worker'
import { untilAnswers } from '@/lib/platform/jobs/until-answers'
import { answerBeforeRouter } from '@/lib/platform/server/before-router'
import { pool, prisma } from '@/lib/platform/server/db'
import { beginDraining } from '@/lib/platform/server/draining'
import { log } from '@/lib/platform/server/log'
import { logConsole } from '@/lib/platform/server/log-console'
import { logSetUpCode } from '@/lib/workspace/users/own-set-up-code'
import { handlers, ticks } from '@/worker-handlers'

const globals: typeof globalThis & {
  __assayWorker?: Promise<Worker | undefined>
  /** Called by scripts/launch/leave-with-parent.cjs before the signal that ends the server. */
  __assayLeave?: () => Promise<void>
} = globalThis

/** Until the worker is started again where it could not be. */
const TRY_AGAIN_MS = 2_000

/** A database that does not answer keeps nobody from being told so. */
const WARM_WITHIN_MS = 2_000

/** Loads what compiles for a moment when the database is first asked, while nobody waits for an answer yet. */
async function warmUp(): Promise<void> {
  const firstQuery = prisma().$queryRaw`select 1`.catch(() => undefined)
  await Promise.race([firstQuery, pause(WARM_WITHIN_MS, undefined, { ref: false })])
}

const leaving = new AbortController()

/** Says to whoever asks that this process is no longer ready, and puts the jobs down. */
async function leave(): Promise<void> {
  beginDraining()
  leaving.abort()
  // Also one that has not begun yet, because the database is away.
  const worker = await globals.__assayWorker
  await worker?.stop().catch((error: Error) => log.warn('job worker', { error: error.message }))
  endReaders()
  endCalculators()
}

async function work(): Promise<Worker | undefined> {
  await untilAnswers(process.env.ASSAY_OWN_HEALTH, leaving.signal)
  while (!leaving.signal.aborted) {
    try {
      return await runWorker(pool(), handlers, { ticks, signal: leaving.signal })
    } catch (error) {
      log.error('job worker', { error: error instanceof Error ? error.message : String(error) })
      await pause(TRY_AGAIN_MS, undefined, { signal: leaving.signal }).catch(() => undefined)
    }
  }
  return undefined
}

/**
 * Sends what is printed into the log, answers what Next's router cannot, and has a worker started inside the web process as
 * soon as that answers, unless ASSAY_WORKER says `external` or `off`; it leaves with the process.
 */
export async function start() {
  // Whoever develops reads what is printed as it is.
  const isProduction = process.env.NODE_ENV === 'production'
  if (isProduction) logConsole()
  answerBeforeRouter(endpoints, { directly: isProduction })
  let left: Promise<void> | undefined
  globals.__assayLeave = () => {
    left ??= leave()
    return left
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void globals.__assayLeave?.())
  if (process.env.DATABASE_URL && !process.env.ASSAY_LAUNCHED) void logSetUpCode()
  if (process.env.DATABASE_URL) await warmUp()
  const place = process.env.ASSAY_WORKER ?? 'inline'
  if (place !== 'inline' || !process.env.DATABASE_URL) return
  // Not waited for: Next answers nobody before this function has returned.
  globals.__assayWorker ??= work()
}
