import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { consolidate } from '@/lib/protocols/consolidation'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import type { NewItem, WriteContext } from './new-item'

// Who may import was decided when the job was enqueued.
const importer: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  name: 'import',
  isAdmin: true,
  via: 'session',
}

/**
 * Reveals the new tasks that need nobody else: imported work of the one annotator they ask for. Work that leaves
 * questions open (the files do, people may not) goes to a reviewer instead of becoming gold.
 */
export async function revealFinished(tx: Tx, { projectId }: WriteContext, items: readonly NewItem[]): Promise<void> {
  for (const { id, item, labels, tasks } of items) {
    const [{ id: taskId, stage, raters, units, answers }] = tasks
    if (labels !== 'person' || raters > 1) continue
    const subject = { content: item.content, units }
    const lanes = alignLanes(stage, subject, [{ id: taskId, answers }], {})
    const { open } = consolidate(stage, subject, lanes, {})
    if (open.length === 0) {
      await revealTask(tx, await loadTask(tx, importer, taskId), null)
      continue
    }
    await tx.task.update({ where: { id: taskId }, data: { state: 'consolidating', revision: { increment: 1 } } })
    await record(tx, 'task.revealed', { projectId, itemId: id, taskId }, { round: 1, disagreements: 0 })
  }
}
