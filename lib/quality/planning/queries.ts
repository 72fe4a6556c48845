import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { keptFigures } from '@/lib/quality/agreement/ledger/kept-figures'
import { readStageClusters } from '@/lib/quality/agreement/ledger/read-counts'
import { type OpenStage, openFigures } from '@/lib/quality/agreement/open-figures'
import { scaleOf } from '@/lib/quality/agreement/samples'
import { readMedianMinutes } from '@/lib/quality/progress/queries'
import { pilotOf } from './basis'
import { basisSchema, type PlanBases, type PlanRequest, type ProjectPlan } from './contract'
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

const pilotSchema = basisSchema
  .omit({ stage: true, measure: true, minutes: true })
  .extend({ stage: z.string(), measure: z.string() })
type KeptPilot = z.infer<typeof pilotSchema>

/** What a project's measures say so far, for everybody who may see its agreement; kept for as long as the ratings stay. */
export async function getPlanBases(actor: Actor, projectId: string): Promise<PlanBases> {
  const { opened, minutes } = await transaction(async (tx) => {
    const figures = await openFigures(tx, actor, projectId)
    return { opened: figures, minutes: await readMedianMinutes(tx, projectId) }
  })
  const { project, stages, ledger } = opened
  const keptKey = { projectId, key: 'plan bases', version: ledger.version }
  const compute = async () => ({ pilots: await readPilots(stages) })
  const { pilots } = await keptFigures(keptKey, z.object({ pilots: z.array(pilotSchema) }), compute)
  const measures = stages.flatMap(({ id, key, stage }) =>
    stage.measures.flatMap(({ key: measure, title, unitOfAnalysis }) => {
      const pilot = pilots.find((each) => each.stage === key && each.measure === measure)
      if (!pilot) return []
      const names = { stage: { key, title: stage.title }, measure: { key: measure, title, unitOfAnalysis } }
      return [{ ...pilot, ...names, minutes: minutes.get(id) ?? null }]
    }),
  )
  return { project: { id: project.id, name: project.name }, measures }
}

async function readPilots(stages: readonly OpenStage[]): Promise<KeptPilot[]> {
  const pilots: KeptPilot[] = []
  for (const { id, key, stage } of stages) {
    const clusters = await transaction((tx) => readStageClusters(tx, id))
    for (const measure of stage.measures) {
      const measureClusters = clusters.get(measure.key) ?? { patterns: [], types: [], typeOf: [] }
      pilots.push({ stage: key, measure: measure.key, ...pilotOf(scaleOf(measure), measureClusters) })
      // A measure of a large project takes its time: others' requests come in between.
      await setImmediate()
    }
  }
  return pilots
}
