import 'server-only'
import { carryOut } from '@/lib/annotation/assignments/by-rule/carry-out'
import { giveShares } from '@/lib/annotation/assignments/by-rule/give-shares'
import { record, recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { HandOver } from './contract'
import { type HandOverPlan, planHandOver, readHandOver } from './plan-hand-over'

const changed = () =>
  new AppError('conflict', 'What this person holds, or who can have it, has changed. Look at the preview again.')

/**
 * Moves all that a person holds and has not submitted, as reassigning a single task does: drafts stay stored and nobody else sees them, and
 * the queue does not offer the tasks to the same person again.
 */
export function handOverWork(
  actor: Actor,
  projectId: string,
  { fingerprint, ...body }: HandOver & { fingerprint: string },
): Promise<{ moved: number }> {
  return carryOut({
    read: (tx, options) => readHandOver(tx, actor, projectId, body, options),
    async plan(read) {
      const plan = await planHandOver(read, body)
      if (plan.fingerprint !== fingerprint) throw changed()
      if (plan.moves.length === 0) throw new AppError('rule', 'There is nothing to hand over.')
      return plan
    },
    basis: ({ state }) => state,
    write: (tx, { moves }) => move(tx, { actor, projectId, fromUserId: body.fromUserId, moves }),
  })
}

interface Moving {
  actor: Actor
  projectId: string
  fromUserId: string
  moves: HandOverPlan['moves']
}

async function move(tx: Tx, { actor, projectId, fromUserId, moves }: Moving): Promise<{ moved: number }> {
  const taskIds = moves.map(({ taskId }) => taskId)
  await tx.assignment.updateMany({
    where: { taskId: { in: taskIds }, userId: fromUserId, state: { in: ['reserved', 'assigned'] } },
    data: { state: 'released', origin: 'manager', expiresAt: null },
  })
  const tasks = await tx.task.findMany({ where: { id: { in: taskIds } }, select: { id: true, itemId: true } })
  const items = new Map(tasks.map((task) => [task.id, task.itemId]))
  const released = moves.map(({ taskId, to }) => ({
    scope: { actorId: actor.userId, projectId, itemId: items.get(taskId), taskId },
    data: { userId: fromUserId, why: to ? ('reassigned' as const) : ('taken_back' as const) },
  }))
  await recordMany(tx, 'assignment.released', released)
  const shares = moves.flatMap(({ taskId, to }) => (to ? [{ taskId, userId: to }] : []))
  await giveShares(tx, { actor, projectId, shares, origin: 'manager', batch: '' })
  const people: Record<string, number> = {}
  for (const { userId } of shares) people[userId] = (people[userId] ?? 0) + 1
  const eventData = { userId: fromUserId, moved: moves.length, people }
  await record(tx, 'assignment.handed_over', { actorId: actor.userId, projectId }, eventData)
  return { moved: moves.length }
}
