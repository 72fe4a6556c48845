/** Lets go of uploaded files that nobody came back to: checked and never written, or written without some of their records. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'

/** How long such a file is kept. */
export const KEPT_DAYS = 7

/** Safe to run at any time, by several processes. */
export async function dropOldFiles(): Promise<void> {
  await pool().query(
    `delete from import_chunks c using imports i
     where i.id = c.import_id and i.state in ('refused', 'done', 'failed', 'cancelled')
       and coalesce(i.finished_at, i.created_at) < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  )
}
