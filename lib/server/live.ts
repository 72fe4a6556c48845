/**
 * What goes on, told to whoever listens in any process: one LISTEN connection a process, one NOTIFY at most every quarter
 * of a second a run. Whoever listens looks for itself what has changed.
 */
import 'server-only'
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { pool } from './db'
import { env } from './env'
import { log } from './log'

const CHANNEL = 'assay_runs'
const COALESCED_MS = 250
const RECONNECT_MS = 1_000

interface Live {
  heard: EventEmitter
  /** Runs about which something will be said in a moment. */
  pending: Set<string>
  listening: boolean
}
const globals: typeof globalThis & { __assayLive?: Live } = globalThis

function live(): Live {
  globals.__assayLive ??= { heard: new EventEmitter().setMaxListeners(0), pending: new Set(), listening: false }
  return globals.__assayLive
}

/** Says that something about a run has changed; not at once, so that much at a time is said in one word. */
export function notifyRun(runId: string): void {
  const { pending } = live()
  if (pending.has(runId)) return
  pending.add(runId)
  setTimeout(() => {
    pending.delete(runId)
    pool()
      .query('select pg_notify($1, $2)', [CHANNEL, runId])
      .catch((error: Error) => log.warn('live updates', { error: error.message }))
  }, COALESCED_MS).unref()
}

/** Calls `changed` whenever something about the run has changed, until the returned function is called. */
export function onRun(runId: string, changed: () => void): () => void {
  const { heard } = live()
  listen()
  heard.on(runId, changed)
  return () => heard.off(runId, changed)
}

/** Calls `leave` when the process is asked to end: streams never end by themselves. */
export function onShutdown(leave: () => void): () => void {
  const { heard } = live()
  listen()
  heard.once('shutdown', leave)
  return () => heard.off('shutdown', leave)
}

function listen(): void {
  const state = live()
  if (state.listening) return
  state.listening = true
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => state.heard.emit('shutdown'))
  void connect(state.heard)
}

async function connect(heard: EventEmitter): Promise<void> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: 'assay live',
    keepAlive: true,
  })
  let isGone = false
  const again = () => {
    if (isGone) return
    isGone = true
    client.end().catch(() => undefined)
    setTimeout(() => void connect(heard), RECONNECT_MS).unref()
  }
  client.on('error', again)
  client.on('end', again)
  client.on('notification', ({ payload }) => heard.emit(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    // What was said in between went unheard.
    for (const name of heard.eventNames()) if (name !== 'shutdown') heard.emit(name)
  } catch {
    again()
  }
}
