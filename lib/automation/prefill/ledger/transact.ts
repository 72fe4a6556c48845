import 'server-only'
import type { PoolClient } from 'pg'
import { pool } from '@/lib/platform/server/db'

/**
 * A short transaction in plain SQL. Whatever moves money locks rows in this order: the call, the project's settings, the
 * run; so no two of them wait for each other. What throws, or returns undo(...), leaves nothing behind.
 */
export async function transact<T>(work: (client: PoolClient) => Promise<T | Undo<T>>): Promise<T> {
  const client = await pool().connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query(result instanceof Undo ? 'rollback' : 'commit')
    return result instanceof Undo ? result.value : result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** A result that takes everything back. */
export class Undo<T> {
  constructor(readonly value: T) {}
}

/** Whose money a call holds. */
export interface Holding {
  project_id: string
  run_id: string | null
  /** A bigint, as text. */
  reserved_micro: string
}

/** Gives held money back, spends what it came to, and counts what went out. */
export async function release(
  client: PoolClient,
  { project_id, run_id, reserved_micro }: Holding,
  { spent, sends }: { spent: number; sends: number },
): Promise<void> {
  const moves = reserved_micro !== '0' || spent > 0
  if (moves)
    await client.query(
      `update prefill_settings set reserved_micro = reserved_micro - $2, spent_micro = spent_micro + $3 where project_id = $1`,
      [project_id, reserved_micro, spent],
    )
  if (run_id && (moves || sends > 0))
    await client.query(
      `update runs set reserved_micro = reserved_micro - $2, spent_micro = spent_micro + $3, calls = calls + $4 where id = $1`,
      [run_id, reserved_micro, spent, sends],
    )
}
