import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/audit/record'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import { type LoadedTask, listUnits, subjectOf } from './load-task'
import { openNextStage } from './open-next-stage'

interface NewGold {
  answers: Answers
  origin: 'consolidated' | 'single_rated'
  /** Who caused it, for the event; null when agreement alone did. */
  actorId: string | null
  adjudicatorId: string | null
  approverId: string | null
}

/**
 * Makes consolidated answers the task's gold: rolls them up by the protocol, supersedes an earlier version, closes the
 * task, opens the next stage. Returns the new version's number. The caller holds the task's row lock.
 */
export async function makeGold(tx: Tx, task: LoadedTask, gold: NewGold): Promise<number> {
  const subject = withMadeUnits(task.stage, subjectOf(task, await listUnits(tx, task)), gold.answers)
  const earlier = await tx.gold.aggregate({ where: { taskId: task.id }, _max: { version: true } })
  const version = (earlier._max.version ?? 0) + 1
  await tx.gold.updateMany({ where: { taskId: task.id, supersededAt: null }, data: { supersededAt: new Date() } })
  await tx.gold.create({
    data: {
      taskId: task.id,
      version,
      round: task.round,
      answers: gold.answers as Prisma.InputJsonObject,
      rollUp: task.stage.rollUp(subject, gold.answers) as Prisma.InputJsonObject,
      origin: gold.origin,
      adjudicatorId: gold.adjudicatorId,
      approverId: gold.approverId,
    },
  })
  const approval = gold.approverId ? { approverId: gold.approverId, approvedAt: new Date() } : {}
  await tx.task.update({ where: { id: task.id }, data: { state: 'gold', revision: { increment: 1 }, ...approval } })
  const scope = { actorId: gold.actorId, projectId: task.projectId, itemId: task.itemId, taskId: task.id }
  await record(tx, 'task.approved', scope, { round: task.round, goldVersion: version })
  await openNextStage(tx, task, gold.actorId)
  return version
}
