import 'server-only'
import { record } from '@/lib/platform/events/record'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { openShadow } from '@/lib/quality/calibration/shadow'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { changedFields } from '@/lib/workspace/projects/rules'
import type { SecondSettings } from './contract'
import { drawSecondsJob } from './jobs'

/** Sets the share and the seed. What was adjudicated already is drawn by a job; what was drawn stays drawn. */
export async function updateSeconds(
  actor: Actor,
  projectId: string,
  body: Partial<SecondSettings>,
): Promise<SecondSettings> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Second adjudication is for managers of the project.')
    refuseArchived(project)
    const row = await tx.project.findUniqueOrThrow({
      where: { id: projectId },
      select: { secondPercent: true, secondSeed: true },
    })
    const current = { percent: row.secondPercent, seed: row.secondSeed }
    const changes = changedFields(current, body)
    if (Object.keys(changes).length === 0) return current
    const settings = { ...current, ...body }
    await tx.project.update({
      where: { id: projectId },
      data: { secondPercent: settings.percent, secondSeed: settings.seed },
    })
    await record(tx, 'seconds.updated', { actorId: actor.userId, projectId }, changes)
    if (settings.percent > 0) {
      await openShadow(tx, projectId)
      await enqueue(tx, drawSecondsJob, { projectId }, { jobKey: `${drawSecondsJob.name}/${projectId}` })
    }
    return settings
  })
}
