/**
 * Whether a worker lives is for the database to say: each holds an advisory lock under its name for as long as its
 * process has a connection, so that the jobs of a killed one are known to be nobody's long before their time is over.
 */
import pg from 'pg'
import { log } from '@/lib/platform/server/log'

/** The first key of the locks; the second is made from the worker's name. */
const WORKERS = 737_020
const TRY_AGAIN_MS = 1_000
// A machine that loses its power says nothing: its connection is given up after a minute.
const SETTINGS = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/** Holds the locks of this process's workers, and takes them again whenever the connection was lost. */
export class Presence {
  private readonly names = new Set<string>()
  private client: pg.Client | null = null
  private isOver = false
  /** What is being asked over the connection: it takes one question at a time. */
  private turn: Promise<void> = Promise.resolve()
  /** How often its connection was lost, or could not be made. */
  losses = 0

  constructor(private readonly connection: pg.ClientConfig) {}

  /** From now on the worker is there. Resolves when the database knows, or cannot be told yet. */
  announce(name: string): Promise<void> {
    this.names.add(name)
    return this.inTurn(() => (this.client ? this.hold(this.client, [name]) : this.connect()))
  }

  async end(): Promise<void> {
    this.isOver = true
    const { client } = this
    this.client = null
    await client?.end().catch(() => undefined)
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(() => (this.isOver ? undefined : act()))
    return this.turn
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ ...this.connection, application_name: 'assay worker', keepAlive: true })
    this.client = client
    client.once('end', () => this.again(client))
    client.on('error', () => this.again(client))
    try {
      await client.connect()
      await client.query(SETTINGS)
    } catch {
      return this.again(client)
    }
    await this.hold(client, [...this.names])
  }

  private async hold(client: pg.Client, names: readonly string[]): Promise<void> {
    try {
      const { rows } = await client.query<{ name: string }>(
        'select name from unnest($2::text[]) name where not pg_try_advisory_lock($1, hashtext(name))',
        [WORKERS, names],
      )
      // After a cut of the network the connection of before may hold them until the database has noticed.
      if (rows.length > 0)
        this.later(client, () =>
          this.hold(
            client,
            rows.map(({ name }) => name),
          ),
        )
    } catch (error) {
      if (!this.isOver) log.warn('signs of life', { error: error instanceof Error ? error.message : String(error) })
      this.again(client)
    }
  }

  /** Once for each connection that is lost. */
  private again(client: pg.Client): void {
    if (this.client !== client || this.isOver) return
    this.client = null
    this.losses += 1
    client.end().catch(() => undefined)
    this.later(null, () => this.connect())
  }

  /** In a second, where the connection is still this one (null: none). */
  private later(client: pg.Client | null, act: () => Promise<void>): void {
    const actIfStillSo = async () => {
      if (this.client === client) await act()
    }
    setTimeout(() => void this.inTurn(actIfStillSo), TRY_AGAIN_MS).unref()
  }
}

/** The workers that hold jobs and give no sign of life. */
export async function findSilent(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct j.locked_by "name" from graphile_worker.jobs j
     where j.locked_by is not null and not exists (
       select 1 from pg_locks l
       where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid::bigint = $1
         and l.objid::bigint = hashtext(j.locked_by)::bigint & 4294967295
         and l.database = (select oid from pg_database where datname = current_database()))`,
    [WORKERS],
  )
  return rows.map(({ name }) => name)
}
