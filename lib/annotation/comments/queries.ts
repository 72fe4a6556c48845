import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { Note } from './contract'
import { noteSelect, presentNote } from './rules'

/** The actor's own remarks on a task they may comment on, oldest first; never anybody else's. */
export async function listMyNotes(actor: Actor, taskId: string): Promise<{ notes: Note[] }> {
  return transaction(async (tx) => {
    authorizeTask(actor, 'task.comment', await loadTask(tx, actor, taskId))
    const rows = await tx.comment.findMany({
      where: { taskId, userId: actor.userId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: noteSelect,
    })
    return { notes: rows.map(presentNote) }
  })
}

/** Has the actor said it already, with everything that came with it? Throws `conflict` where the id is another remark's. */
export async function isSaid(tx: Tx, actor: Actor, { id: taskId }: LoadedTask, remarkId?: string): Promise<boolean> {
  if (remarkId === undefined) return false
  const select = { taskId: true, userId: true }
  const found = await tx.comment.findUnique({ where: { id: remarkId }, select })
  if (found && (found.taskId !== taskId || found.userId !== actor.userId))
    throw new AppError('conflict', 'Another remark has this id. Give yours a new one.')
  return found !== null
}
