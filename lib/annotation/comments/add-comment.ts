import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { isRevealed } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { AddComment, Note } from './contract'
import { isSaid } from './queries'
import { noteSelect, presentNote } from './rules'

/**
 * Adds a remark. Before all annotators have submitted it is a note that only its writer reads; afterwards it is part of
 * the conversation, and may be about one of the disagreements.
 */
export async function addComment(actor: Actor, taskId: string, body: AddComment): Promise<Note> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorizeTask(actor, 'task.comment', task)
    const id = body.remarkId
    if (await isSaid(tx, actor, task, id))
      return presentNote(await tx.comment.findUniqueOrThrow({ where: { id }, select: noteSelect }))
    const about = await findSubject(tx, actor, task, body)
    const comment = await tx.comment.create({
      data: { id, taskId, userId: actor.userId, body: body.body, ...about },
      select: noteSelect,
    })
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'comment.added', scope, { commentId: comment.id, reply: null })
    return presentNote(comment)
  })
}

/** The rows a remark hangs on. A disagreement nobody may know of yet looks like one that does not exist. */
async function findSubject(tx: Tx, actor: Actor, task: LoadedTask, { unit: key, question }: AddComment) {
  if (key === undefined) return {}
  const unit = await tx.unit.findFirst({
    where: {
      taskId: task.id,
      key,
      ...(isRevealed(task.state) ? {} : { OR: [{ makerId: null }, { makerId: actor.userId }] }),
    },
    orderBy: { sinceRound: 'desc' },
    select: { id: true },
  })
  if (!unit) throw new AppError('rule', `There is no unit “${key}” in this task.`)
  if (question === undefined) return { unitId: unit.id }
  const where = { taskId: task.id, round: task.round, unitId: unit.id, question }
  const disagreement = await tx.disagreement.findUnique({
    where: { taskId_round_unitId_question: where },
    select: { id: true },
  })
  if (!disagreement) throw new AppError('rule', 'There is no disagreement about this question.')
  return { unitId: unit.id, disagreementId: disagreement.id }
}
