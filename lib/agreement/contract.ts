import { z } from 'zod'
import { endpoint } from '@/lib/api/endpoint'

/** Fewer units than this with two ratings or more: counts are shown, coefficients and percentages are not. */
export const MIN_UNITS = 10
/** The longest list of items behind a figure; longer ones are reached by a filter. */
export const MAX_ITEMS = 200
/** Krippendorff's lines for alpha: below the first nothing is concluded, from the second on data are relied upon. */
export const THRESHOLDS = [0.667, 0.8] as const
export const RESAMPLES = 2000
export const CONFIDENCE = 0.95
export const SEED = 1

export const noValueReasons = [
  'no-pairable-units',
  'no-variation',
  'single-category-universe',
  'k-is-zero',
  'empty',
  'too-few-units',
] as const

const intervalSchema = z.object({
  low: z.number(),
  high: z.number(),
  confidence: z.number(),
  resamples: z.number().int(),
  /** Resamples in which the figure is undefined; they are left out of the limits. */
  undefinedResamples: z.number().int(),
  /** How many responses each resample draws. */
  drawn: z.number().int(),
  seed: z.number().int(),
})

/** A figure, or why there is none, in words. */
export const estimateSchema = z.object({
  value: z.number().nullable(),
  reason: z.enum(noValueReasons).nullable(),
  words: z.string().nullable(),
  /** null when the figure has no value, or while intervals are pending. */
  interval: intervalSchema.nullable(),
})
export type EstimateView = z.infer<typeof estimateSchema>

/** A count with the positions of the items behind it; null when there are more than `MAX_ITEMS`, or not for the reader. */
export const cellSchema = z.object({ count: z.number().int(), items: z.array(z.number().int()).nullable() })
export type Cell = z.infer<typeof cellSchema>

const pairSchema = z.object({
  /** Keys of two raters. */
  first: z.string(),
  second: z.string(),
  /** Units that both rated. */
  n: z.number().int(),
  items: z.array(z.number().int()).nullable(),
  percent: estimateSchema,
  /** Cohen's kappa. */
  kappa: estimateSchema,
  /** Rows: the first rater's value; columns: the second's; both in the order of the categories. */
  confusion: z.array(z.array(cellSchema)),
})
export type PairView = z.infer<typeof pairSchema>

export const figuresSchema = z.object({
  units: z.number().int(),
  unitsWithTwo: z.number().int(),
  /** Of these, units on which all ratings are the same. */
  unanimous: z.number().int(),
  ratings: z.number().int(),
  responses: z.number().int(),
  raters: z.number().int(),
  percent: estimateSchema,
  /** Krippendorff's alpha over all raters. */
  alpha: estimateSchema,
  /** How often each category was given, by all raters together. */
  prevalence: z.array(z.object({ value: z.string(), share: z.number().nullable(), cell: cellSchema })),
  /**
   * Every pair of ratings of one unit, whoever gave them, counted once: rows and columns are categories, and only cells
   * with row <= column are used.
   */
  confusion: z.array(z.array(cellSchema)),
  pairs: z.array(pairSchema),
})
export type Figures = z.infer<typeof figuresSchema>

export const domainFiguresSchema = figuresSchema.extend({ domain: z.string().nullable(), title: z.string() })
export type DomainFigures = z.infer<typeof domainFiguresSchema>

const tone = z.enum(['positive', 'partial', 'negative', 'neutral'])

export const measureSchema = z.object({
  key: z.string(),
  title: z.string(),
  unitOfAnalysis: z.string(),
  level: z.enum(['nominal', 'ordinal', 'interval']),
  categories: z.array(z.object({ value: z.string(), text: z.string(), tone })),
  all: figuresSchema,
  domains: z.array(domainFiguresSchema),
  /** Every domain with a value counts the same, beside the pooled figure in which every unit does. */
  meanOfDomains: z.object({ percent: z.number().nullable(), domains: z.number().int() }),
})
export type MeasureView = z.infer<typeof measureSchema>

export const stageAgreementSchema = z.object({
  key: z.string(),
  title: z.string(),
  tasks: z.object({
    /** Revealed tasks with an independent annotation or more: the figures are about these. */
    counted: z.number().int(),
    /** Of these, tasks with only one. */
    singleRated: z.number().int(),
    /** Revealed tasks without any, such as imported gold. */
    withoutAnnotation: z.number().int(),
    discarded: z.number().int(),
    /** Tasks still blind or sent back; for managers only. */
    inProgress: z.number().int().nullable(),
  }),
  /** Submitted annotations of revealed tasks that were not made independently and so are left out. */
  notIndependent: z.number().int(),
  measures: z.array(measureSchema),
})
export type StageAgreement = z.infer<typeof stageAgreementSchema>

export const agreementSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string(), protocol: z.string() }),
  /** How the figures are made, in sentences. */
  rules: z.object({
    data: z.string(),
    percent: z.string(),
    kappa: z.string(),
    alpha: z.string(),
    interval: z.string(),
    smallSamples: z.string(),
  }),
  thresholds: z.array(z.number()),
  /** `pending`: intervals were left out because they take a moment; ask with `intervals=always`. */
  intervals: z.enum(['complete', 'pending']),
  /** May the reader know which items were answered how? */
  showsItems: z.boolean(),
  /** Annotators by alias; by name for managers, once every task counted is gold. */
  raters: z.array(z.object({ key: z.string(), name: z.string(), userId: z.uuid().nullable() })),
  stages: z.array(stageAgreementSchema),
})
export type Agreement = z.infer<typeof agreementSchema>

export const getAgreementEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/agreement',
  summary: 'Agreement of independent annotators on revealed tasks',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: z.object({
    /** `when_quick` leaves intervals out of large projects, where they take seconds. */
    intervals: z.enum(['always', 'when_quick']).default('always'),
  }),
  response: agreementSchema,
})
