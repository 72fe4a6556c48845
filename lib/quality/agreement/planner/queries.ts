import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { readClusters } from '@/lib/quality/agreement/ledger/read-counts'
import { openFigures } from '@/lib/quality/agreement/open-figures'
import { scaleOf } from '@/lib/quality/agreement/samples'
import type { Plan, PlanQuery } from './contract'
import { planMeasure } from './plan-measure'

/** Twenty projects are tried out after the interval of now: never small. */
const planApart = calculation('measure-plan', planMeasure, () => Number.POSITIVE_INFINITY)

/** A plan for everybody who may see the agreement of the project. */
export async function getPlan(
  actor: Actor,
  { projectId, stage: stageKey, measure: key }: { projectId: string; stage: string; measure: string },
  query: PlanQuery,
): Promise<Plan> {
  const { stage, measure, clusters, version } = await transaction(async (tx) => {
    const { stages, ledger } = await openFigures(tx, actor, projectId)
    const { id, stage } = found(
      stages.find((each) => each.key === stageKey),
      'The project has no such stage.',
    )
    const measure = found(
      stage.measures.find((each) => each.key === key),
      'The stage has no such measure.',
    )
    const clusters = await readClusters(tx, { stageId: id, measure: key })
    return { stage, measure, clusters, version: ledger.version }
  })
  return {
    version,
    stage: { key: stage.key, title: stage.title },
    measure: { key, title: measure.title, unitOfAnalysis: measure.unitOfAnalysis },
    ...(await planApart({ measure: scaleOf(measure), clusters, query })),
  }
}
