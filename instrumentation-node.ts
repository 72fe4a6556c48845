import { runWorker, type Worker } from '@/lib/jobs/run-worker'
import { pool } from '@/lib/server/db'
import { log } from '@/lib/server/log'
import { handlers, ticks } from '@/worker-handlers'

const globals: typeof globalThis & { __assayWorker?: Promise<Worker> } = globalThis

/** Starts the worker inside the web process, unless ASSAY_WORKER says `external` or `off`; it leaves with the process. */
export async function start() {
  const place = process.env.ASSAY_WORKER ?? 'inline'
  if (place !== 'inline' || !process.env.DATABASE_URL) return
  globals.__assayWorker ??= runWorker(pool(), handlers, { ticks }).then((worker) => {
    const stop = () => void worker.stop().catch((error: Error) => log.warn('job worker', { error: error.message }))
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    return worker
  })
  await globals.__assayWorker
}
