/** The calibration of the builder's filters (FACTOR, app. A.2): thresholds swept over contradictions that people judged. */
import { line } from '@/lib/protocols/composition-cells'
import type { CompositionPanel } from '@/lib/protocols/protocol'
import { count, type Placed, share } from './counted'

/** 0.1 to 0.9. */
export const THRESHOLDS: readonly number[] = Array.from({ length: 9 }, (_, index) => (index + 1) / 10)
/** More than this share removed is too dear, whatever is gained. */
export const MOST_REMOVED = 0.35

/** One contradiction as a filter sees it, and whether people say that it should have been kept. */
export interface JudgedScore {
  score: number
  isGood: boolean
}

export interface SweptThreshold {
  threshold: number
  kept: number
  removed: number
  /** Share of good ones among the kept; null where none is kept. */
  precision: number | null
}

export type Keeps = (score: number, threshold: number) => boolean

export function sweep(judged: readonly JudgedScore[], keeps: Keeps): SweptThreshold[] {
  return THRESHOLDS.map((threshold) => {
    const keptScores = judged.filter(({ score }) => keeps(score, threshold))
    const good = keptScores.filter(({ isGood }) => isGood).length
    const precision = keptScores.length === 0 ? null : good / keptScores.length
    return { threshold, kept: keptScores.length, removed: judged.length - keptScores.length, precision }
  })
}

/** The best precision with at most 35 % removed; of equals that which removes least, then the lower. */
export function bestThreshold(swept: readonly SweptThreshold[]): SweptThreshold | null {
  const affordable = swept.filter(
    ({ kept, removed, precision }) => precision !== null && removed / (kept + removed) <= MOST_REMOVED,
  )
  const ranked = affordable.toSorted(
    (one, other) =>
      (other.precision ?? 0) - (one.precision ?? 0) || one.removed - other.removed || one.threshold - other.threshold,
  )
  return ranked[0] ?? null
}

interface Filter {
  key: string
  title: string
  /** What is kept, in words. */
  rule: string
  /** What people have to have said for it to be good, in words. */
  good: string
  keeps: Keeps
  score(row: Placed): number | null
  isGood(row: Placed): boolean | null
}

const contradictionScore = ({ scores }: Placed) => scores?.contradiction ?? null
const scoreIfAsked = (row: Placed, isCoreference: boolean) =>
  (row.asked === 'coreference') === isCoreference ? contradictionScore(row) : null

const FILTERS: readonly Filter[] = [
  {
    key: 'contradiction-threshold',
    title: 'Threshold of the contradiction filter',
    rule: 'kept above the threshold; edits of references have a table of their own',
    good: 'non-factual',
    keeps: (score, threshold) => score > threshold,
    score: (row) => scoreIfAsked(row, false),
    isGood: ({ nonFactual }) => nonFactual,
  },
  {
    key: 'coreference-threshold',
    title: 'Threshold of the contradiction filter, coreference',
    rule: 'kept above the threshold',
    good: 'non-factual',
    keeps: (score, threshold) => score > threshold,
    score: (row) => scoreIfAsked(row, true),
    isGood: ({ nonFactual }) => nonFactual,
  },
  {
    key: 'fluency-threshold',
    title: 'Margin of the fluency filter',
    rule: 'kept where the completion is no more than the margin more fluent',
    good: 'fluent and self-consistent',
    keeps: (score, threshold) => score <= threshold,
    score: ({ scores }) => scores?.fluencyMargin ?? null,
    isGood: ({ fluent, selfConsistent }) =>
      fluent === null || selfConsistent === null ? null : fluent && selfConsistent,
  },
]

/** A table for every filter whose scores came with judged contradictions. */
export const thresholdPanels = (rows: readonly Placed[]): CompositionPanel[] =>
  FILTERS.flatMap((filter) => {
    const usable = rows.filter((row) => filter.score(row) !== null && filter.isGood(row) !== null)
    return usable.length === 0 ? [] : [thresholdPanel(filter, usable)]
  })

function thresholdPanel(filter: Filter, rows: readonly Placed[]): CompositionPanel {
  const { key, title, rule, good, keeps, score, isGood } = filter
  const keepsRow = (row: Placed, threshold: number) => keeps(score(row) ?? 0, threshold)
  const judged = rows.map((row) => ({ score: score(row) ?? 0, isGood: isGood(row) === true }))
  const best = bestThreshold(sweep(judged, keeps))
  const chosen =
    best === null
      ? 'No threshold keeps that much.'
      : `The best precision with at most ${MOST_REMOVED * 100}% removed is at ${best.threshold.toFixed(1)}.`
  return {
    key,
    title,
    rowTitle: 'Threshold',
    bars: [1],
    note: `${rows.length} judged contradictions with a score; ${rule}. Precision is the share of the kept that people call ${good}. ${chosen} Compare with FACTOR’s appendix A.2, which judged 40; build the sample with the filters set to only measure, or the poor ones are missing.`,
    columns: [
      { title: 'Kept', form: 'count', tone: 'neutral' },
      { title: 'Precision', form: 'share', tone: 'positive' },
      { title: 'Removed', form: 'share', tone: 'negative' },
    ],
    rows: THRESHOLDS.map((threshold) => {
      const keptRows = rows.filter((row) => keepsRow(row, threshold))
      const name = threshold.toFixed(1)
      return line(name, threshold === best?.threshold ? `${name}: best` : name, [
        count(keptRows),
        share(keptRows, isGood),
        share(rows, (row) => !keepsRow(row, threshold)),
      ])
    }),
  }
}
