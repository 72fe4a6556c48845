/** A receipt: everything that figures are computed from, so that anybody can compute them again, and how it is written. Pure. */

import { SCRIPT_HEAD } from '@/lib/platform/server/streams/script-head'
import type { Comparison, Measure } from '@/lib/protocols/protocol'
import { COEFFICIENTS } from '@/lib/quality/agreement/coefficients'
import {
  CONFIDENCE,
  type ComparisonView,
  type EstimateView,
  type Figures,
  MIN_UNITS,
  RESAMPLES,
  SEED,
} from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { type IntervalView, intervalsBy, rangeOfForm } from '@/lib/quality/agreement/intervals'
import { rangeOf } from '@/lib/quality/agreement/measures'
import { RULES } from '@/lib/quality/agreement/rules'
import type { Pattern } from '@/lib/quality/agreement/samples'
import type { CeilingRow } from '@/lib/quality/distributions/ceiling'
import type { Posterior } from '@/lib/quality/distributions/posteriors'
import { INTERVAL_METHOD, type IntervalMethod, LIMIT_RULES, type Range } from '@/lib/stats/interval-limits'
import { csvRow } from '@/lib/text/csv-row'
import type { SliceKind } from '@/lib/workspace/items/contract'
import type { RECEIPT_VERSION } from './contract'

/** Why a row enters the figures or not. `single rating`: only the shares of the values and AC1, whose chance they make. */
export type Use =
  | 'used'
  | 'single rating'
  | 'not rated by both'
  | 'not in slice'
  | 'discarded'
  | 'not independent'
  | 'no independent annotation'

/** A figure as it is shown, in full precision. */
export interface FigureLine {
  key: string
  /** The function of the script that computes it, and what of: a category's index, a cell, weights of sums. */
  formula: string
  of?: number | readonly number[] | Ratio | Alpha
  /** Has it a smallest number of units? */
  estimate: boolean
  value: number | null
  reason: string | null
  words: string | null
  interval: {
    low: number
    high: number
    undefinedResamples: number /** responses in each resample */
    drawn: number
    /** The percentile limits of the same resamples. */
    percentile: { low: number; high: number }
    /** The least and the greatest value of the figure, which the arcsine scale takes; null without bounds. */
    range: Range | null
    /** Limits from resamples of annotators and responses at once, where there are enough annotators. */
    withAnnotators?: IntervalView['withAnnotators']
  } | null
}

/** A figure of a comparison: the weighted sums over each other. Without `under` it is the sum itself. */
export interface Ratio {
  over: readonly number[]
  under?: readonly number[]
}

/** An alpha of a comparison, as weights of the sums: what `unitizingAlpha` is computed from. */
export type Alpha = NonNullable<Comparison['figures'][number]['alpha']>

export interface Selection {
  by: SliceKind | null
  /** null with `by`: units without a value, or whose ratings differ in it. */
  slice: string | null
  /** Keys of the two raters that the figures are of. */
  pair: readonly [string, string] | null
}

export interface ReceiptRater {
  key: string
  kind: 'annotator' | 'gold' | 'model'
  /** Annotators by alias, always. */
  name: string
}

/** What a model of raters makes of a measure's ratings. */
export interface PosteriorLines {
  /** Why it says nothing. */
  words: string | null
  iterations: number | null
  converged: boolean | null
  /** Units that the same annotators rated alike, with the probabilities of the categories in their order. */
  units: readonly { ratings: Readonly<Record<string, string>>; units: number; probabilities: readonly number[] }[]
}

/** What MACE makes of them; beside it how often each annotator answers from knowledge. */
export interface MaceLines extends PosteriorLines {
  competence: readonly { rater: string; value: number }[]
}

/** How one annotator scores against what more than half of the others say. */
export interface CeilingLines {
  /** The key of the annotator; null: all together. */
  rater: string | null
  /** Ratings that were compared, those of them that say what the others say, and the responses that they are of. */
  units: number
  alike: number
  responses: number
  /** Percent and Cohen's kappa. */
  figures: readonly FigureLine[]
}

