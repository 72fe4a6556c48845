/** `npm run worker`: runs jobs in a process of its own, as many as you like beside the app. */
import '@/compose'
import { once } from 'node:events'
import { runWorker } from '@/lib/platform/jobs/run-worker'
import { pool } from '@/lib/platform/server/db'
import { findRunningPostgres } from '@/scripts/embedded-postgres'
import { postgresFolder, prepareDatabase } from '@/scripts/launch/database'
import { say } from '@/scripts/launch/say'
import { sessionSecret } from '@/scripts/launch/secret'
import { readSettings } from '@/scripts/launch/settings'
import { watchParent } from '@/scripts/launch/watch-parent'
import { runFromBundle } from '@/scripts/readers/bundle'
import { StartError } from '@/scripts/start-error'
import { handlers, ticks } from '@/worker-handlers'

/** Runs until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const { databaseUrl, stateFolder } = readSettings('start', process.env)
  const url = databaseUrl ?? (await findRunningPostgres(postgresFolder(stateFolder)))
  if (!url) throw new StartError('There is no database to work for: start the app first, or set DATABASE_URL.')
  process.env.DATABASE_URL = url
  process.env.NEXTAUTH_SECRET ||= sessionSecret(stateFolder)
  await prepareDatabase(url)
  await runFromBundle()
  const leaving = new AbortController()
  let signals = 0
  // Before the worker begins: one of its lanes may hold jobs while another waits for the database.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      signals += 1
      // Whoever asks twice does not want to wait for the jobs.
      if (signals > 1) process.exit(1)
      leaving.abort()
    })
  watchParent(() => leaving.abort())
  const worker = await runWorker(pool(), handlers, { ticks, signal: leaving.signal })
  if (!leaving.signal.aborted) {
    say('worker ready')
    await once(leaving.signal, 'abort')
  }
  await worker.stop()
  process.exit(0)
}
