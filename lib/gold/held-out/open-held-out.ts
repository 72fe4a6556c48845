import 'server-only'
import { loadMaker } from '@/lib/gold/releases/release/load-release'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

/** Lets the labels of held-out items go out with the next release, for good; predictions are not scored on them any more. For managers. */
export async function openHeldOut(actor: Actor, projectId: string): Promise<void> {
  await transaction(async (tx) => {
    await loadMaker(tx, actor, projectId)
    const { count } = await tx.heldOutSplit.updateMany({
      where: { projectId, openedAt: null },
      data: { openedAt: new Date(), openedById: actor.userId },
    })
    if (count === 0)
      throw new AppError('conflict', 'Nothing is held out in this project: no release did, or it was opened before.')
    await record(tx, 'held_out.opened', { actorId: actor.userId, projectId }, {})
  })
}
