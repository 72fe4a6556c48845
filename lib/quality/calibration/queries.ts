/** Where everybody stands, for managers. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { CalibrationView } from './contract'
import { withPairFigures } from './read-people'
import { readView } from './read-view'

/** Everything on the calibration page; for managers, also of archived projects. */
export async function getCalibration(actor: Actor, projectId: string): Promise<CalibrationView> {
  const view = await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    return readView(tx, project, actor.userId)
  })
  return { ...view, people: await withPairFigures(view.people) }
}
