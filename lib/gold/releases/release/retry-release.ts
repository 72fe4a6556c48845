import 'server-only'
import { record } from '@/lib/platform/events/record'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { ReleaseSummary } from './contract'
import { buildReleaseJob } from './jobs'
import { findRelease, loadMaker, type ReleaseParams } from './load-release'
import { presentRelease } from './present'

/** Builds a failed release once more, with its notes and card as they were, in the name of whoever asks now. */
export async function retryRelease(actor: Actor, params: ReleaseParams): Promise<ReleaseSummary> {
  const { projectId, number } = params
  return transaction(async (tx) => {
    await loadMaker(tx, actor, projectId)
    const { id, state } = await findRelease(tx, params)
    if (state !== 'failed') throw new AppError('conflict', 'Only a release that failed can be built once more.')
    const release = await tx.release.update({
      where: { id },
      data: { state: 'building', error: null, progress: 0, createdById: actor.userId },
    })
    await record(tx, 'release.retried', { actorId: actor.userId, projectId }, { number })
    await enqueue(tx, buildReleaseJob, { releaseId: id }, { jobKey: `release ${id}` })
    return presentRelease({ ...release, withdrawal: null }, [], { showsLink: true })
  })
}
