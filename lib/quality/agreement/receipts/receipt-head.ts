/** What stands in a receipt besides figures and rows. Pure. */

import type { Comparison, Measure } from '@/lib/protocols/protocol'
import { COEFFICIENTS } from '@/lib/quality/agreement/coefficients'
import { CONFIDENCE, MIN_UNITS, RESAMPLES, SEED } from '@/lib/quality/agreement/contract'
import { RULES } from '@/lib/quality/agreement/rules'
import type { FigureLine, ReceiptHead } from './receipt'

export const OPTIONS: ReceiptHead['options'] = {
  resamples: RESAMPLES,
  seed: SEED,
  confidence: CONFIDENCE,
  minUnits: MIN_UNITS,
}

/** How resamples are drawn, so that anybody can draw the same. */
const DRAWS =
  'Whole items (responses) are drawn, those with a row that is used (for AC1 those with a single rating, too), numbered from 0 in the order of items. One generator gives all resamples of a receipt one after the other, and begins anew for those of AC1: sfc32, its state a, b, c filled by splitmix32 from the seed and its counter 1, the first twelve outputs thrown away; an index is floor(output / 2^32 * number of items). Each resample draws as many items as there are, with replacement, with all their rows. The limits are type-7 quantiles of the resamples in which the figure is defined.'

export const RECEIPT_RULES: Readonly<Record<string, string>> = { ...RULES, draws: DRAWS }

const PLACE = {
  item: 'The number of the item: the response that the unit is part of, and what resamples draw.',
  externalId: 'What the imported record called the item.',
  unit: 'The key of the unit within the item; none where a whole item is left out.',
  week: 'The Monday of the week (UTC) in which the last of the item’s annotators submitted.',
  guideline: 'The version of the guidelines that all of them had.',
  use: 'used: in all figures. single rating: only in how often each value was given, and in AC1, whose chance agreement comes from that. not rated by both: one of the two raters gave none. not in slice: another value, or none. discarded, not independent, no independent annotation: the whole item is left out.',
}

export const MEASURE_LEGEND: ReceiptHead['legend'] = {
  ...PLACE,
  arm: 'The pre-fill arm that all ratings of the unit were made in; none where they differ or nothing was suggested.',
  raters:
    'a1, a2, ... are annotators by their aliases. gold and models are no annotators: they count only in figures of two.',
}

export const COMPARISON_LEGEND: ReceiptHead['legend'] = {
  ...PLACE,
  sums: 'What the answers of the first and the second annotator to the unit have in common, as sums. The figures weigh the totals of all rows by over, and divide by the totals weighed by under.',
}

type Formulas = Record<string, { title: string; formula: string; citation: string }>

/** The formulas of a measure's figures, by the names that the figures give them. */
export function measureFormulas(figures: readonly FigureLine[]): Formulas {
  const used = new Set(figures.map(({ formula }) => formula))
  const coefficients = Object.entries(COEFFICIENTS).filter(([key]) => used.has(key))
  return {
    ...Object.fromEntries(
      coefficients.map(([key, { title, formula, citation }]) => [key, { title, formula, citation }]),
    ),
    ...(used.has('categoryAlpha') ? { categoryAlpha: CATEGORY_ALPHA } : {}),
  }
}

const CATEGORY_ALPHA = {
  title: 'Alpha of one value',
  formula: 'Krippendorff’s nominal alpha with this value against all others',
  citation: COEFFICIENTS.alpha.citation,
}

export const comparisonFormulas = ({ figures }: Comparison): Formulas =>
  Object.fromEntries(
    figures.map(({ key, title }) => [key, { title, formula: 'weighted sums over weighted sums', citation: '' }]),
  )

export const scaleOf = ({ level, categories, distances }: Measure) => ({
  level,
  categories: categories.map(({ value, text }) => ({ value, text })),
  distances: distances ?? null,
})
