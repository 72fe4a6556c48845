import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { sendBack } from '@/lib/workspace/tasks/reopen-task'
import { type AskedAgain, type askAgainBody, MOST_ASKED } from './contract'
import { listTouchedTasks } from './touched-queries'

/**
 * Sends finished items back to their annotators, as a reviewer sends back one: another round that begins from their answers. All or none; what is no longer finished, or was annotated by the
 * actor, who may not judge their own, is left and counted. Errors: `conflict` where another version is in force by now, or all are chosen and others are listed than were seen.
 */
export async function askAgain(
  actor: Actor,
  projectId: string,
  { version, taskIds, total, comment }: z.infer<typeof askAgainBody>,
): Promise<AskedAgain> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    refuseArchived(project)
    const { _max: latest } = await tx.guideline.aggregate({ where: { projectId }, _max: { version: true } })
    if (latest.version !== version)
      throw new AppError('conflict', 'Another version of the guidelines is in force by now. Look at the list again.', {
        data: { version: latest.version },
      })
    const listed = taskIds === 'all' ? await listTouchedTasks(tx, actor, project, MOST_ASKED) : { total, taskIds }
    if (listed.total !== total)
      throw new AppError('conflict', `${listed.total} items are listed by now, not ${total}. Look at the list again.`, {
        data: { total: listed.total },
      })
    const ids = [...new Set(listed.taskIds)].sort()
    const projectTasks = await tx.task.findMany({
      where: { id: { in: ids }, projectId },
      // In the order in which everything locks that locks several tasks.
      orderBy: { id: 'asc' },
      select: { id: true },
    })
    if (projectTasks.length < ids.length) throw new AppError('not_found', 'Not all of these are items of the project.')
    let askedCount = 0
    for (const { id } of projectTasks) {
      const task = await loadTask(tx, actor, id, { lock: true })
      if (task.subject.state !== 'gold' || !canTask(actor, 'task.sendBack', task.subject)) continue
      await sendBack(tx, actor, task, { comment })
      askedCount += 1
    }
    return { asked: askedCount, left: projectTasks.length - askedCount }
  }, 5)
}
