import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/**
 * Keeps tasks from being deleted, and from being held for updating, until the transaction ends: for those who write several rows that refer to
 * them, in an order of their own. In the order of their ids, as everything that holds several tasks.
 */
export async function holdTasks(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`select 1 from tasks where id = any(${[...taskIds]}::uuid[]) order by id for key share`
}
