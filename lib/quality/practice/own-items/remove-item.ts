import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { loadManaged } from '@/lib/quality/practice/update-practice'

/** Practises with it no more; the item stays as it is, and so does what was answered. Twice is refused as not found. */
export async function removeItem(actor: Actor, projectId: string, id: string): Promise<void> {
  await transaction(async (tx) => {
    await loadManaged(tx, actor, projectId)
    const where = { id, projectId }
    const { taskId } = found(await tx.practiceItem.findFirst({ where, select: { taskId: true } }))
    await tx.practiceItem.delete({ where: { id } })
    await record(tx, 'practice.item_removed', { actorId: actor.userId, projectId, taskId }, { practiceItemId: id })
  })
}
