/** Computes the intervals of a set: reads in short transactions, resamples outside of them in slices of time. */
import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { prisma, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Comparison, Measure, Stage } from '@/lib/protocols/protocol'
import { countDraws } from '@/lib/stats/draws'
import type { SliceKind } from '@/lib/workspace/items/contract'
import {
  blockOfComparison,
  blockOfMeasure,
  blockOfPair,
  blockOfSlice,
  type IntervalBody,
  type IntervalSet,
} from './interval-sets'
import { allMeasureIntervals, type Intervals, intervalsOf, measureIntervals, pairInterval } from './intervals'
import { type MeasureOf, readSlices, readStageClusters } from './ledger/read-patterns'
import { countPairs } from './pair-counts'
import { isReference, keyOfNumber, listReferences, readAllClusters } from './read-clusters'
import { readComparedResponses } from './read-counts'

interface IntervalScope {
  stageId: string
  stage: Stage
  signal: AbortSignal | undefined
}

/** All intervals of the set, of the ledger as it is now. @throws `not_found` where there is no such stage or measure. */
export async function computeIntervals(
  project: { id: string; protocolId: string },
  set: IntervalSet,
  signal?: AbortSignal,
): Promise<IntervalBody> {
  const key = set[0] === 'slices' ? set[2] : set[1]
  const where = { projectId: project.id, key }
  const { id } = found(await prisma().stage.findFirst({ where, select: { id: true } }))
  const scope = { stageId: id, stage: stageByKey(protocolById(project.protocolId), key), signal }
  if (set[0] === 'stage') return ofStage(scope)
  if (set[0] === 'pairs') return ofPairs(scope, measureOf(scope, set[2]))
  return ofSlices(scope, measureOf(scope, set[3]), set[1])
}

const measureOf = ({ stage }: IntervalScope, measure: string): Measure =>
  found(stage.measures.find(({ key }) => key === measure))

const of = ({ stageId }: IntervalScope, { key }: Measure): MeasureOf => ({ stageId, measure: key })

async function ofStage(scope: IntervalScope): Promise<IntervalBody> {
  const body: IntervalBody = {}
  const clusters = await transaction((tx) => readStageClusters(tx, scope.stageId))
  const samples = scope.stage.measures.flatMap((measure) => {
    const own = clusters.get(measure.key)
    return own ? [{ measure, clusters: own }] : []
  })
  const found = await allMeasureIntervals(samples, scope.signal)
  samples.forEach(({ measure }, index) => {
    body[blockOfMeasure(measure.key)] = found[index] ?? {}
  })
  for (const comparison of scope.stage.comparisons ?? [])
    body[blockOfComparison(comparison.key)] = await ofComparison(scope, comparison)
  return body
}

async function ofComparison({ stageId, signal }: IntervalScope, comparison: Comparison): Promise<Intervals> {
  const responses = await transaction((tx) => readComparedResponses(tx, stageId, comparison))
  const sums = new Float64Array(comparison.sums)
  const whole = sums.map((_, index) => responses.reduce((sum, each) => sum + (each[index] ?? 0), 0))
  const figures = comparison.figures.filter(({ form }) => form !== 'count')
  const statistics = Object.fromEntries(figures.map(({ key, of: figure }) => [key, figure]))
  return intervalsOf(countDraws(responses, comparison.sums), { whole, drawn: sums, times: sums }, statistics, signal)
}

async function ofPairs(scope: IntervalScope, measure: Measure): Promise<IntervalBody> {
  const body: IntervalBody = {}
  const { references, clusters } = await transaction(async (tx) => {
    const listed = await listReferences(tx, of(scope, measure))
    return { references: listed, clusters: await readAllClusters(tx, of(scope, measure), listed) }
  })
  const q = measure.categories.length
  for (const { numbers, cellOf } of countPairs(q, clusters, (first) => !isReference(first))) {
    await setImmediate()
    const cohen = await pairInterval(q, clusters, cellOf, scope.signal)
    const [first, second] = numbers.map((number) => keyOfNumber(number, references))
    body[blockOfPair(first ?? '', second ?? '')] = cohen ? { cohen } : {}
  }
  return body
}

async function ofSlices(scope: IntervalScope, measure: Measure, by: SliceKind): Promise<IntervalBody> {
  const body: IntervalBody = {}
  const slices = await transaction((tx) => readSlices(tx, of(scope, measure), by))
  for (const { slice, clusters } of slices) {
    await setImmediate()
    body[blockOfSlice(slice)] = await measureIntervals({ measure, clusters }, scope.signal)
  }
  return body
}
