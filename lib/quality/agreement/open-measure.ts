import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import type { Measure } from '@/lib/protocols/protocol'
import { type OpenFigures, type OpenStage, openFigures } from './open-figures'

export interface MeasureKeys {
  stage: string
  measure: string
}

export interface OpenMeasure {
  opened: OpenFigures
  at: OpenStage
  measure: Measure
}

/** The figures of a project with one of its measures; `not_found` where there is no such. */
export async function openMeasure(tx: Tx, actor: Actor, projectId: string, keys: MeasureKeys): Promise<OpenMeasure> {
  const opened = await openFigures(tx, actor, projectId)
  const selectedStage = found(
    opened.stages.find(({ key }) => key === keys.stage),
    'There is no such stage.',
  )
  const measure = found(
    selectedStage.stage.measures.find(({ key }) => key === keys.measure),
    'There is no such measure.',
  )
  return { opened, at: selectedStage, measure }
}