/** Everything but the rows. */
export interface ReceiptHead {
  format: typeof RECEIPT_VERSION
  software: { name: string; version: string }
  project: { id: string; name: string; protocol: string }
  stage: { key: string; title: string }
  /** A `measure` gives each unit categories; a `comparison` gives sums to each unit and pair of annotators. */
  kind: 'measure' | 'comparison'
  key: string
  title: string
  unitOfAnalysis: string
  level: 'nominal' | 'ordinal' | 'interval' | null
  categories: readonly { value: string; text: string }[]
  distances: readonly (readonly number[])[] | null
  /** The data that the figures are made from. */
  version: string
  selection: Selection
  options: { resamples: number; seed: number; confidence: number; minUnits: number; method: IntervalMethod }
  /** How the figures are made, in sentences. */
  rules: Readonly<Record<string, string>>
  /** What the formulas are and where they come from, by their keys. */
  formulas: Readonly<Record<string, { title: string; formula: string; citation: string }>>
  /** What the columns hold, in sentences. */
  legend: Readonly<Record<string, string>>
  raters: readonly ReceiptRater[]
  figures: readonly FigureLine[]
  /** Responses in each resample of all figures but AC1; null without intervals. */
  drawn: number | null
  /** Of a measure over all its units; left out of receipts of a slice, of two raters, and of comparisons. */
  dawidSkene?: PosteriorLines
  mace?: MaceLines
  /** null: it took longer than anybody waits. */
  ceiling?: readonly CeilingLines[] | null
  columns: readonly string[]
}

export type Cell = string | number | null

export const OPTIONS: ReceiptHead['options'] = {
  resamples: RESAMPLES,
  seed: SEED,
  confidence: CONFIDENCE,
  minUnits: MIN_UNITS,
  method: INTERVAL_METHOD,
}

/** How resamples are drawn, so that anybody can draw the same. */
const DRAWS = `Whole items (responses) are drawn, those with a row that is used (for AC1 those with a single rating, too), numbered from 0 in the order of items. One generator gives all resamples of a receipt one after the other, and begins anew for those of AC1: sfc32, its state a, b, c filled by splitmix32 from the seed and its counter 1, the first twelve outputs thrown away; an index is floor(output / 2^32 * number of items). Each resample draws as many items as there are, with replacement, with all their rows. Limits are made of the resamples in which the figure is defined, by the method that the options name, and percentile limits stand beside them. ${LIMIT_RULES} n is the number of items drawn. withAnnotators, of percent agreement and alpha of ten annotators or more: the generator begins anew, and each resample first draws as many annotators as have a row that is used, with replacement, by index in the order of their numbers, then the items as above. A rating counts as often as its annotator was drawn, and two copies of one annotator are not compared: with w these numbers, W the sum of w over the ratings of one value of a unit, m the sum of W and p = m^2 - sum of w^2, of the units with p > 0, percent is the mean of (sum of W^2 - sum of w^2 of equal ratings) / p, where the squares of w are of each rating with itself; observed disagreement is the mean, weighed by m, of the sum of W W’ d over all ordered pairs of values, divided by p; expected disagreement is that of the sums of W. n of the limits is the smaller of the numbers of annotators and items.`

const DAWID_SKENE =
  'dawidSkene, of rows that are used and of single ratings: Dawid & Skene 1979, Appl. Stat. 28:20, by expectation-maximisation. The class probabilities of a unit start as the shares of its ratings. A round takes the prevalence of each value as the mean class probability of all units, and of each annotator the share of each label among the units that the annotator rated, weighed by the probability of each value; the class probabilities are then the prevalence times these shares for all ratings of the unit, divided by their sum. Nothing is smoothed. It ends after `iterations` rounds: when no class probability changes by more than 1e-8 (`converged`), or after 1,000.'

const MACE =
  'mace, of the same rows: Hovy, Berg-Kirkpatrick, Vaswani & Hovy 2013, NAACL-HLT, by variational Bayes. An annotator knows with one probability and gives the value, or guesses by a habit of their own. Weights start at one half for knowing and for guessing and at one over the number of values for each habit. The class probabilities of a unit are in proportion to the product, over its ratings, of the weight of guessing times that of the rating in the habit, plus the weight of knowing where the rating is the value. A rating was known with the probability of its value times the weight of knowing, divided by that and the weight of guessing so; K, G and H are the sums of this, of the rest, and of the rest by rating. The next weights are, with F the exponential of the digamma function: F(K + 0.5) / F(K + G + 1), F(G + 0.5) / F(K + G + 1), F(H + 10) / F(G + 10 times the number of values). It ends after `iterations` rounds as dawidSkene does. competence: (K + 0.5) / (K + G + 1).'

