/** Takes newer gold into a stale task: its units become what they would be today, and answers go along where they fit. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { carryAnnotation } from './carry-annotation'
import { staleChanges } from './compare-units'
import { exchangeUnits } from './exchange-units'
import { loadStaleTask } from './load-stale-task'
import { type LoadedTask, listUnits, unitOf } from './load-task'
import { unitsNow } from './open-next-stage'
import { proposeAnswers } from './propose-answers'
import { readEarlier } from './read-earlier'
import { openRound, release, splitByPresence } from './reopen-task'

/**
 * Takes the changes over as a new round: units that are gone or changed retire, the new ones come in, and everybody who
 * annotated goes on from what they answered. A task without annotators gets its old gold as proposals. Errors: as
 * `loadStaleTask`.
 */
export async function takeOverTask(actor: Actor, taskId: string): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadStaleTask(tx, actor, taskId)
    const before = await listUnits(tx, task)
    const after = await unitsNow(tx, task, task.stage)
    const changes = staleChanges(before.map(unitOf), after)
    const gold = (await readEarlier(tx, task.itemId, [task.stage.key]))[task.stage.key]
    const round = task.round + 1
    await openRound(tx, taskId, round)
    await tx.task.update({
      where: { id: taskId },
      data: { stale: false, staleChanges: Prisma.DbNull },
    })
    const succession = await exchangeUnits(tx, { id: taskId, round }, before, after)
    const { present, gone } = await sendOn(tx, task)
    for (const userId of present) await carryAnnotation(tx, task, round, userId, succession)
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    if (present.length === 0 && gold) await proposeGold(tx, task, round, gold.answers)
    await record(tx, 'task.taken_over', scope, { round, userIds: present, changes: changes as Json[] })
    await release(tx, scope, gone)
  })
}

/** Everybody who holds a place works on; the places of those who cannot are freed. */
async function sendOn(tx: Tx, task: LoadedTask): Promise<{ present: string[]; gone: string[] }> {
  const shares = await tx.assignment.findMany({
    where: { taskId: task.id, state: { in: ['reserved', 'assigned', 'submitted'] } },
    select: { userId: true },
  })
  const split = await splitByPresence(
    tx,
    task.projectId,
    shares.map(({ userId }) => userId),
  )
  await tx.assignment.updateMany({
    where: { taskId: task.id, userId: { in: split.present }, state: 'submitted' },
    data: { state: 'assigned', expiresAt: null },
  })
  return split
}

/** Imported gold has no annotator who could go on from it; whoever takes the task finds it proposed. */
async function proposeGold(tx: Tx, task: LoadedTask, round: number, answers: Parameters<typeof proposeAnswers>[2]) {
  const units = await listUnits(tx, { id: task.id, round })
  const idOf = new Map(units.map(({ key, id }) => [key, id]))
  const proposals = proposeAnswers(task.stage, units, answers)
  await tx.suggestion.createMany({
    data: proposals.map(({ unit, question, value }) => ({
      taskId: task.id,
      unitId: idOf.get(unit) ?? '',
      question,
      source: 'the gold before',
      value: value as Prisma.InputJsonValue,
    })),
  })
}
