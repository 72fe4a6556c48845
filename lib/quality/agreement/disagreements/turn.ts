/** Agreement of the same units before and after a discussion. Pure. */

import { CONFIDENCE, MIN_UNITS, RESAMPLES, SEED } from '@/lib/quality/agreement/contract'
import { labelsOf, type MeasureScale } from '@/lib/quality/agreement/samples'
import { type BootstrapInterval, bootstrap } from '@/lib/stats/bootstrap'
import {
  COEFFICIENT,
  FEWEST_RESAMPLED,
  INTERVAL_METHOD,
  type Range,
  rangeOfDifference,
  SHARE,
} from '@/lib/stats/interval-limits'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { type Ratings, type RatingTable, ratingsOf } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { MOST_RESAMPLED, type Turn } from './contract'

/** Units of one response that were rated alike, before and after; codes are indexes of the measure's categories. */
export interface TurnRow {
  response: number
  before: readonly number[]
  after: readonly number[]
  times: number
}

export interface TurnFigures {
  units: number
  responses: number
  percent: Turn
  alpha: Turn
}

/** What the figures of one measure are made of. */
export interface TurnsOfMeasure {
  measure: MeasureScale
  rows: readonly TurnRow[]
}

/** Of several measures. */
export const turnsOf = (measures: readonly TurnsOfMeasure[]): TurnFigures[] =>
  measures.map(({ measure, rows }) => turnOf(measure, rows))

/** Before and after are columns of one table, so that a resample draws both of the same responses. */
export function turnOf(measure: Pick<MeasureScale, 'level' | 'categories'>, rows: readonly TurnRow[]): TurnFigures {
  const units = rows.reduce((sum, { times }) => sum + times, 0)
  const responses = new Set(rows.map(({ response }) => response)).size
  const split = Math.max(0, ...rows.map(({ before }) => before.length))
  const rest = Math.max(0, ...rows.map(({ after }) => after.length))
  const labels = labelsOf(measure)
  const label = (code: number) => labels[code] ?? null
  const filled = (codes: readonly number[], width: number) => [
    ...codes.map(label),
    ...new Array<null>(width - codes.length).fill(null),
  ]
  const ratings = ratingsOf(
    rows.map(({ before, after }) => [...filled(before, split), ...filled(after, rest)]),
    { categories: labels, times: rows.map(({ times }) => times) },
  )
  const clusters = rows.map(({ response }) => response)
  const options = { units, resampled: responses <= MOST_RESAMPLED ? clusters : null, split }
  const alphaOf = (table: RatingTable) => krippendorffAlpha(table, { level: measure.level })
  return {
    units,
    responses,
    percent: compare(ratings, (table) => percentAgreement(table), { ...options, range: SHARE }),
    alpha: compare(ratings, alphaOf, { ...options, range: COEFFICIENT }),
  }
}

interface Options {
  units: number
  resampled: readonly number[] | null
  split: number
  /** Of the figure before and after. */
  range: Range
}

function compare(
  ratings: Ratings,
  of: (table: RatingTable) => Estimate,
  { units, resampled, split, range }: Options,
): Turn {
  const nothing = { before: null, after: null, difference: null }
  const none = { beforeInterval: null, afterInterval: null, differenceInterval: null }
  if (units < MIN_UNITS)
    return { ...nothing, ...none, words: `Too few units (${units} of at least ${MIN_UNITS}): counts only.` }
  // Resampling changes how often a row counts, never its codes.
  const sides = { before: columns(ratings, 0, split), after: columns(ratings, split, ratings.raters) }
  const before = ({ times }: RatingTable) => of({ ...sides.before, times })
  const after = ({ times }: RatingTable) => of({ ...sides.after, times })
  const difference = (table: RatingTable): Estimate => {
    const [first, second] = [before(table), after(table)]
    if (first.value === null) return first
    return second.value === null ? second : { value: second.value - first.value }
  }
  const statistics = { before, after, difference }
  const values = { before: before(ratings).value, after: after(ratings).value, difference: difference(ratings).value }
  const words = wordsOf(values)
  if (resampled === null) return { ...values, ...none, words }
  const drawn = bootstrap(ratings, statistics, {
    seed: SEED,
    resamples: RESAMPLES,
    confidence: CONFIDENCE,
    clusters: resampled,
    method: INTERVAL_METHOD,
    rangeOf: (name) => (name === 'difference' ? rangeOfDifference(range) : range),
  })
  return {
    ...values,
    beforeInterval: limitsOf(drawn.before),
    afterInterval: limitsOf(drawn.after),
    differenceInterval: limitsOf(drawn.difference),
    words,
  }
}

function wordsOf({ before, after }: { before: number | null; after: number | null }): string | null {
  if (before !== null && after !== null) return null
  if (before === null && after === null) return 'Undefined before and after: there was no variation to agree on.'
  return before === null
    ? 'Undefined before: there was no variation, or no unit with two ratings.'
    : 'Undefined after: everybody said the same of every unit, so that chance would have agreed as well.'
}

const limitsOf = ({ low, high, nDrawn }: BootstrapInterval) =>
  low === null || high === null || nDrawn < FEWEST_RESAMPLED ? null : { low, high }

/** Some columns of a table. */
function columns({ categories, declared, codes, raters, times }: RatingTable, from: number, to: number): RatingTable {
  const width = to - from
  const columnCodes = new Int32Array(times.length * width)
  for (let row = 0; row < times.length; row++)
    columnCodes.set(codes.subarray(row * raters + from, row * raters + to), row * width)
  return { categories, declared, raters: width, codes: columnCodes, times }
}
