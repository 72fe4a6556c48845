import { runWorker, type Worker } from '@/lib/jobs/run-worker'
import { answerBeforeRouter } from '@/lib/server/before-router'
import { pool } from '@/lib/server/db'
import { beginLeaving } from '@/lib/server/leaving'
import { log } from '@/lib/server/log'
import { logConsole } from '@/lib/server/log-console'
import { logSetUpCode } from '@/lib/users/own-set-up-code'
import { handlers, ticks } from '@/worker-handlers'

const globals: typeof globalThis & {
  __assayWorker?: Promise<Worker>
  /** Called by scripts/launch/leave-with-parent.cjs before the signal that ends the server. */
  __assayLeave?: () => Promise<void>
} = globalThis

/** Says to whoever asks that this process is no longer ready, and puts the jobs down. */
async function leave(): Promise<void> {
  beginLeaving()
  const worker = await globals.__assayWorker
  await worker?.stop().catch((error: Error) => log.warn('job worker', { error: error.message }))
}

/**
 * Sends what is printed into the log, answers what Next's router cannot, and starts the worker inside the web process, unless ASSAY_WORKER says `external` or
 * `off`; it leaves with the process.
 */
export async function start() {
  // Whoever develops reads what is printed as it is.
  if (process.env.NODE_ENV === 'production') logConsole()
  answerBeforeRouter()
  let leaving: Promise<void> | undefined
  globals.__assayLeave = () => {
    leaving ??= leave()
    return leaving
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void globals.__assayLeave?.())
  if (process.env.DATABASE_URL && !process.env.ASSAY_LAUNCHED) void logSetUpCode()
  const place = process.env.ASSAY_WORKER ?? 'inline'
  if (place !== 'inline' || !process.env.DATABASE_URL) return
  globals.__assayWorker ??= runWorker(pool(), handlers, { ticks })
  await globals.__assayWorker
}