const CEILING =
  'ceiling: each rating of a row that is used, beside the value that more than half of the other ratings of the row give; where there is none it is left out. percent is the share that is alike, kappa Cohen’s of the two. Items are drawn as above, those with a rating that is compared; n of the limits is their number.'

export const RECEIPT_RULES: Readonly<Record<string, string>> = {
  ...RULES,
  draws: DRAWS,
  dawidSkene: DAWID_SKENE,
  mace: MACE,
  ceiling: CEILING,
}

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
  sums: 'What the answers of the first and the second annotator to the unit have in common, as sums. The figures weigh the totals of all rows by over, and divide by the totals weighed by under; alphas are computed of the totals weighed by values, agreeing, given and within.',
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

const RATIO_OF_SUMS = { formula: 'weighted sums over weighted sums', citation: '' }
const ALPHA_OF_SUMS = {
  formula:
    '1 - (values - agreeing) / (values - E); E = sum over categories of (given^2 - within), divided by (values - sum of within / values)',
  citation:
    'Krippendorff, Mathet, Bouvry & Widlöcher 2016, Qual. Quant. 50:2347; over characters (within = given): Krippendorff 2011',
}

export const comparisonFormulas = ({ figures }: Comparison): Formulas =>
  Object.fromEntries(
    figures.map(({ key, title, alpha }) => [key, { title, ...(alpha ? ALPHA_OF_SUMS : RATIO_OF_SUMS) }]),
  )

export const scaleOf = ({ level, categories, distances }: Measure) => ({
  level,
  categories: categories.map(({ value, text }) => ({ value, text })),
  distances: distances ?? null,
})

/** The figures of all annotators, over all units or those of a slice. */
export function linesOfFigures(figures: Figures): FigureLine[] {
  const { categories, confusion, others } = figures
  return [
    ...[...(['units', 'unitsWithTwo', 'ratings', 'responses', 'responsesWithTwo', 'raters'] as const)].map((key) =>
      count(key, figures[key]),
    ),
    count('unanimousUnits', figures.unanimous),
    estimateLine('percent', figures.percent),
    estimateLine('alpha', figures.alpha),
    ...others.map(({ key, estimate: other }) => estimateLine(key, other)),
    ...categories.flatMap(({ value, count: given, share, alpha }, index): FigureLine[] => [
      { ...count(`count of ${value}`, given, 'categoryCount'), of: index },
      ...(share === null ? [] : [{ ...count(`share of ${value}`, share, 'categoryShare'), of: index }]),
      { ...estimateLine(`alpha of ${value}`, alpha, 'categoryAlpha'), of: index },
    ]),
    ...cellLines(categories, confusion, 'met').filter(({ of }) => of[0] <= of[1]),
  ]
}

/** The class probabilities that a model gives to patterns of ratings, in their order. */
export function linesOfPosterior(
  { words, iterations, converged, classes }: Posterior,
  patterns: readonly Pattern[],
  categories: readonly { value: string }[],
): PosteriorLines {
  const units = patterns.flatMap(({ raters, codes, units: count }, index) => {
    const probabilities = classes?.[index]
    if (!probabilities) return []
    const ratings = raters.map((number, place) => [`a${number}`, categories[codes[place] ?? -1]?.value ?? ''])
    return [{ ratings: Object.fromEntries(ratings), units: count, probabilities }]
  })
  return { words, iterations, converged, units }
}

/** By the numbers of annotators, null for all together; limits by this method. */
export const linesOfCeiling = (rows: readonly CeilingRow[], method: IntervalMethod): CeilingLines[] =>
  rows.map(({ number, figures: { units, alike, responses, percent, kappa } }) => {
    const lines = Object.entries({ percent, kappa }).map(([key, estimate]) => {
      const interval = intervalsBy({ [key]: estimate.interval ?? undefined }, method)[key]
      return estimateLine(key, { ...estimate, interval: interval ?? null }, key === 'kappa' ? 'cohen' : key)
    })
    return { rater: number === null ? null : `a${number}`, units, alike, responses, figures: lines }
  })

