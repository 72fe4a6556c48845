import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { openFigures } from '@/lib/quality/agreement/open-figures'
import { readMedianMinutes } from '@/lib/quality/progress/queries'
import type { PlanBases, PlanRequest, ProjectPlan } from './contract'
import { findPilots } from './get-pilots'
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

interface Limits {
  /** Up to so many annotations are looked at while somebody waits. */
  quick?: number
}

/** What a project's measures say so far, for everybody who may see its agreement; kept for as long as the ratings stay. */
export async function getPlanBases(actor: Actor, projectId: string, { quick }: Limits = {}): Promise<PlanBases> {
  const { opened, minutes } = await transaction(async (tx) => {
    const read = await openFigures(tx, actor, projectId)
    return { opened: read, minutes: await readMedianMinutes(tx, projectId) }
  })
  const { project, stages } = opened
  const { figures, body } = await findPilots(opened, quick)
  const measures = stages.flatMap(({ id, key, stage }) =>
    stage.measures.flatMap(({ key: measure, title, unitOfAnalysis }) => {
      const pilot = body?.pilots.find((each) => each.stage === key && each.measure === measure)
      if (!pilot) return []
      const names = { stage: { key, title: stage.title }, measure: { key: measure, title, unitOfAnalysis } }
      return [{ ...pilot, ...names, minutes: minutes.get(id) ?? null }]
    }),
  )
  return { project: { id: project.id, name: project.name }, figures, measures }
}
