import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { readStageClusters } from '@/lib/quality/agreement/ledger/read-counts'
import { openFigures } from '@/lib/quality/agreement/open-figures'
import { scaleOf } from '@/lib/quality/agreement/samples'
import { readMedianMinutes } from '@/lib/quality/progress/queries'
import { pilotOf } from './basis'
import type { PlanBases, PlanRequest, ProjectPlan } from './contract'
import { chancesOf } from './model'
import { planProject } from './plan-project'

/** Some thousand projects are simulated: never small. */
const planApart = calculation('project-plan', planProject, () => Number.POSITIVE_INFINITY)

/** A plan from expectations, for everybody; nothing is stored. Errors: `rule` where no annotators give the expected figure. */
export async function planFromExpectations(request: PlanRequest, signal?: AbortSignal): Promise<ProjectPlan> {
  const chances = chancesOf(request)
  if ('problem' in chances) throw new AppError('rule', chances.problem)
  return planApart({ request, chances }, signal)
}

/** What a project's measures say so far, for everybody who may see its agreement. */
export function getPlanBases(actor: Actor, projectId: string): Promise<PlanBases> {
  return transaction(async (tx) => {
    const { project, stages } = await openFigures(tx, actor, projectId)
    const minutes = await readMedianMinutes(tx, projectId)
    const measures: PlanBases['measures'] = []
    for (const { id, key, stage } of stages) {
      const clusters = await readStageClusters(tx, id)
      for (const measure of stage.measures) {
        const measureClusters = clusters.get(measure.key) ?? { patterns: [], types: [], typeOf: [] }
        measures.push({
          stage: { key, title: stage.title },
          measure: { key: measure.key, title: measure.title, unitOfAnalysis: measure.unitOfAnalysis },
          ...pilotOf(scaleOf(measure), measureClusters),
          minutes: minutes.get(id) ?? null,
        })
      }
    }
    return { project: { id: project.id, name: project.name }, measures }
  })
}
