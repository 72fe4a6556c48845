import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { changedFields } from '@/lib/workspace/projects/rules'
import type { CalibrationSettings } from './contract'
import { openShadow, settingsOf } from './shadow'

/** Sets the gate and how much is served again. Both hold from the next task that anybody takes. */
export async function updateCalibration(
  actor: Actor,
  projectId: string,
  body: Partial<CalibrationSettings>,
): Promise<CalibrationSettings> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    refuseArchived(project)
    const current = settingsOf(await openShadow(tx, projectId))
    const changes = changedFields({ ...current }, body)
    if (Object.keys(changes).length === 0) return current
    await tx.calibration.update({ where: { projectId }, data: body })
    await record(tx, 'calibration.updated', { actorId: actor.userId, projectId }, changes)
    return { ...current, ...body }
  })
}
