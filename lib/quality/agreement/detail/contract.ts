/** One measure in full: its pairs of raters and its slices. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import {
  estimateSchema,
  figuresSchema,
  intervalsState,
  measureSchema,
  raterSchema,
} from '@/lib/quality/agreement/contract'
import { sliceKinds } from '@/lib/workspace/items/contract'

const measureParams = z.object({
  projectId: z.uuid(),
  stage: z.string().max(100),
  measure: z.string().max(100),
})

/** What is computed of two raters. The indices are of two categories only (Byrt, Bishop & Carlin 1993). */
export const pairCoefficientKeys = [
  'percent',
  'cohen',
  'cohenLinear',
  'cohenQuadratic',
  'cohenDistances',
  'scott',
  'alpha',
  'ac1',
  'brennanPrediger',
  'icc',
  'prevalenceIndex',
  'biasIndex',
] as const
export type PairCoefficientKey = (typeof pairCoefficientKeys)[number]

/** Two raters: annotators, or an annotator and gold or a model. */
export const pairSchema = z.object({
  /** Keys of two raters; gold and models are always second. */
  first: z.string(),
  second: z.string(),
  /** Units that both rated, and their responses. */
  n: z.number().int(),
  responses: z.number().int(),
  /** All of `pairCoefficientKeys` that the measure has, in their order. `cohen` has an interval. */
  coefficients: z.array(z.object({ key: z.enum(pairCoefficientKeys), estimate: estimateSchema })),
  /** Rows: the first rater's value; columns: the second's; both in the order of the categories. */
  confusion: z.array(z.array(z.number().int())),
})
export type PairView = z.infer<typeof pairSchema>

export const measureDetailSchema = z.object({
  version: z.string(),
  intervals: intervalsState,
  showsItems: z.boolean(),
  thresholds: z.array(z.number()),
  stage: z.object({ key: z.string(), title: z.string() }),
  measure: measureSchema,
  raters: z.array(raterSchema),
  /** Every two annotators with common units. */
  pairs: z.array(pairSchema),
  /** Every annotator with gold and with each model, over the units that both rated. */
  references: z.array(pairSchema),
})
export type MeasureDetail = z.infer<typeof measureDetailSchema>

export const getMeasureEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/agreement/{stage}/{measure}',
  summary: 'One measure: every two annotators, annotators with gold and models, confusion',
  tag: 'agreement',
  auth: 'actor',
  params: measureParams,
  response: measureDetailSchema,
})

export const slicesSchema = z.object({
  version: z.string(),
  intervals: intervalsState,
  by: z.enum(sliceKinds),
  slices: z.array(
    z.object({
      /** The domain, source, tag, version of the guidelines, arm, or Monday (YYYY-MM-DD); null: none, or mixed. */
      value: z.string().nullable(),
      title: z.string(),
      figures: figuresSchema,
    }),
  ),
  /** Every slice with a value counts the same, beside the pooled figure in which every unit does. */
  meanOfSlices: z.object({ percent: z.number().nullable(), slices: z.number().int() }),
})
export type Slices = z.infer<typeof slicesSchema>

export const getSlicesEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/agreement/{stage}/{measure}/slices',
  summary: 'One measure by domain, source, version of the guidelines, pre-fill arm or week',
  tag: 'agreement',
  auth: 'actor',
  params: measureParams,
  query: z.object({ by: z.enum(sliceKinds) }),
  response: slicesSchema,
})
