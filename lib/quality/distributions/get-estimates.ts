/** What is made of all responses of a measure, whichever of its units somebody looks at. */
import 'server-only'
import { z } from 'zod'
import { atOneMoment } from '@/lib/platform/server/db'
import type { Measure } from '@/lib/protocols/protocol'
import {
  type FiguresOfMoment,
  findFigures,
  momentOf,
  momentShape,
} from '@/lib/quality/agreement/ledger/figures-of-moment'
import { findLastKept, keepFigures, readMoment } from '@/lib/quality/agreement/ledger/kept-figures'
import { leaveToWorker, QUICK_ANNOTATIONS } from '@/lib/quality/agreement/ledger/leave-to-worker'
import { readLedger } from '@/lib/quality/agreement/ledger/refresh-ratings'
import type { OpenMeasure } from '@/lib/quality/agreement/open-measure'
import { ceilingSchema, getCeiling } from './get-ceiling'
import { getPosteriors, posteriorsSchema } from './get-posteriors'
import { estimatesJob } from './jobs'
import { readRated } from './read-rated'

const estimatesSchema = z.object({
  patterns: z.array(
    z.object({ raters: z.array(z.number()).readonly(), codes: z.array(z.number()).readonly(), units: z.number() }),
  ),
  /** In the order of the patterns. */
  posteriors: posteriorsSchema,
  ceiling: ceilingSchema,
  ...momentShape,
})
export type Estimates = z.infer<typeof estimatesSchema>

export interface EstimatedMeasure {
  projectId: string
  at: { id: string; key: string }
  measure: Measure
}

const keyOf = ({ projectId, at, measure }: EstimatedMeasure) => ({
  projectId,
  key: `distributions ${JSON.stringify([at.key, measure.key])}`,
})

/** Of a project with more than `quick` annotations a worker computes them. */
export async function findEstimates(
  { opened: { project, ledger }, at, measure }: OpenMeasure,
  quick = QUICK_ANNOTATIONS,
): Promise<FiguresOfMoment<Estimates>> {
  const of = { projectId: project.id, at, measure }
  const isQuick = ledger.annotations <= quick
  const found = await findFigures(keyOf(of), estimatesSchema, ledger, { isQuick, compute: () => computeEstimates(of) })
  if (found.figures.state !== 'current') {
    const payload = { projectId: project.id, stage: at.key, measure: measure.key }
    const jobKey = `distributions of ${project.id} ${JSON.stringify([at.key, measure.key])}`
    await leaveToWorker(estimatesJob, payload, { jobKey, ledger, lastAt: found.figures.at })
  }
  return found
}

/**
 * Computes them of what is read at one moment, unless they are kept of its version. null, and nothing is kept, where a task that was sent back
 * or discarded is in the ledger still.
 */
export async function computeEstimates(of: EstimatedMeasure): Promise<Estimates | null> {
  const { projectId, at, measure } = of
  const ratings = { stageId: at.id, measure: measure.key }
  const key = keyOf(of)
  const read = await atOneMoment(async (tx) => {
    const readAt = await readMoment(tx)
    const ledger = await readLedger(tx, projectId)
    if (ledger.gone > 0) return { kept: null }
    const last = await findLastKept(key, estimatesSchema, tx)
    if (last?.version === ledger.version) return { kept: last.body }
    const rated = await readRated(tx, ratings)
    return {
      ...rated,
      version: ledger.version,
      readAt,
      moment: momentOf(rated.responses.typeOf.length, ledger, readAt),
    }
  })
  if (read.kept !== undefined) return read.kept
  const { version, readAt, patterns, responses, moment } = read
  const rated = { projectId, version, readAt, stage: at.key }
  const posteriors = await getPosteriors(rated, measure, patterns)
  const estimates = { patterns, posteriors, ceiling: await getCeiling(rated, measure, responses), ...moment }
  await keepFigures({ ...key, version, readAt }, estimates)
  return estimates
}
