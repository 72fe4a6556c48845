import 'server-only'
import Cursor from 'pg-cursor'
import { pool } from '@/lib/platform/server/db'
import { joinSnapshot } from './snapshot'

const BATCH = 500

/**
 * The rows of a query, a batch at a time and never all at once; inside of `inSnapshot`, of its moment. Whoever stops
 * reading, for whatever reason, frees the cursor and its connection.
 */
export async function* cursorRows<Row>(text: string, values: unknown[]): AsyncGenerator<Row[]> {
  const client = await pool().connect()
  let finished = false
  try {
    const inTransaction = await joinSnapshot(client)
    const cursor = client.query(new Cursor<Row>(text, values))
    for (;;) {
      const rows = await cursor.read(BATCH)
      if (rows.length === 0) break
      yield rows
    }
    await cursor.close()
    if (inTransaction) await client.query('commit')
    finished = true
  } finally {
    // A connection with an unread cursor is closed, not given back.
    client.release(!finished)
  }
}
