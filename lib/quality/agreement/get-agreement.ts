import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { Comparison, Measure } from '@/lib/protocols/protocol'
import {
  type ComparisonCounts,
  readComparison,
  readCoverage,
  readStageCounts,
  type StageCoverage,
} from '@/lib/quality/agreement/ledger/read-counts'
import {
  type Agreement,
  type ComparisonView,
  type getAgreementEndpoint,
  type MeasureHead,
  type StageAgreement,
  THRESHOLDS,
} from './contract'
import { type Counts, figuresOf, presentEstimate } from './figures'
import { findIntervals } from './find-intervals'
import { blockOfComparison, blockOfMeasure, costOf, type IntervalBody } from './interval-sets'
import { type OpenFigures, type OpenStage, openFigures, presentAnnotator } from './open-figures'
import { RULES } from './rules'

type Query = z.output<NonNullable<typeof getAgreementEndpoint.query>>

interface StageData {
  at: OpenStage
  coverage: StageCoverage | undefined
  counts: Map<string, Counts>
  comparisons: Map<string, ComparisonCounts>
}

/** Agreement for managers, reviewers and viewers: every stage and measure over all annotators. */
export async function getAgreement(actor: Actor, projectId: string, query: Query): Promise<Agreement> {
  const { opened, stages } = await transaction((tx) => readData(tx, actor, projectId))
  const { project, protocol, ledger, named, showsItems, annotators } = opened
  const intervals = await findIntervals(opened, stages.map(wantedOf), query.intervals)
  const present = new Set(
    stages.flatMap(({ counts }) => [...counts.values()].flatMap(({ patterns }) => patterns.flatMap((p) => p.raters))),
  )
  return {
    project: { id: project.id, name: project.name, protocol: protocol.title },
    rules: RULES,
    thresholds: [...THRESHOLDS],
    version: ledger.version,
    showsItems,
    intervals: intervals.state,
    raters: annotators
      .filter(({ number }) => present.has(number))
      .map((annotator) => presentAnnotator(annotator, named)),
    stages: stages.map((stage, index) => presentStage(opened, stage, intervals.bodies[index] ?? {})),
  }
}

async function readData(tx: Tx, actor: Actor, projectId: string) {
  const opened = await openFigures(tx, actor, projectId)
  const coverage = await readCoverage(tx, projectId)
  const stages: StageData[] = []
  for (const at of opened.stages) {
    const comparisons = new Map<string, ComparisonCounts>()
    for (const comparison of at.stage.comparisons ?? [])
      comparisons.set(comparison.key, await readComparison(tx, at.id, comparison))
    stages.push({
      at,
      comparisons,
      coverage: coverage.find(({ stageId }) => stageId === at.id),
      counts: await readStageCounts(tx, at.id),
    })
  }
  return { opened, stages }
}

const NOTHING: Counts = { patterns: [], responses: 0 }

function wantedOf({ at, counts, comparisons }: StageData) {
  return {
    set: ['stage', at.key] as const,
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
export function presentMeasure({ key, title, unitOfAnalysis, level, categories, distances }: Measure): MeasureHead {
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
