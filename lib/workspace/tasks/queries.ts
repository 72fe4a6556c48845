import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { presentWithdrawal, type Withdrawn } from '@/lib/workspace/items/withdrawn/contract'
import { isKnownTask, taskTables } from './load-task'

export interface WithdrawnTask {
  itemId: string
  withdrawn: Withdrawn
}

/**
 * What stands on the pages of a task whose item was withdrawn: `loadTask` finds it no more. null of every other task, of one in another
 * project, and of one that the actor may not know of.
 */
export async function findWithdrawnTask(
  actor: Actor,
  { projectId, taskId }: { projectId: string; taskId: string },
): Promise<WithdrawnTask | null> {
  const [row] = await prisma().$queryRaw<{ itemId: string; reason: string; erratum: string; at: Date }[]>`
    select w.item_id "itemId", w.reason, w.erratum, w.at
    from ${taskTables(actor)} join withdrawals w on w.item_id = t.item_id
    where p.id = ${projectId}::uuid and ${isKnownTask(actor, taskId, false)}`
  const withdrawn = presentWithdrawal(row ?? null)
  return row && withdrawn ? { itemId: row.itemId, withdrawn } : null
}
