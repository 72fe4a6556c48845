import 'server-only'
import { Prisma, type SecondOutcome } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Answers } from '@/lib/protocols/protocol'
import type { LoadedTask } from './load-task'

/** Keeps what the second person decided on a copy: once, and for good. Throws `conflict` where that has happened. */
export async function decideSecond(
  tx: Tx,
  actor: Actor,
  { id: copyId }: { id: string },
  { outcome, answers }: { outcome: SecondOutcome; answers?: Answers },
): Promise<void> {
  const { count } = await tx.secondAdjudication.updateMany({
    where: { copyId, outcome: null },
    data: {
      outcome,
      decidedById: actor.userId,
      decidedAt: new Date(),
      answers: (answers as Prisma.InputJsonObject | undefined) ?? Prisma.DbNull,
    },
  })
  if (count === 0) throw new AppError('conflict', 'This item has been decided already.')
}

/**
 * Ends a second adjudication as its reader sees the end of any other: the copy waits for approval or is gold, by its state. No gold is
 * made of it, and no later stage opens; that of the original stays as it is.
 */
export async function settleSecond(tx: Tx, actor: Actor, task: LoadedTask, answers: Answers): Promise<void> {
  await decideSecond(tx, actor, task, { outcome: 'settled', answers })
  if (task.stage.approval === 'second-reviewer') return
  await tx.task.update({ where: { id: task.id }, data: { state: 'gold' }, select: { id: true } })
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId: task.id }
  await record(tx, 'task.approved', scope, { round: task.round, goldVersion: 1 })
}
