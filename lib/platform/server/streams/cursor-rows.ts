import 'server-only'
import Cursor from 'pg-cursor'
import { pool } from '@/lib/platform/server/db'
import { joinSnapshot } from './snapshot'

const BATCH = 500

/**
 * The rows of a query, a batch at a time and never all at once; inside of `inSnapshot`, of its moment. While a batch is used the next is
 * fetched. The end of the reading, for whatever reason, frees the cursor and its connection.
 */
export async function* cursorRows<Row>(text: string, values: unknown[]): AsyncGenerator<Row[]> {
  const client = await pool().connect()
  let finished = false
  try {
    const snapshot = await joinSnapshot(client)
    const cursor = client.query(new Cursor<Row>(text, values))
    let next = cursor.read(BATCH)
    for (;;) {
      const rows = await next
      if (rows.length === 0) break
      next = cursor.read(BATCH)
      // Nobody waits for it where the reading ends here.
      next.catch(() => undefined)
      yield rows
    }
    await cursor.close()
    if (snapshot) await client.query('commit')
    finished = true
  } finally {
    // A connection with an unread cursor is closed, not given back.
    client.release(!finished)
  }
}
