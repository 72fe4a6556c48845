/** Agreement of a project: counted from the ledger, which holds frozen, independent answers of revealed tasks only. */
import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Comparison, Measure } from '@/lib/protocols/protocol'
import type { MeasureDetail, Slices } from '@/lib/quality/agreement/detail/contract'
import {
  type ComparisonCounts,
  readComparison,
  readCoverage,
  readSliceCounts,
  readStageCounts,
  type StageCoverage,
  type Without,
} from '@/lib/quality/agreement/ledger/read-counts'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { computeIntervals } from './compute-intervals'
import {
  type Agreement,
  type ComparisonView,
  type getAgreementEndpoint,
  type MeasureHead,
  type RaterView,
  type StageAgreement,
  THRESHOLDS,
} from './contract'
import { readEarlierVersions } from './earlier-versions'
import { type Counts, figuresOf, presentEstimate, presentPair } from './figures'
import { type FoundIntervals, findIntervals, type WantedSet } from './find-intervals'
import {
  blockOfComparison,
  blockOfMeasure,
  blockOfPair,
  blockOfSlice,
  costOf,
  type IntervalBody,
} from './interval-sets'
import { type OpenFigures, type OpenStage, openFigures, presentAnnotator } from './open-figures'
import { type MeasureKeys, openMeasure } from './open-measure'
import { findPairs, type PairSet } from './pair-sets'
import { RULES, sliceTitle } from './rules'

// For exports, which give the same ratings of the same people.
export { isSettled, listAnnotators } from '@/lib/quality/agreement/ledger/number-annotators'
// For figures about gold that take a while: kept with the version of what they were made from.
export { findKept, type KeptKey, keepFigures } from './ledger/kept-figures'
export { rateAnnotations } from './ledger/rate-annotations'
// For scores by how far annotators agreed, which read the ledger once it is up to date.
export { rateTasks } from './ledger/rate-tasks'
export { unmeasuredSql } from './ledger/unmeasured'

type Query = z.output<NonNullable<typeof getAgreementEndpoint.query>>

interface StageData {
  at: OpenStage
  coverage: StageCoverage | undefined
  counts: Map<string, Counts>
  comparisons: Map<string, ComparisonCounts>
}

/** Agreement for managers, reviewers and viewers: every stage and measure over all annotators. */
export function getAgreement(actor: Actor, projectId: string, query: Query): Promise<Agreement> {
  return readAgreement(actor, projectId, [], async (opened, wanted) => {
    const { intervals: mode, method } = query
    return findIntervals(opened, wanted, { mode, method })
  })
}

/** The same as if the items at these positions were not in the project, with every interval; nothing of it is kept. */
export function getAgreementWithout(
  actor: Actor,
  projectId: string,
  without: Without,
  signal?: AbortSignal,
): Promise<Agreement> {
  return readAgreement(actor, projectId, without, async ({ project }, wanted) => {
    const bodies: IntervalBody[] = []
    for (const { set } of wanted) {
      bodies.push(await computeIntervals(project, set, signal, without))
    }
    return { state: 'complete', bodies }
  })
}

async function readAgreement(
  actor: Actor,
  projectId: string,
  without: Without,
  intervalsOf: (opened: OpenFigures, wanted: WantedSet[]) => Promise<FoundIntervals>,
): Promise<Agreement> {
  const { opened, stages, earlier } = await transaction(async (tx) => {
    const data = await readData(tx, actor, projectId, without)
    return { ...data, earlier: await readEarlierVersions(tx, data.opened.project) }
  })
  const { project, protocol, ledger, named, showsItems, annotators } = opened
  const intervals = await intervalsOf(opened, stages.map(wantedOf))
  const present = new Set(
    stages.flatMap(({ counts }) => [...counts.values()].flatMap(({ patterns }) => patterns.flatMap((p) => p.raters))),
  )
  return {
    project: { id: project.id, name: project.name, protocol: protocol.title },
    rules: RULES,
    thresholds: [...THRESHOLDS],
    version: ledger.version,
    showsItems,
    earlier,
    intervals: intervals.state,
    raters: annotators
      .filter(({ number }) => present.has(number))
      .map((annotator) => presentAnnotator(annotator, named)),
    stages: stages.map((stage, index) => presentStage(opened, stage, intervals.bodies[index] ?? {})),
  }
}

async function readData(tx: Tx, actor: Actor, projectId: string, without: Without) {
  const opened = await openFigures(tx, actor, projectId)
  const coverage = await readCoverage(tx, projectId, without)
  const stages: StageData[] = []
  for (const openStage of opened.stages) {
    const comparisons = new Map<string, ComparisonCounts>()
    for (const comparison of openStage.stage.comparisons ?? [])
      comparisons.set(comparison.key, await readComparison(tx, openStage.id, comparison, without))
    stages.push({
      at: openStage,
      comparisons,
      coverage: coverage.find(({ stageId }) => stageId === openStage.id),
      counts: await readStageCounts(tx, openStage.id, without),
    })
  }
  return { opened, stages }
}

