import 'server-only'
import pg from 'pg'
import { env } from '@/lib/platform/server/env'

/**
 * Runs `work` while nobody else, in whatever process, does what has this name: who comes second waits for the first, and finds
 * what it left. The lock is the connection's own, so it ends with a process that dies. It is no connection of the pool,
 * which those who wait would empty for the one who works. Throws when `signal` is aborted while it waits.
 */
export async function alone<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: 'assay release',
    keepAlive: true,
  })
  // A lost connection is told by the query that needs it.
  client.on('error', () => {})
  const leave = () => void client.end().catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  try {
    await client.connect()
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    signal.removeEventListener('abort', leave)
    return await work()
  } finally {
    signal.removeEventListener('abort', leave)
    await client.end().catch(() => undefined)
  }
}
