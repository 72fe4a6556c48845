/** Computes the intervals of a set: reads at one moment, resamples outside of the transaction and, where that takes long, of this process. */
import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { atOneMoment, prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { notifyProject } from '@/lib/platform/server/live'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Measure, Stage } from '@/lib/protocols/protocol'
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
import { allMeasureIntervals, listedComparisonIntervals, type PairOfResponses, pairIntervals } from './intervals'
import { agreementIntervalsJob } from './jobs'
import { keptOfOneMoment } from './ledger/kept-figures'
import { readLedger, refreshRatings } from './ledger/refresh-ratings'
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
  without: Without
}

interface Asked {
  id: string
  protocolId: string
}

/** Computes the intervals of what was read; the signal ends it. */
type Compute = (signal?: AbortSignal) => Promise<IntervalBody>

/**
 * Reads what the intervals of a set are computed from, of the ledger as the transaction sees it; `without`: those of a stage as if these items
 * were not there. @throws `not_found` where there is no such stage or measure.
 */
async function readSet(tx: Tx, project: Asked, set: IntervalSet, without: Without = []): Promise<Compute> {
  const key = set[0] === 'slices' ? set[2] : set[1]
  const where = { projectId: project.id, key }
  const { id } = found(await tx.stage.findFirst({ where, select: { id: true } }))
  const stage = stageByKey(protocolById(project.protocolId), key)
  const scope = { protocolId: project.protocolId, stageId: id, stage, without }
  if (set[0] === 'stage') return readStage(tx, scope)
  if (set[0] === 'pairs') return readPairs(tx, scope, measureOf(scope, set[2]))
  return readMeasureSlices(tx, scope, measureOf(scope, set[3]), set[1])
}

/** All intervals of the set, of the ledger as it is now. @throws as `readSet` does. */
export async function computeIntervals(
  project: Asked,
  set: IntervalSet,
  signal?: AbortSignal,
  without: Without = [],
): Promise<IntervalBody> {
  const compute = await atOneMoment((tx) => readSet(tx, project, set, without))
  return compute(signal)
}

/** Those kept of this version of the ledger; else computed of the ledger as it is now, and kept under its version. */
export async function keptIntervals(
  project: Asked,
  { set, version }: { set: IntervalSet; version: string },
  signal?: AbortSignal,
): Promise<IntervalBody> {
  const keptKey = { projectId: project.id, key: keyOfSet(set), version }
  const read = async (tx: Tx) => {
    const { version: versionNow } = await readLedger(tx, project.id)
    return { version: versionNow, rows: await readSet(tx, project, set) }
  }
  const { body } = await keptOfOneMoment(keptKey, intervalBodySchema, read, (compute) => compute(signal))
  return body
}

const measureOf = ({ stage }: IntervalScope, measure: string): Measure =>
  found(stage.measures.find(({ key }) => key === measure))

const of = ({ stageId }: IntervalScope, { key }: Measure): MeasureOf => ({ stageId, measure: key })

async function readStage(tx: Tx, { protocolId, stageId, stage, without }: IntervalScope): Promise<Compute> {
  const clusters = await readStageClusters(tx, stageId, without)
  const samples = stage.measures.flatMap((measure) => {
    const measureClusters = clusters.get(measure.key)
    return measureClusters ? [{ measure, clusters: measureClusters }] : []
  })
  const compared: { key: string; responses: Awaited<ReturnType<typeof readComparedResponses>> }[] = []
  for (const comparison of stage.comparisons ?? []) {
    const responses = await readComparedResponses(tx, stageId, comparison, without)
    compared.push({ key: comparison.key, responses })
  }
  return async (signal) => {
    const body: IntervalBody = {}
    const intervals = await ofMeasures(
      samples.map(({ measure, clusters: ofMeasure }) => ({ measure: scaleOf(measure), clusters: ofMeasure })),
      signal,
    )
    samples.forEach(({ measure }, index) => {
      body[blockOfMeasure(measure.key)] = intervals[index] ?? {}
    })
    for (const { key, responses } of compared)
      body[blockOfComparison(key)] = await ofResponses(
        { protocolId, stage: stage.key, comparison: key, responses },
        signal,
      )
    return body
  }
}

/** Draws of a resample that are asked for at once: about a second, between which what is quick gets its turn. */
const AT_ONCE = 300_000

async function readPairs(tx: Tx, scope: IntervalScope, measure: Measure): Promise<Compute> {
  const { references, clusters } = await readRaters(tx, of(scope, measure))
  const { types, typeOf } = clusters
  return async (signal) => {
    const body: IntervalBody = {}
    const q = measure.categories.length
    const listed = countPairs(q, clusters, areCompared)
    const most = Math.max(1, Math.floor(AT_ONCE / costOf('pair', typeOf.length)))
    for (let start = 0; start < listed.length; start += most) {
      const some = listed.slice(start, start + most)
      const pairs = some.map(({ cellOf }): PairOfResponses => ({ q, cellOf }))
      const intervals = await ofManyPairs({ responses: { types, typeOf }, pairs }, signal)
      some.forEach(({ numbers: [first, second] }, index) => {
        const cohen = intervals[index]
        const block = blockOfPair(keyOfNumber(first, references), keyOfNumber(second, references))
        body[block] = cohen ? { cohen } : {}
      })
    }
    return body
  }
}

async function readMeasureSlices(tx: Tx, scope: IntervalScope, measure: Measure, by: SliceKind): Promise<Compute> {
  const slices = await readSlices(tx, of(scope, measure), by)
  return async (signal) => {
    const body: IntervalBody = {}
    for (const { slice, clusters } of slices) {
      const [intervals] = await ofMeasures([{ measure: scaleOf(measure), clusters }], signal)
      body[blockOfSlice(slice)] = intervals ?? {}
    }
    return body
  }
}

/** The worker's handler: whoever watches the project hears when the intervals are there. Safe to run twice. */
export const agreementIntervalsHandler = handleJob(agreementIntervalsJob, async ({ projectId, set }, { signal }) => {
  const where = { id: projectId }
  const project = await prisma().project.findUnique({ where, select: { id: true, protocolId: true } })
  if (!project) return
  const { version } = await transaction((tx) => refreshRatings(tx, project))
  await keptIntervals(project, { set, version }, signal)
  notifyProject(projectId)
})
