import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { findRelease, loadMaker, type ReleaseParams } from './load-release'

/** Removes a release that failed, or stops one that is being built; what is ready stays. */
export async function removeRelease(actor: Actor, params: ReleaseParams): Promise<void> {
  const { projectId, number } = params
  await transaction(async (tx) => {
    await loadMaker(tx, actor, projectId)
    const { id, state } = await findRelease(tx, params)
    if (state === 'ready')
      throw new AppError('rule', 'A release that is ready stays: others may have it. Make a new one that corrects it.')
    await tx.release.delete({ where: { id } })
    await record(tx, 'release.removed', { actorId: actor.userId, projectId }, { number })
  })
}
