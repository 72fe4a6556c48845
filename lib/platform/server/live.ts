/**
 * What goes on, told to whoever listens in any process: one LISTEN connection a process, one NOTIFY at most every quarter
 * of a second a run or project. Whoever listens looks for itself what has changed. Of a project's tasks the database
 * tells by itself (trigger `tell_of_task`).
 */
import 'server-only'
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { pool } from './db'
import { env } from './env'
import { log } from './log'

const RUNS = 'assay_runs'
const PROJECTS = 'assay_projects'
/** Written by the database itself (trigger `tell_inboxes`). */
const INBOXES = 'assay_inboxes'
const COALESCED_MS = 250
const RECONNECT_MS = 1_000

interface Live {
  /** Emits the ids of runs and projects. */
  heard: EventEmitter
  /** Emits `shutdown` when the process is asked to end. */
  process: EventEmitter
  /** Runs and projects about which something will be said in a moment. */
  pending: Set<string>
  /** The connection that listens, while anybody does. */
  ear: Ear | null
}
const globals: typeof globalThis & { __assayLive?: Live } = globalThis

function live(): Live {
  globals.__assayLive ??= { heard: emitter(), process: watchedProcess(), pending: new Set(), ear: null }
  return globals.__assayLive
}

const emitter = () => new EventEmitter().setMaxListeners(0)

function watchedProcess(): EventEmitter {
  const shutdownEmitter = emitter()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => shutdownEmitter.emit('shutdown'))
  return shutdownEmitter
}

/** Says that something about a run has changed; not at once, so that much at a time is said in one word. */
export const notifyRun = (runId: string): void => notify(RUNS, runId)

/** Says that figures of a project have changed. */
export const notifyProject = (projectId: string): void => notify(PROJECTS, projectId)

function notify(channel: string, id: string): void {
  const { pending } = live()
  if (pending.has(id)) return
  pending.add(id)
  setTimeout(() => {
    pending.delete(id)
    pool()
      .query('select pg_notify($1, $2)', [channel, id])
      .catch((error: Error) => log.warn('live updates', { error: error.message }))
  }, COALESCED_MS).unref()
}

/** Calls `changed` whenever something about the run has changed, until the returned function is called. */
export const onRun = (runId: string, changed: () => void): (() => void) => on(runId, changed)

/** Calls `changed` whenever a task of the project has changed its state, or figures of it are ready. */
export const onProject = (projectId: string, changed: () => void): (() => void) => on(projectId, changed)

/** Calls `changed` whenever something was said or done in the project that may wait for somebody, too. */
export function onInbox(projectId: string, changed: () => void): () => void {
  const ends = [onProject(projectId, changed), on(inboxOf(projectId), changed)]
  return () => ends.forEach((end) => void end())
}

/** The name under which it is heard: a project's id alone stands for its tasks. */
const inboxOf = (projectId: string) => `inbox of ${projectId}`

function on(id: string, changed: () => void): () => void {
  const state = live()
  state.heard.on(id, changed)
  state.ear ??= new Ear(state.heard)
  return () => {
    state.heard.off(id, changed)
    if (state.heard.eventNames().length > 0) return
    state.ear?.close()
    state.ear = null
  }
}

/** How many readers are told of something as it happens. */
export function countListeners(): number {
  const { heard } = live()
  return heard.eventNames().reduce((sum, name) => sum + heard.listenerCount(name), 0)
}

/** Calls `leave` when the process is asked to end: streams never end by themselves. */
export function onShutdown(leave: () => void): () => void {
  const { process: told } = live()
  told.once('shutdown', leave)
  return () => told.off('shutdown', leave)
}

/** A connection that listens, made anew whenever it is lost, until it is closed. */
class Ear {
  private client: pg.Client | null = null
  private isClosed = false

  constructor(private readonly heard: EventEmitter) {
    void this.connect()
  }

  close(): void {
    this.isClosed = true
    this.client?.end().catch(() => undefined)
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: env().DATABASE_URL,
      application_name: 'assay live',
      keepAlive: true,
    })
    this.client = client
    client.once('end', () => this.again(client))
    client.on('error', () => this.again(client))
    client.on('notification', ({ channel, payload = '' }) =>
      this.heard.emit(channel === INBOXES ? inboxOf(payload) : payload),
    )
    try {
      await client.connect()
      for (const channel of [PROJECTS, INBOXES, RUNS]) await client.query(`listen ${channel}`)
      // What was said in between went unheard.
      for (const name of this.heard.eventNames()) this.heard.emit(name)
    } catch {
      this.again(client)
    }
  }

  /** Once for each connection that is lost. */
  private again(client: pg.Client): void {
    if (this.client !== client) return
    this.client = null
    client.end().catch(() => undefined)
    if (!this.isClosed) setTimeout(() => void (this.isClosed || this.connect()), RECONNECT_MS).unref()
  }
}
