import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import type { Answers, Vote } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { type LoadedTask, listUnits, subjectOf } from './load-task'
import { openNextStage } from './open-next-stage'

interface NewGold {
  answers: Answers
  /** Of a stage of votes, which has no answers. */
  votes?: readonly Vote[]
  origin: 'consolidated' | 'single_rated' | 'tallied'
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
  const subject = subjectOf(task, await listUnits(tx, task))
  const earlier = await tx.gold.aggregate({ where: { taskId: task.id }, _max: { version: true } })
  const version = (earlier._max.version ?? 0) + 1
  await tx.gold.updateMany({ where: { taskId: task.id, supersededAt: null }, data: { supersededAt: new Date() } })
  await tx.gold.create({
    data: {
      taskId: task.id,
      version,
      round: task.round,
      answers: gold.answers as Prisma.InputJsonObject,
      rollUp: rolledUp(task.stage, subject, gold) as Prisma.InputJsonObject,
      ...(gold.votes ? { votes: gold.votes as unknown as Prisma.InputJsonArray } : {}),
      origin: gold.origin,
      adjudicatorId: gold.adjudicatorId,
      approverId: gold.approverId,
    },
  })
  const approval = gold.approverId ? { approverId: gold.approverId, approvedAt: new Date() } : {}
  await tx.task.update({ where: { id: task.id }, data: { state: 'gold', revision: { increment: 1 }, ...approval } })
  const scope = { actorId: gold.actorId, projectId: task.projectId, itemId: task.itemId, taskId: task.id }
  const tallied = gold.votes ? ({ tallied: true } as const) : {}
  await record(tx, 'task.approved', scope, { round: task.round, goldVersion: version, ...tallied })
  await openNextStage(tx, task, gold.actorId)
  return version
}
