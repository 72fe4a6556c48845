import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import type { Measure } from '@/lib/protocols/protocol'
import { readSliceCounts, readStageCounts } from '@/lib/quality/agreement/ledger/read-counts'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { type RaterView, THRESHOLDS } from './contract'
import type { MeasureDetail, Slices } from './detail/contract'
import { figuresOf, presentPair } from './figures'
import { findIntervals } from './find-intervals'
import { presentMeasure } from './get-agreement'
import { blockOfMeasure, blockOfPair, blockOfSlice, costOf, type IntervalBody } from './interval-sets'
import { type OpenFigures, type OpenStage, openFigures, presentAnnotator } from './open-figures'
import { findPairs, type PairSet } from './pair-sets'
import { sliceTitle } from './rules'

/** A measure of a stage, by their keys. */
export interface MeasureKeys {
  stage: string
  measure: string
}

interface Opened {
  opened: OpenFigures
  at: OpenStage
  measure: Measure
}

/** One measure over all annotators and for every two raters; models and gold apart. */
export async function getMeasure(actor: Actor, projectId: string, keys: MeasureKeys): Promise<MeasureDetail> {
  const { opened, at, measure, counts, runs } = await transaction(async (tx) => {
    const own = await openMeasure(tx, actor, projectId, keys)
    return { ...own, counts: await readStageCounts(tx, own.at.id), runs: await readRuns(tx, projectId) }
  })
  const { ledger, showsItems } = opened
  const pairs = await findPairs(opened, at, measure)
  const intervals = await findIntervals(
    opened,
    [
      {
        set: ['stage', at.key],
        costs: [...counts.values()].map(({ responses }) => costOf('measure', responses)),
      },
      {
        set: ['pairs', at.key, measure.key],
        costs: pairs.pairs.map(({ responses }) => costOf('pair', responses)),
      },
    ],
    'when_quick',
  )
  const [ofStage, ofPairs] = intervals.bodies
  const present = (isReference: boolean) =>
    pairs.pairs
      .filter((pair) => pair.isReference === isReference)
      .map((pair) => presentPair(measure, pair, ofPairs?.[blockOfPair(pair.first, pair.second)]?.cohen))
  const counted = counts.get(measure.key) ?? { patterns: [], responses: 0 }
  return {
    version: ledger.version,
    intervals: intervals.state,
    showsItems,
    thresholds: [...THRESHOLDS],
    stage: { key: at.key, title: at.stage.title },
    measure: {
      ...presentMeasure(measure),
      all: figuresOf(measure, counted, ofStage?.[blockOfMeasure(measure.key)]),
    },
    raters: presentRaters(opened, new Set(counted.patterns.flatMap(({ raters }) => [...raters])), pairs, runs),
    pairs: present(false),
    references: present(true),
  }
}

/** One measure by what its units are told apart by. */
export async function getSlices(
  actor: Actor,
  projectId: string,
  keys: MeasureKeys,
  { by }: { by: SliceKind },
): Promise<Slices> {
  const { opened, at, measure, counts } = await transaction(async (tx) => {
    const own = await openMeasure(tx, actor, projectId, keys)
    return { ...own, counts: await readSliceCounts(tx, { stageId: own.at.id, measure: keys.measure }, by) }
  })
  const costs = counts.map(({ responses }) => costOf('measure', responses))
  const wanted = { set: ['slices', by, at.key, measure.key] as const, costs }
  const intervals = await findIntervals(opened, [wanted], 'when_quick')
  const body: IntervalBody = intervals.bodies[0] ?? {}
  const slices = counts.map((own) => ({
    value: own.value,
    title: sliceTitle(by, own.value, opened.protocol.domains),
    figures: figuresOf(measure, own, body[blockOfSlice(own.value)]),
  }))
  const { version } = opened.ledger
  return { version, intervals: intervals.state, by, slices, meanOfSlices: meanOf(slices) }
}

function meanOf(slices: Slices['slices']): Slices['meanOfSlices'] {
  const percents = slices.flatMap(({ value, figures }) =>
    value === null || figures.percent.value === null ? [] : [figures.percent.value],
  )
  const total = percents.reduce((sum, percent) => sum + percent, 0)
  return { percent: percents.length === 0 ? null : total / percents.length, slices: percents.length }
}

/** The figures of a project with one of its measures; `not_found` where there is no such. */
export async function openMeasure(tx: Tx, actor: Actor, projectId: string, keys: MeasureKeys): Promise<Opened> {
  const opened = await openFigures(tx, actor, projectId)
  const at = found(
    opened.stages.find(({ key }) => key === keys.stage),
    'There is no such stage.',
  )
  const measure = found(
    at.stage.measures.find(({ key }) => key === keys.measure),
    'There is no such measure.',
  )
  return { opened, at, measure }
}

function readRuns(tx: Tx, projectId: string): Promise<{ id: string; name: string }[]> {
  return tx.run.findMany({ where: { projectId }, select: { id: true, name: true } })
}

function presentRaters(
  { annotators, named }: OpenFigures,
  present: ReadonlySet<number>,
  { references, pairs }: PairSet,
  runs: readonly { id: string; name: string }[],
): RaterView[] {
  const met = new Set(pairs.map(({ second }) => second))
  return [
    ...annotators.filter(({ number }) => present.has(number)).map((annotator) => presentAnnotator(annotator, named)),
    ...references
      .filter((key) => met.has(key))
      .map((key): RaterView => {
        if (key === 'gold') return { key, kind: 'gold', name: 'Gold', userId: null }
        const run = runs.find(({ id }) => key === `run:${id}`)
        return { key, kind: 'model', name: run?.name ?? 'A run that is gone', userId: null }
      }),
  ]
}
