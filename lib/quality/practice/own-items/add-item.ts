import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { Reasons } from '@/lib/protocols/practice'
import { loadManaged } from '@/lib/quality/practice/update-practice'
import { findGold } from './find-gold'

interface NewItem {
  stage: string
  position: number
  reasons: Reasons
}

/** Practises with an item of the project's gold from now on. The project's row is held, so that two people add it once. */
export async function addItem(
  actor: Actor,
  projectId: string,
  { reasons, ...place }: NewItem,
): Promise<{ id: string }> {
  return transaction(async (tx) => {
    await loadManaged(tx, actor, projectId)
    const { taskId } = await findGold(tx, projectId, place)
    const data = { projectId, taskId, reasons: reasons as Prisma.InputJsonObject, addedById: actor.userId }
    const { id } = await tx.practiceItem.create({ data, select: { id: true } })
    const scope = { actorId: actor.userId, projectId, taskId }
    await record(tx, 'practice.item_added', scope, { stage: place.stage, practiceItemId: id })
    return { id }
  })
}
