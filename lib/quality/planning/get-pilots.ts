/** What the measures of a project say so far, from all of their responses. */
import 'server-only'
import { z } from 'zod'
import { calculation } from '@/lib/platform/foreign/calculate'
import { atOneMoment } from '@/lib/platform/server/db'
import {
  type FiguresOfMoment,
  findFigures,
  momentOf,
  momentShape,
} from '@/lib/quality/agreement/ledger/figures-of-moment'
import { findLastKept, keepFigures, readMoment } from '@/lib/quality/agreement/ledger/kept-figures'
import { leaveToWorker, QUICK_ANNOTATIONS } from '@/lib/quality/agreement/ledger/leave-to-worker'
import { readStageClusters } from '@/lib/quality/agreement/ledger/read-counts'
import { readLedger } from '@/lib/quality/agreement/ledger/refresh-ratings'
import type { OpenFigures, OpenStage } from '@/lib/quality/agreement/open-figures'
import { type Clusters, scaleOf } from '@/lib/quality/agreement/samples'
import { pilotOf, stepsOfPilot } from './basis'
import { basisSchema } from './contract'
import { pilotsJob } from './jobs'

const pilotApart = calculation('plan-pilot', pilotOf, stepsOfPilot)

const pilotsSchema = z.object({
  pilots: z.array(
    basisSchema.omit({ stage: true, measure: true, minutes: true }).extend({ stage: z.string(), measure: z.string() }),
  ),
  ...momentShape,
})
export type Pilots = z.infer<typeof pilotsSchema>

type PilotStage = Pick<OpenStage, 'id' | 'key' | 'stage'>

const keyOf = (projectId: string) => ({ projectId, key: 'plan bases' })

/** Of a project with more than `quick` annotations a worker computes them. */
export async function findPilots(
  { project, stages, ledger }: OpenFigures,
  quick = QUICK_ANNOTATIONS,
): Promise<FiguresOfMoment<Pilots>> {
  const found = await findFigures(keyOf(project.id), pilotsSchema, ledger, {
    isQuick: ledger.annotations <= quick,
    compute: () => computePilots(project.id, stages),
  })
  if (found.figures.state !== 'current') {
    const jobKey = `plan of ${project.id}`
    await leaveToWorker(pilotsJob, { projectId: project.id }, { jobKey, ledger, lastAt: found.figures.at })
  }
  return found
}

/**
 * Computes them of what is read at one moment, unless they are kept of its version. null, and nothing is kept, where a task that was sent back
 * or discarded is in the ledger still.
 */
export async function computePilots(projectId: string, stages: readonly PilotStage[]): Promise<Pilots | null> {
  const key = keyOf(projectId)
  const read = await atOneMoment(async (tx) => {
    const readAt = await readMoment(tx)
    const ledger = await readLedger(tx, projectId)
    if (ledger.gone > 0) return { kept: null }
    const last = await findLastKept(key, pilotsSchema, tx)
    if (last?.version === ledger.version) return { kept: last.body }
    const responses = new Map<string, Map<string, Clusters>>()
    for (const { id } of stages) responses.set(id, await readStageClusters(tx, id))
    return { version: ledger.version, readAt, responses, moment: momentOf(ledger.counted, ledger, readAt) }
  })
  if (read.kept !== undefined) return read.kept
  const { version, readAt, responses, moment } = read
  const pilots: Pilots['pilots'] = []
  for (const { id, key: stage, stage: protocolStage } of stages)
    for (const measure of protocolStage.measures) {
      const clusters = responses.get(id)?.get(measure.key) ?? { patterns: [], types: [], typeOf: [] }
      const pilot = await pilotApart({ scale: scaleOf(measure), clusters })
      pilots.push({ stage, measure: measure.key, ...pilot })
    }
  await keepFigures({ ...key, version, readAt }, { pilots, ...moment })
  return { pilots, ...moment }
}
