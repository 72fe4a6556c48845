import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import type { Guideline, publishGuidelineBody } from './contract'
import { readGuideline } from './queries'

/**
 * Adds a version to the guidelines; annotations started from now on remember it. The project's row is locked, so of two
 * people publishing at once the second is told (409) and loses nothing.
 */
export async function publishGuideline(
  actor: Actor,
  projectId: string,
  { body, note, basedOn }: z.infer<typeof publishGuidelineBody>,
): Promise<Guideline> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    refuseArchived(project)
    const { _max } = await tx.guideline.aggregate({ where: { projectId }, _max: { version: true } })
    const latest = _max.version ?? 0
    if (latest !== basedOn)
      throw new AppError('revision_conflict', `Version ${latest} was published while you were writing.`, {
        data: { current: await readGuideline(tx, projectId, latest) },
      })
    await tx.guideline.create({ data: { projectId, version: latest + 1, body, note, createdById: actor.userId } })
    await record(tx, 'guideline.published', { actorId: actor.userId, projectId }, { version: latest + 1, note })
    return readGuideline(tx, projectId, latest + 1)
  })
}
