/** The functions that reports and pages call, for what these do not show: errors, chance agreement, single resamples. */
import { z } from 'zod'
import { classFigures } from '@/lib/protocols/evaluating/classes'
import { agreementWeights } from '@/lib/stats/agreement-weights'
import { type BootstrapInterval, type BootstrapOptions, bootstrap, bootstrapCounts } from '@/lib/stats/bootstrap'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { chanceCorrected, pooledChance } from '@/lib/stats/chance-corrected'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { congerKappa } from '@/lib/stats/conger-kappa'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { gwetAc2 } from '@/lib/stats/gwet-ac2'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { meanPairwiseCohen } from '@/lib/stats/mean-pairwise-cohen'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { quantileOfSorted } from '@/lib/stats/quantile'
import { completeUnits, type Ratings, type RatingTable, ratingsOf } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { scottPi } from '@/lib/stats/scott-pi'
import { unanimous } from '@/lib/stats/unanimous'
import type { Vector } from '@/tests/oracle/read-vectors'
import { type AnsweringDoor, expectedKeys } from './door'
import { everyIndexVector } from './every-index-vector'
import { type RatingInput, ratingInput } from './rating-vectors'

type Of = (ratings: Ratings, input: RatingInput) => unknown

/** Pooled shares by every rated unit: what Fleiss' kappa becomes with gaps or weights (Gwet 2014). */
function pooled(ratings: RatingTable, weighting: RatingInput['options']['weights']) {
  const weights = agreementWeights(ratings.categories.length, weighting)
  return chanceCorrected(ratings, weights, pooledChance(weights))
}

const COEFFICIENTS: Readonly<Record<string, Of>> = {
  percent_agreement: (x, { options: { average } }) =>
    average === 'unanimous' ? unanimous(completeUnits(x)) : percentAgreement(x),
  cohen_kappa: (x, { options }) => cohenKappa(confusionMatrix(x), options),
  krippendorff_alpha: (x, { options: { level } }) =>
    typeof level === 'string' ? krippendorffAlpha(x, { level }) : null,
  fleiss_kappa: (x, { options: { missing } }) => {
    if (missing === 'listwise') return fleissKappa(x)
    const { pa, pe, ...kappa } = pooled(x, 'none')
    return { ...kappa, pBar: pa, pE: pe }
  },
  fleiss_kappa_weighted: (x, { options }) => pooled(x, options.weights),
  scott_pi: (x, { options }) => scottPi(x, options),
  gwet_ac1: (x) => gwetAc1(x),
  gwet_ac2: (x, { options }) => gwetAc2(x, options),
  brennan_prediger: (x, { options }) => brennanPrediger(x, options),
  mean_pairwise_cohen: (x, { options }) => meanPairwiseCohen(x, options),
  conger_kappa: (x) => congerKappa(x),
}

const ratingsFor = ({ units, categories }: RatingInput) => ratingsOf(units, { categories })

/** Means over pairs of raters and over pooled pairs of ratings are made of a report's pairs, not by a function. */
const isMadeOfPairs = ({ metric, input }: Vector) =>
  metric === 'percent_agreement' && /raterPairs|pooled/.test(JSON.stringify(input.options))

export const coefficientFunctions: AnsweringDoor = {
  name: 'coefficient that a report calls',
  checks: (vector) => (vector.metric in COEFFICIENTS && !isMadeOfPairs(vector) ? expectedKeys(vector) : []),
  answer: (vector) => {
    const input = ratingInput(vector)
    return COEFFICIENTS[vector.metric]?.(ratingsFor(input), input)
  },
}

const STATISTICS = {
  cohen_kappa: (x: RatingTable) => cohenKappa(confusionMatrix(x)),
  percent_agreement: (x: RatingTable) => percentAgreement(x),
  krippendorff_alpha_nominal: (x: RatingTable) => krippendorffAlpha(x, { level: 'nominal' }),
  fleiss_kappa: (x: RatingTable) => fleissKappa(x),
}

/** Macro F1 is a figure of evaluations: of sums over units, each of which adds one to a cell of the table. */
function macroF1({ units, categories = [] }: RatingInput, options: BootstrapOptions): BootstrapInterval {
  const [figure] = classFigures(categories.map((category) => ({ value: String(category), text: String(category) })))
  const size = categories.length * (categories.length + 1)
  const clusters = units.map(([gold, predicted]) => {
    const sums = new Float64Array(size)
    const [row, column] = [gold, predicted].map((each) => categories.indexOf(each ?? ''))
    sums[(row ?? 0) * (categories.length + 1) + (column ?? 0)] = 1
    return sums
  })
  const of = (sums: ArrayLike<number>): Estimate => {
    const { value } = figure.of(sums)
    return value === null ? { value, reason: 'empty' } : { value }
  }
  return bootstrapCounts(clusters, size, { macroF1: of }, options).macroF1
}

function interval(input: RatingInput, options: BootstrapOptions): BootstrapInterval {
  const { statistic = 'percent_agreement' } = input.options
  if (statistic === 'macro_f1') return macroF1(input, options)
  return bootstrap(ratingsFor(input), { found: STATISTICS[statistic] }, options).found
}

const quantiles = z.object({ values: z.array(z.number()), probs: z.array(z.number()) })

const RESAMPLES: Readonly<Record<string, (vector: Vector) => unknown>> = {
  quantile: ({ input }) => {
    const { values, probs } = quantiles.parse(input)
    const sorted = Float64Array.from(values).sort()
    return { values: probs.map((p) => quantileOfSorted(sorted, p)) }
  },
  bootstrap_exact: (vector) => {
    const input = ratingInput(vector)
    const n = input.units.length
    return interval(input, { confidence: confidenceOf(input), resamples: n ** n, nextIndex: everyIndexVector(n) })
  },
  bootstrap_ci: (vector) => {
    const input = ratingInput(vector)
    const { clusters, options } = input
    const { resamples = 2000 } = options
    return interval(input, { confidence: confidenceOf(input), seed: 2023, resamples, ...(clusters && { clusters }) })
  },
}

/** Vectors of intervals call the confidence their level. */
const confidenceOf = ({ options: { level } }: RatingInput) => (typeof level === 'number' ? level : 0.95)

export const bootstrapFunctions: AnsweringDoor = {
  name: 'bootstrap that a report calls',
  checks: (vector) => (vector.metric in RESAMPLES ? expectedKeys(vector) : []),
  answer: (vector) => RESAMPLES[vector.metric]?.(vector),
}
