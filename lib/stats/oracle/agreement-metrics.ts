import { z } from 'zod'
import { bootstrap } from '@/lib/stats/bootstrap'
import { bootstrapExact } from '@/lib/stats/bootstrap-exact'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { classificationReport } from '@/lib/stats/classification-report'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix, goldAndPredicted } from '@/lib/stats/confusion-matrix'
import { congerKappa } from '@/lib/stats/conger-kappa'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { fleissKappaWeighted } from '@/lib/stats/fleiss-kappa-weighted'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { gwetAc2 } from '@/lib/stats/gwet-ac2'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { meanPairwiseCohen } from '@/lib/stats/mean-pairwise-cohen'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { quantile } from '@/lib/stats/quantile'
import { type Ratings, type RatingTable, ratingsOf, ratingsOfTable } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { scottPi } from '@/lib/stats/scott-pi'
import type { Adapter, VectorInput } from './vectors'

const label = z.union([z.string(), z.number(), z.boolean()])
const unitsSchema = z.array(z.array(label.nullable()))
const ratingsSchema = z.object({
  units: unitsSchema.optional(),
  pairs: unitsSchema.optional(),
  table: z.array(z.array(z.number())).optional(),
  confusion: z.array(z.array(z.number())).optional(),
  categories: z.array(label).optional(),
  yTrue: z.array(label).optional(),
  yPred: z.array(label).optional(),
})

/** The ratings of a vector, whichever way they are written. */
export function ratingsFrom(input: VectorInput): Ratings {
  const { units, pairs, table, confusion, categories, yTrue, yPred } = ratingsSchema.parse(input)
  const counts = table ?? confusion
  if (counts) return ratingsOfTable(counts, categories ?? [])
  if (yTrue) return goldAndPredicted(yTrue, yPred ?? [], categories)
  return ratingsOf(units ?? pairs ?? [], { categories })
}

const optionsOf = <Options>(schema: z.ZodType<Options>, input: VectorInput) => schema.parse(input.options ?? {})

const weighted = z.object({ weights: z.enum(['none', 'linear', 'quadratic']).default('none') })
const weights = (input: VectorInput) => optionsOf(weighted, input)
const averaged = z.object({ average: z.enum(['units', 'raterPairs', 'pooled', 'unanimous']).optional() })
const levelled = z.object({ level: z.enum(['nominal', 'ordinal', 'interval', 'ratio']) })
const missing = z.object({ missing: z.enum(['listwise', 'generalised']).optional() })

function macroF1(ratings: RatingTable): Estimate {
  const { f1 } = classificationReport(confusionMatrix(ratings)).macro
  return f1 === null ? { value: null, reason: 'empty' } : { value: f1 }
}

const resampled = {
  cohen_kappa: (ratings: RatingTable) => cohenKappa(confusionMatrix(ratings)),
  percent_agreement: (ratings: RatingTable) => percentAgreement(ratings),
  krippendorff_alpha_nominal: (ratings: RatingTable) => krippendorffAlpha(ratings, { level: 'nominal' }),
  fleiss_kappa: (ratings: RatingTable) => fleissKappa(ratings),
  macro_f1: macroF1,
}
const resampling = z.object({
  statistic: z.enum(['cohen_kappa', 'percent_agreement', 'krippendorff_alpha_nominal', 'fleiss_kappa', 'macro_f1']),
  level: z.number(),
  resamples: z.number().optional(),
})

const bootstrapCi: Adapter = (input) => {
  const { statistic, level, resamples } = optionsOf(resampling, input)
  const clusters = z
    .array(z.union([z.string(), z.number()]))
    .optional()
    .parse(input.clusters)
  const options = { seed: 2023, confidence: level, ...(resamples && { resamples }), ...(clusters && { clusters }) }
  return bootstrap(ratingsFrom(input), { statistic: resampled[statistic] }, options).statistic
}

const exactBootstrap: Adapter = (input) => {
  const { statistic, level } = optionsOf(resampling, input)
  return bootstrapExact(ratingsFrom(input), { statistic: resampled[statistic] }, { confidence: level }).statistic
}

const quantiles: Adapter = (input) => {
  const { values, probs } = z.object({ values: z.array(z.number()), probs: z.array(z.number()) }).parse(input)
  return { values: probs.map((p) => quantile(values, p).value) }
}

/** The metrics of a table of ratings. */
export const agreementMetrics: Readonly<Record<string, Adapter>> = {
  percent_agreement: (input) => percentAgreement(ratingsFrom(input), optionsOf(averaged, input)),
  cohen_kappa: (input) => cohenKappa(confusionMatrix(ratingsFrom(input)), weights(input)),
  krippendorff_alpha: (input) => krippendorffAlpha(ratingsFrom(input), optionsOf(levelled, input)),
  fleiss_kappa: (input) => fleissKappa(ratingsFrom(input), optionsOf(missing, input)),
  fleiss_kappa_weighted: (input) => fleissKappaWeighted(ratingsFrom(input), weights(input)),
  scott_pi: (input) => scottPi(ratingsFrom(input), weights(input)),
  gwet_ac1: (input) => gwetAc1(ratingsFrom(input)),
  gwet_ac2: (input) => gwetAc2(ratingsFrom(input), weights(input)),
  brennan_prediger: (input) => brennanPrediger(ratingsFrom(input), weights(input)),
  mean_pairwise_cohen: (input) => meanPairwiseCohen(ratingsFrom(input), weights(input)),
  conger_kappa: (input) => congerKappa(ratingsFrom(input)),
  quantile: quantiles,
  bootstrap_exact: exactBootstrap,
  bootstrap_ci: bootstrapCi,
}
