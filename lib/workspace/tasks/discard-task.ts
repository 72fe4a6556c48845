import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Protocol } from '@/lib/protocols/protocol'
import type { discardTaskBody } from './contract'
import { decideSecond } from './decide-second'
import { authorizeTask, loadTask, lockItemTasks } from './load-task'

type Discarding = z.infer<typeof discardTaskBody>

/** Throws `rule` unless the reason is one of the protocol's, and what another is has been said. */
export function requireDiscardReason({ discardReasons }: Protocol, { reason, note }: Discarding): void {
  if (!discardReasons.some(({ value }) => value === reason))
    throw new AppError('rule', `“${reason}” is not one of the protocol's reasons to discard.`)
  if (reason === 'other' && !note) throw new AppError('rule', 'Say what the other reason is.')
}

/**
 * Discards a task's item with a reason of the protocol: a result, not a deletion. Work on it stops; what was answered
 * stays. Discarding is taken back by `restoreTask`.
 */
export async function discardTask(actor: Actor, taskId: string, body: Discarding): Promise<void> {
  await transaction(async (tx) => {
    const tasks = await lockItemTasks(tx, taskId)
    const task = await loadTask(tx, actor, taskId)
    authorizeTask(actor, 'task.discard', task)
    requireDiscardReason(task.protocol, body)
    await tx.item.update({
      where: { id: task.itemId },
      data: {
        discardedAt: new Date(),
        discardReason: body.reason,
        discardNote: body.note || null,
        discardedById: actor.userId,
        changedAt: new Date(),
      },
    })
    await tx.task.updateMany({
      where: { itemId: task.itemId, state: { not: 'gold' } },
      data: { state: 'discarded', revision: { increment: 1 } },
    })
    const was = Object.fromEntries(tasks.filter(({ state }) => state !== 'gold').map(({ id, state }) => [id, state]))
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'task.discarded', scope, { reason: body.reason, note: body.note, was })
    if (task.second) await decideSecond(tx, actor, task, { outcome: 'discarded' })
  })
}
