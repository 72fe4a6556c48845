import 'server-only'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { transaction } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
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
