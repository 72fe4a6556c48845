/** Computes the intervals of a set: reads in short transactions, resamples outside of them and, where that takes long, of this process. */
import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { notifyProject } from '@/lib/platform/server/live'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Comparison, Measure, Stage } from '@/lib/protocols/protocol'
import {
  type MeasureOf,
  readComparedResponses,
  readSlices,
  readStageClusters,
  type Without,
} from '@/lib/quality/agreement/ledger/read-counts'
import { stepsOfCrossed } from '@/lib/stats/crossed-resamples'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { RESAMPLES } from './contract'
import {
  blockOfComparison,
  blockOfMeasure,
  blockOfPair,
  blockOfSlice,
  costOf,
  type IntervalBody,
  type IntervalSet,
  intervalBodySchema,
  keyOfSet,
} from './interval-sets'
import {
  allMeasureIntervals,
  type Intervals,
  listedComparisonIntervals,
  type PairOfResponses,
  pairIntervals,
} from './intervals'
import { agreementIntervalsJob } from './jobs'
import { findKept, keepFigures } from './ledger/kept-figures'
import { refreshRatings } from './ledger/refresh-ratings'
import { areCompared, keyOfNumber, readRaters } from './pair-sets'
import { countPairs, scaleOf } from './samples'

const stepsOf = (kind: Parameters<typeof costOf>[0], samples: readonly ArrayLike<unknown>[]) =>
  samples.reduce((sum, { length }) => sum + RESAMPLES * costOf(kind, length), 0)

const ofMeasures = calculation(
  'measure-intervals',
  allMeasureIntervals,
  (samples) =>
    stepsOf(
      'measure',
      samples.map(({ clusters }) => clusters.typeOf),
    ) + samples.reduce((sum, { clusters }) => sum + RESAMPLES * stepsOfCrossed(clusters.patterns), 0),
)
const ofManyPairs = calculation('pair-intervals', pairIntervals, ({ responses, pairs }) =>
  stepsOf(
    'pair',
    pairs.map(() => responses.typeOf),
  ),
)
const ofResponses = calculation('comparison-intervals', listedComparisonIntervals, ({ responses }) =>
  stepsOf('comparison', [responses]),
)

interface IntervalScope {
  protocolId: string
  stageId: string
  stage: Stage
  signal: AbortSignal | undefined
  without: Without
}

/** All intervals of the set, of the ledger as it is now; `without`: those of a stage as if these items were not there. @throws `not_found` where there is no such stage or measure. */
export async function computeIntervals(
  project: { id: string; protocolId: string },
  set: IntervalSet,
  signal?: AbortSignal,
  without: Without = [],
): Promise<IntervalBody> {
  const key = set[0] === 'slices' ? set[2] : set[1]
  const where = { projectId: project.id, key }
  const { id } = found(await prisma().stage.findFirst({ where, select: { id: true } }))
  const scope = {
    protocolId: project.protocolId,
    stageId: id,
    stage: stageByKey(protocolById(project.protocolId), key),
    signal,
    without,
  }
  if (set[0] === 'stage') return ofStage(scope)
  if (set[0] === 'pairs') return ofPairs(scope, measureOf(scope, set[2]))
  return ofSlices(scope, measureOf(scope, set[3]), set[1])
}

const measureOf = ({ stage }: IntervalScope, measure: string): Measure =>
  found(stage.measures.find(({ key }) => key === measure))

const of = ({ stageId }: IntervalScope, { key }: Measure): MeasureOf => ({ stageId, measure: key })

async function ofStage(scope: IntervalScope): Promise<IntervalBody> {
  const body: IntervalBody = {}
  const clusters = await transaction((tx) => readStageClusters(tx, scope.stageId, scope.without))
  const samples = scope.stage.measures.flatMap((measure) => {
    const measureClusters = clusters.get(measure.key)
    return measureClusters ? [{ measure, clusters: measureClusters }] : []
  })
  const found = await ofMeasures(
    samples.map(({ measure, clusters: measureClusters }) => ({ measure: scaleOf(measure), clusters: measureClusters })),
    scope.signal,
  )
  samples.forEach(({ measure }, index) => {
    body[blockOfMeasure(measure.key)] = found[index] ?? {}
  })
  for (const comparison of scope.stage.comparisons ?? [])
    body[blockOfComparison(comparison.key)] = await ofComparison(scope, comparison)
  return body
}

async function ofComparison(
  { protocolId, stageId, stage, signal, without }: IntervalScope,
  comparison: Comparison,
): Promise<Intervals> {
  const responses = await transaction((tx) => readComparedResponses(tx, stageId, comparison, without))
  return ofResponses({ protocolId, stage: stage.key, comparison: comparison.key, responses }, signal)
}

/** Draws of a resample that are asked for at once: about a second, between which what is quick gets its turn. */
const AT_ONCE = 300_000

async function ofPairs(scope: IntervalScope, measure: Measure): Promise<IntervalBody> {
  const body: IntervalBody = {}
  const { references, clusters } = await transaction((tx) => readRaters(tx, of(scope, measure)))
  const q = measure.categories.length
  const listed = countPairs(q, clusters, areCompared)
  const { types, typeOf } = clusters
  const most = Math.max(1, Math.floor(AT_ONCE / costOf('pair', typeOf.length)))
  for (let start = 0; start < listed.length; start += most) {
    const some = listed.slice(start, start + most)
    const pairs = some.map(({ cellOf }): PairOfResponses => ({ q, cellOf }))
    const intervals = await ofManyPairs({ responses: { types, typeOf }, pairs }, scope.signal)
    some.forEach(({ numbers: [first, second] }, index) => {
      const cohen = intervals[index]
      const block = blockOfPair(keyOfNumber(first, references), keyOfNumber(second, references))
      body[block] = cohen ? { cohen } : {}
    })
  }
  return body
}

async function ofSlices(scope: IntervalScope, measure: Measure, by: SliceKind): Promise<IntervalBody> {
  const body: IntervalBody = {}
  const slices = await transaction((tx) => readSlices(tx, of(scope, measure), by))
  for (const { slice, clusters } of slices) {
    const [intervals] = await ofMeasures([{ measure: scaleOf(measure), clusters }], scope.signal)
    body[blockOfSlice(slice)] = intervals ?? {}
  }
  return body
}

/** The worker's handler: whoever watches the project hears when the intervals are there. Safe to run twice. */
export const agreementIntervalsHandler = handleJob(agreementIntervalsJob, async ({ projectId, set }, { signal }) => {
  const where = { id: projectId }
  const project = await prisma().project.findUnique({ where, select: { id: true, protocolId: true } })
  if (!project) return
  const { version } = await transaction((tx) => refreshRatings(tx, project))
  const keptKey = { projectId, key: keyOfSet(set), version }
  if (await findKept(keptKey, intervalBodySchema)) return
  await keepFigures(keptKey, await computeIntervals(project, set, signal))
  notifyProject(projectId)
})
