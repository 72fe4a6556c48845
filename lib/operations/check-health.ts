import 'server-only'
import { pool } from '@/lib/server/db'

/** Answers once the database does; a failure becomes a 500 without details. */
export async function checkHealth(): Promise<{ status: 'ok' }> {
  await pool().query('select 1')
  return { status: 'ok' }
}
