import 'server-only'
import { findRelease, loadMaker, type ReleaseParams } from '@/lib/gold/releases/release/load-release'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { type Push, placeSchema } from './contract'
import { presentPush, WITH_NAMES } from './present'
import { placeWords } from './rules'
import { enqueuePush } from './start-push'

export interface PushParams extends ReleaseParams {
  pushId: string
}

/** Stops a push; what has arrived whole stays there. A job then tidies up, and empties the credentials. */
export async function cancelPush(actor: Actor, params: PushParams): Promise<Push> {
  const { projectId, number, pushId } = params
  return transaction(async (tx) => {
    await loadMaker(tx, actor, projectId)
    const { id: releaseId } = await findRelease(tx, params)
    const row = found(await tx.releasePush.findFirst({ where: { id: pushId, releaseId } }))
    const { count } = await tx.releasePush.updateMany({
      where: { id: pushId, state: 'running' },
      data: { state: 'cancelled', error: null, endedAt: new Date() },
    })
    if (count === 0) throw new AppError('conflict', 'This push has ended already: there is nothing to stop.')
    const place = placeWords(placeSchema.parse(row.place))
    await record(tx, 'release.push_cancelled', { actorId: actor.userId, projectId }, { number, place })
    await enqueuePush(tx, pushId)
    return presentPush(await tx.releasePush.findUniqueOrThrow({ where: { id: pushId }, include: WITH_NAMES }))
  })
}