const NOTHING: Counts = { patterns: [], responses: 0, responsesWithTwo: 0 }

function wantedOf({ at, counts, comparisons }: StageData): WantedSet {
  return {
    set: ['stage', at.key],
    costs: [
      ...[...counts.values()].map(({ responses }) => costOf('measure', responses)),
      ...[...comparisons.values()].map(({ responses }) => costOf('comparison', responses)),
    ],
  }
}

function presentStage(opened: OpenFigures, data: StageData, intervals: IntervalBody): StageAgreement {
  const { at, coverage, counts, comparisons } = data
  return {
    key: at.key,
    title: at.stage.title,
    tasks: {
      counted: coverage?.counted ?? 0,
      singleRated: coverage?.singleRated ?? 0,
      withoutAnnotation: coverage?.withoutAnnotation ?? 0,
      discarded: coverage?.discarded ?? 0,
      inProgress: opened.isManager ? (coverage?.inProgress ?? 0) : null,
      awaited: opened.ledger.awaited[at.id] ?? 0,
    },
    notIndependent: coverage?.notIndependent ?? 0,
    chosen: at.chosen,
    measures: at.stage.measures.map((measure) => ({
      ...presentMeasure(measure),
      all: figuresOf(measure, counts.get(measure.key) ?? NOTHING, intervals[blockOfMeasure(measure.key)]),
    })),
    comparisons: (at.stage.comparisons ?? []).map((comparison) =>
      presentComparison(comparison, comparisons.get(comparison.key), intervals[blockOfComparison(comparison.key)]),
    ),
  }
}

/** What a measure is, without its figures. */
function presentMeasure({ key, title, unitOfAnalysis, level, categories, distances }: Measure): MeasureHead {
  return {
    key,
    title,
    unitOfAnalysis,
    level,
    categories: [...categories],
    distances: distances?.map((row) => [...row]) ?? null,
  }
}

function presentComparison(
  comparison: Comparison,
  counts: ComparisonCounts = { units: 0, pairs: 0, responses: 0, sums: Array<number>(comparison.sums).fill(0) },
  intervals: IntervalBody[string] = {},
): ComparisonView {
  const { units, pairs, responses, sums } = counts
  return {
    key: comparison.key,
    title: comparison.title,
    unitOfAnalysis: comparison.unitOfAnalysis,
    units,
    pairs,
    responses,
    figures: comparison.figures.map(({ key, title, form, of }) => {
      // Plain numbers are told of however few units.
      const about = { n: form === 'count' ? 0 : units, only: null }
      return { key, title, form, estimate: presentEstimate('figure', of(sums), about, intervals[key]) }
    }),
  }
}

/** One measure over all annotators and for every two raters; models and gold apart. */
export async function getMeasure(actor: Actor, projectId: string, keys: MeasureKeys): Promise<MeasureDetail> {
  const { opened, at, measure, counts, runs } = await transaction(async (tx) => {
    const openedMeasure = await openMeasure(tx, actor, projectId, keys)
    return {
      ...openedMeasure,
      counts: await readStageCounts(tx, openedMeasure.at.id),
      runs: await readRuns(tx, projectId),
    }
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
    { mode: 'when_quick' },
  )
  const [ofStage, ofPairs] = intervals.bodies
  const present = (isReference: boolean) =>
    pairs.pairs
      .filter((pair) => pair.isReference === isReference)
      .map((pair) => presentPair(measure, pair, ofPairs?.[blockOfPair(pair.first, pair.second)]?.cohen))
  const counted = counts.get(measure.key) ?? NOTHING
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
    const openedMeasure = await openMeasure(tx, actor, projectId, keys)
    // A manager may give a tag to one item alone, and viewers see whose it is: they would learn how it was answered.
    if (by === 'tag' && !openedMeasure.opened.showsItems)
      throw new AppError('forbidden', 'Figures by tag are for managers and reviewers.')
    return {
      ...openedMeasure,
      counts: await readSliceCounts(tx, { stageId: openedMeasure.at.id, measure: keys.measure }, by),
    }
  })
  const costs = counts.map(({ responses }) => costOf('measure', responses))
  const wanted = { set: ['slices', by, at.key, measure.key] as const, costs }
  const intervals = await findIntervals(opened, [wanted], { mode: 'when_quick' })
  const body: IntervalBody = intervals.bodies[0] ?? {}
  const slices = counts.map((sliceCounts) => ({
    value: sliceCounts.value,
    title: sliceTitle(by, sliceCounts.value, opened.protocol.domains),
    figures: figuresOf(measure, sliceCounts, body[blockOfSlice(sliceCounts.value)]),
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
        return { key, kind: 'model', name: run?.name ?? 'A run that was removed', userId: null }
      }),
  ]
}
