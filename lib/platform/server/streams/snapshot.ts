/**
 * Several reads of one moment: what is read inside sees the database as it was when the snapshot was taken, whatever
 * happens meanwhile. The cursors of lib/platform/server/streams/cursor-rows.ts join in by themselves.
 */
import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import { pool } from '@/lib/platform/server/db'

const current = new AsyncLocalStorage<string>()

const BEGIN = 'begin transaction isolation level repeatable read read only'

export interface Snapshot {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
}

/** Runs `work` over one moment of the database. It only reads. */
export async function inSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await pool().connect()
  let broken = true
  try {
    const id = await openSnapshot(client)
    const query = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows
    const done = await current.run(id, () => work({ query }))
    broken = false
    return done
  } finally {
    if (!broken) await client.query('commit')
    client.release(broken)
  }
}

/** Begins a transaction over the moment of now, which others can join while it lasts, by the name that is returned. */
export async function openSnapshot(client: PoolClient): Promise<string> {
  await client.query(BEGIN)
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() id')
  return rows[0]?.id ?? ''
}

/** Puts a connection into a snapshot, by default that which the caller runs in, if it does; a transaction is open then. Returns the name of the snapshot. */
export async function joinSnapshot(client: PoolClient, id = current.getStore()): Promise<string | null> {
  if (id === undefined) return null
  if (!/^[0-9A-F-]+$/i.test(id)) throw new Error('a snapshot without a name')
  await client.query(BEGIN)
  await client.query(`set transaction snapshot '${id}'`)
  return id
}
