import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { keptOfOneMoment } from '@/lib/quality/agreement/ledger/kept-figures'
import { readStageClusters } from '@/lib/quality/agreement/ledger/read-counts'
import { readLedger } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { type OpenStage, openFigures } from '@/lib/quality/agreement/open-figures'
import { type Clusters, scaleOf } from '@/lib/quality/agreement/samples'
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
const keptSchema = z.object({ pilots: z.array(pilotSchema) })

/** What a project's measures say so far, for everybody who may see its agreement; kept for as long as the ratings stay. */
export async function getPlanBases(actor: Actor, projectId: string): Promise<PlanBases> {
  const { opened, minutes } = await transaction(async (tx) => {
    const figures = await openFigures(tx, actor, projectId)
    return { opened: figures, minutes: await readMedianMinutes(tx, projectId) }
  })
  const { project, stages, ledger } = opened
  const keptKey = { projectId, key: 'plan bases', version: ledger.version }
  const readNow = async (tx: Tx) => ({
    version: (await readLedger(tx, projectId)).version,
    rows: await readResponses(tx, stages),
  })
  const { pilots } = await keptOfOneMoment(keptKey, keptSchema, readNow, async (responses) => ({
    pilots: await pilotsOf(responses),
  }))
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

/** The responses of a stage, by the keys of its measures. */
interface StageResponses {
  at: OpenStage
  clusters: Map<string, Clusters>
}

async function readResponses(tx: Tx, stages: readonly OpenStage[]): Promise<StageResponses[]> {
  const responses: StageResponses[] = []
  for (const at of stages) responses.push({ at, clusters: await readStageClusters(tx, at.id) })
  return responses
}

async function pilotsOf(responses: readonly StageResponses[]): Promise<KeptPilot[]> {
  const pilots: KeptPilot[] = []
  for (const { at, clusters } of responses)
    for (const measure of at.stage.measures) {
      const measureClusters = clusters.get(measure.key) ?? { patterns: [], types: [], typeOf: [] }
      pilots.push({ stage: at.key, measure: measure.key, ...pilotOf(scaleOf(measure), measureClusters) })
      // A measure of a large project takes its time: others' requests come in between.
      await setImmediate()
    }
  return pilots
}
