import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { type OpenFigures, type OpenStage, openFigures } from '@/lib/quality/agreement/open-figures'

export interface OpenedStage {
  figures: OpenFigures
  at: OpenStage
  /** What every page of this room says first. */
  head: {
    project: { id: string; name: string }
    stages: { key: string; title: string }[]
    stage: { key: string; title: string }
    version: string
    showsItems: boolean
  }
}

/** The figures of one stage for managers, reviewers and viewers; `not_found` where the project has no such stage. */
export async function openStage(tx: Tx, actor: Actor, projectId: string, key: string): Promise<OpenedStage> {
  const figures = await openFigures(tx, actor, projectId)
  const at = found(
    figures.stages.find((each) => each.key === key),
    'There is no such stage.',
  )
  const titled = ({ key: of, stage }: OpenStage) => ({ key: of, title: stage.title })
  const { project, showsItems } = figures
  return {
    figures,
    at,
    head: {
      project: { id: project.id, name: project.name },
      stages: figures.stages.map(titled),
      stage: titled(at),
      version: figures.ledger.version,
      showsItems,
    },
  }
}
