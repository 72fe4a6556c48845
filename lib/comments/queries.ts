import 'server-only'
import type { Actor } from '@/lib/policy/actor'
import { transaction } from '@/lib/server/db'
import { authorizeTask, loadTask } from '@/lib/tasks/load-task'
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
