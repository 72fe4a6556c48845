import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import type { Answers, Subject, Vote } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { type LoadedTask, listUnits, subjectOf } from './load-task'
import { openNextStage } from './open-next-stage'

interface NewGold {
  /** The item's content with the task's own units, where the caller has read them: without those that the answers list. */
  subject?: Subject
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
  const subject = gold.subject ?? subjectOf(task, await listUnits(tx, task))
  const version = (await supersede(tx, task.id)) + 1
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

/** Ends the version of the gold that is in force, if there is one; returns the number of the latest, 0 without any. */
async function supersede(tx: Tx, taskId: string): Promise<number> {
  const [latest] = await tx.$queryRaw<{ version: number }[]>`
    with superseded as (
      update golds set superseded_at = ${new Date()} where task_id = ${taskId}::uuid and superseded_at is null)
    select coalesce(max(version), 0) "version" from golds where task_id = ${taskId}::uuid`
  return latest?.version ?? 0
}
