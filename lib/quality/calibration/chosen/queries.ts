import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Selection } from '@/lib/workspace/items/selection/contract'
import { selectItems } from '@/lib/workspace/items/selection/select-items'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ChosenCandidates } from './contract'
import { countChosen } from './read-candidates'

/** What of the selected items could become calibration tasks, for managers, by stage. */
export function foreseeCandidates(actor: Actor, projectId: string, selection: Selection): Promise<ChosenCandidates[]> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    const positions = await selectItems(tx, actor, project, selection)
    const rows = await countChosen(tx, projectId, positions)
    const { stages } = protocolById(project.protocolId)
    return [...new Set(rows.map(({ stage }) => stage))].map((stage) => {
      const here = rows.filter((row) => row.stage === stage)
      return {
        stage,
        stageTitle: stages.find(({ key }) => key === stage)?.title ?? stage,
        could: here.find(({ reason }) => reason === null)?.items ?? 0,
        left: here.flatMap(({ reason, items }) => (reason === null ? [] : [{ reason, items }])),
      }
    })
  })
}
