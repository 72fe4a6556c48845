/** Agreement as a release tells it. Pure. */

import type { GoldRating } from '@/lib/gold/releases/release/facts/read-project'
import type { Agreement, EstimateView, MeasureView, StageAgreement } from '@/lib/quality/agreement/contract'
import type { Manifest, ManifestFigure } from './contract'

/** Sums of fractions may end differently with the order of the rows that a database gives; nobody reads that far. */
const DIGITS = 10
const round = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)))

/** Figures that were kept come back with their fields in another order than figures just made. */
const settled = (_: string, value: unknown): unknown => {
  if (typeof value === 'number') return round(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** agreement.json: everything of every stage, what is undefined in words; no work in progress, nobody's name. */
export function agreementFile(rules: Agreement['rules'], stages: readonly StageAgreement[]): string {
  const releasedStages = stages.map(({ tasks: { counted, singleRated, withoutAnnotation, discarded }, ...stage }) => ({
    ...stage,
    tasks: { counted, singleRated, withoutAnnotation, discarded },
  }))
  return `${JSON.stringify({ rules, stages: releasedStages }, settled, 1)}\n`
}

const figureOf = ({ value, words, interval }: EstimateView): ManifestFigure => ({
  value: value === null ? null : round(value),
  low: interval ? round(interval.low) : null,
  high: interval ? round(interval.high) : null,
  words,
})

/** The manifest's table: a row for every measure, with the values given before and after consolidation. */
export function agreementRows(
  stages: readonly StageAgreement[],
  goldRatings: readonly GoldRating[],
): Manifest['agreement'] {
  return stages.flatMap((stage) =>
    stage.measures.map((measure) => {
      const gold = goldRatings.filter((row) => row.stage === stage.key && row.measure === measure.key)
      return rowOf(stage.key, measure, gold)
    }),
  )
}

/** No choice has more options. Of whole sets, which may be more, those are listed that occur. */
const MOST_CHOICES = 60

function rowOf(stage: string, measure: MeasureView, gold: readonly GoldRating[]): Manifest['agreement'][number] {
  const { key, title, unitOfAnalysis, categories, all } = measure
  const [top] = all.categories.toSorted((a, b) => b.count - a.count)
  const share = top?.share ?? null
  return {
    stage,
    measure: key,
    title,
    unitOfAnalysis,
    units: all.unitsWithTwo,
    responses: all.responsesWithTwo,
    raters: all.raters,
    percent: figureOf(all.percent),
    alpha: figureOf(all.alpha),
    prevalence: top && top.count > 0 ? { value: top.value, share: share === null ? null : round(share) } : null,
    distribution: categories
      .map(({ value, text }, code) => ({
        value,
        text,
        before: all.categories.find((each) => each.value === value)?.count ?? 0,
        after: gold.find((row) => row.code === code)?.units ?? 0,
      }))
      .filter(({ before, after }) => categories.length <= MOST_CHOICES || before + after > 0),
  }
}