/** The figures of two raters. */
export function linesOfPair({ n, responses, coefficients, confusion }: PairView, categories: readonly string[]) {
  return [
    count('units', n, 'unitsWithTwo'),
    count('responses', responses),
    ...coefficients.map(({ key, estimate: coefficient }) => estimateLine(key, coefficient)),
    ...cellLines(
      categories.map((value) => ({ value })),
      confusion,
      'crossed',
    ),
  ]
}

/** The figures of a comparison, computed as its protocol says. */
export function linesOfComparison(
  view: Pick<ComparisonView, 'units' | 'pairs' | 'responses' | 'figures'>,
  { figures }: Pick<Comparison, 'figures'>,
): FigureLine[] {
  return [
    ...(['units', 'pairs', 'responses'] as const).map((key) => count(key, view[key])),
    ...view.figures.flatMap(({ key, form, estimate: figure }): FigureLine[] => {
      const { ratio, alpha } = figures.find((each) => each.key === key) ?? {}
      const of = ratio ?? alpha
      const line = estimateLine(key, figure, alpha ? 'alphaOfSums' : 'ratio', rangeOfForm(form))
      return of ? [{ ...line, of, estimate: form !== 'count' }] : []
    }),
  ]
}

/** How many responses each resample draws, as the first interval says. */
export function drawnBy(estimates: readonly EstimateView[]): number | null {
  return estimates.find(({ interval }) => interval !== null)?.interval?.drawn ?? null
}

function count(key: string, value: number, formula = key): FigureLine {
  return { key, formula, estimate: false, value, reason: null, words: null, interval: null }
}

/** A figure with its limits. `range`: its least and greatest value. */
export function estimateLine(
  key: string,
  { value, reason, words, interval }: EstimateView,
  formula = key,
  range: Range | null = rangeOf(formula),
): FigureLine {
  const limits = interval && {
    low: interval.low,
    high: interval.high,
    undefinedResamples: interval.undefinedResamples,
    drawn: interval.drawn,
    percentile: interval.percentile,
    range,
    ...(interval.withAnnotators ? { withAnnotators: interval.withAnnotators } : {}),
  }
  return { key, formula, estimate: true, value, reason, words, interval: limits }
}

function cellLines(categories: readonly { value: string }[], cells: readonly (readonly number[])[], formula: string) {
  return cells.flatMap((row, r) =>
    row.map((cell, c) => {
      const of: readonly [number, number] = [r, c]
      return { ...count(`${categories[r]?.value} with ${categories[c]?.value}`, cell, formula), of }
    }),
  )
}

export type Rows = AsyncIterable<readonly (readonly Cell[])[]>

/** What the last part says. */
export interface End {
  /** Did the data change while the rows were read? Then figures and rows need not belong together. */
  changedMeanwhile(): Promise<boolean>
}

/** One JSON object, a line for every row. */
export async function* receiptJson(head: ReceiptHead, rows: Rows, end: End): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "rows": [`
  let first = true
  for await (const batch of rows) {
    yield batch.map((row, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('')
    first &&= batch.length === 0
  }
  yield `\n ],\n "changedMeanwhile": ${await end.changedMeanwhile()}\n}\n`
}

/** The program that computes receipts again, with the receipt above it. */
export async function* receiptScript(head: ReceiptHead, rows: Rows, end: End, program: string): AsyncGenerator<string> {
  yield SCRIPT_HEAD
  yield* receiptJson(head, rows, end)
  yield program
}

/** The rater matrix alone, annotators under their aliases. */
export async function* receiptCsv(head: ReceiptHead, rows: Rows): AsyncGenerator<string> {
  const names = new Map(
    head.raters.map(({ key, kind, name }) => [key, kind === 'annotator' ? name : `${name} (not counted)`]),
  )
  yield csvRow(head.columns.map((column) => names.get(column) ?? column))
  for await (const batch of rows) yield batch.map(csvRow).join('')
}
