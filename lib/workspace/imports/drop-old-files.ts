/** Lets go of uploaded files that nobody came back to: broken off, checked and never written, or written without some of their records. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'

/** How long such a file is kept. */
export const KEPT_DAYS = 7

/** Safe to run at any time, by several processes. */
export async function dropOldFiles(): Promise<void> {
  await pool().query(
    `update imports set state = 'failed', finished_at = now(), error = 'The upload broke off, and nobody went on with it.'
     where state = 'uploading' and created_at < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  )
  await pool().query(
    `with old as (
       select id from imports i
       where state in ('ready', 'refused', 'done', 'failed', 'cancelled')
         and case when state = 'failed' then created_at else coalesce(finished_at, created_at) end < now() - make_interval(days => $1)
         and exists (select from import_chunks c where c.import_id = i.id)
       for update skip locked
     )
     delete from import_chunks where import_id in (select id from old)`,
    [KEPT_DAYS],
  )
}
