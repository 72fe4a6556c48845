import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { intervalMethods } from '@/lib/stats/interval-limits'
import { queueOrders } from '@/lib/workspace/projects/contract'

/** Fewer units than this with two ratings or more: counts are shown, coefficients and percentages are not. */
export const MIN_UNITS = 10
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
  /** Fleiss' kappa where not every unit was rated by the same number of people. */
  'incomplete-data',
  /** Made for two categories only: bias and prevalence index. */
  'not-two-categories',
] as const
export type NoValueReason = (typeof noValueReasons)[number]

/** Where fewer than `FEWEST_RESAMPLED` responses are resampled there is no interval; below `FEWEST_UNMARKED` it is marked wherever it is shown. */
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
  /** How the limits are computed from the resamples. */
  method: z.enum(intervalMethods),
  /** The percentile limits of the same resamples. */
  percentile: z.object({ low: z.number(), high: z.number() }),
  /**
   * Of percent agreement and alpha of `FEWEST_ANNOTATORS` annotators or more: limits from resamples of annotators and responses at once, which
   * hold for other annotators as well; all others hold for these ones.
   */
  withAnnotators: z
    .object({
      low: z.number(),
      high: z.number(),
      percentile: z.object({ low: z.number(), high: z.number() }),
      undefinedResamples: z.number().int(),
      /** How many annotators each resample draws. */
      annotators: z.number().int(),
    })
    .optional(),
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

/**
 * Everything that is computed of many raters' ratings, in the order shown. `alphaWeighted`: by the measure's own distance
 * table; `meanCohen`: of all pairs of annotators (Light), of ordered values with weights too; `brennanPrediger`: with two categories, PABAK;
 * `icc`: of numbers. `conger` and `iccAgreement` only where every annotator rated every unit, Conger's kappa of three or more.
 */
export const coefficientKeys = [
  'percent',
  'unanimous',
  'alpha',
  'alphaWeighted',
  'fleiss',
  'meanCohen',
  'meanCohenLinear',
  'meanCohenQuadratic',
  'conger',
  'ac1',
  'brennanPrediger',
  'icc',
  'iccAgreement',
] as const
export type CoefficientKey = (typeof coefficientKeys)[number]

/** How units with three ratings or more were rated: the last three add up to the first. */
export const majoritiesSchema = z.object({
  units: z.number().int(),
  /** By all the same. */
  all: z.number().int(),
  /** The same by more than half of those who rated it, but not by all. */
  majority: z.number().int(),
  /** No value has more than half of the ratings. */
  none: z.number().int(),
})
export type Majorities = z.infer<typeof majoritiesSchema>

export const figuresSchema = z.object({
  units: z.number().int(),
  unitsWithTwo: z.number().int(),
  /** Of these, units on which all ratings are the same. */
  unanimous: z.number().int(),
  /** null where no unit has three ratings. */
  majorities: majoritiesSchema.nullable(),
  ratings: z.number().int(),
  /** With a rated unit; and of these, with a unit that was rated twice, which are what intervals resample. */
  responses: z.number().int(),
  responsesWithTwo: z.number().int(),
  raters: z.number().int(),
  percent: estimateSchema,
  /** Krippendorff's alpha over all annotators at the measure's level: the headline. */
  alpha: estimateSchema,
  /** All others of `coefficientKeys` that the measure has, in their order. */
  others: z.array(z.object({ key: z.enum(coefficientKeys), estimate: estimateSchema })),
  /** How often each category was given, by all annotators together, and how well they agree on it against all others. */
  categories: z.array(
    z.object({ value: z.string(), count: z.number().int(), share: z.number().nullable(), alpha: estimateSchema }),
  ),
  /**
   * Every pair of ratings of one unit, whoever gave them, counted once: rows and columns are categories, and only cells
   * with row <= column are used.
   */
  confusion: z.array(z.array(z.number().int())),
})
export type Figures = z.infer<typeof figuresSchema>

const tone = z.enum(['positive', 'partial', 'negative', 'neutral'])

export const measureHeadSchema = z.object({
  key: z.string(),
  title: z.string(),
  unitOfAnalysis: z.string(),
  level: z.enum(['nominal', 'ordinal', 'interval']),
  categories: z.array(z.object({ value: z.string(), text: z.string(), tone })),
  /** The distance of every two categories, where the measure has a table of its own; `alphaWeighted` uses it. */
  distances: z.array(z.array(z.number())).nullable(),
})
export type MeasureHead = z.infer<typeof measureHeadSchema>

export const measureSchema = measureHeadSchema.extend({ all: figuresSchema })
export type MeasureView = z.infer<typeof measureSchema>

/** Agreement of lists, texts and spans: what two annotators' answers have in common. */
export const comparisonSchema = z.object({
  key: z.string(),
  title: z.string(),
  unitOfAnalysis: z.string(),
  /** Units compared, pairs of annotators' answers to them, and responses. */
  units: z.number().int(),
  pairs: z.number().int(),
  responses: z.number().int(),
  figures: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      /** `count`: a plain number, such as entries without a partner; it has no interval. */
      form: z.enum(['share', 'coefficient', 'distance', 'count']),
      estimate: estimateSchema,
    }),
  ),
})
export type ComparisonView = z.infer<typeof comparisonSchema>

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
    /** Revealed tasks that are still being put through the measures; they enter the figures in a moment. */
    awaited: z.number().int(),
  }),
  /** Submitted annotations of revealed tasks that were not made independently and so are left out. */
  notIndependent: z.number().int(),
  /**
   * Set where the queue has followed what models say: since when, and the order in force now. Until every task is finished,
   * what is counted is a chosen sample of the items.
   */
  chosen: z
    .object({ order: z.enum(queueOrders), since: z.iso.datetime() })
    .nullable()
    .default(null),
  measures: z.array(measureSchema),
  comparisons: z.array(comparisonSchema),
})
export type StageAgreement = z.infer<typeof stageAgreementSchema>

/** Annotators by alias; by name for managers, once every task counted is gold. Gold and models stand apart. */
export const raterSchema = z.object({
  /** "a1" for annotator 1, "gold", "run:<id>". */
  key: z.string(),
  kind: z.enum(['annotator', 'gold', 'model']),
  name: z.string(),
  userId: z.uuid().nullable(),
})
export type RaterView = z.infer<typeof raterSchema>

export const intervalsState = z.enum(['complete', 'pending'])

export const agreementSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string(), protocol: z.string() }),
  /** How the figures are made, in sentences. */
  rules: z.object({
    data: z.string(),
    percent: z.string(),
    kappa: z.string(),
    alpha: z.string(),
    interval: z.string(),
    annotators: z.string(),
    gold: z.string(),
    smallSamples: z.string(),
  }),
  thresholds: z.array(z.number()),
  /** The data that the figures are made from: another version, other figures. */
  version: z.string(),
  /** `pending`: a worker is computing them; whoever listens to the stream hears when they are there. */
  intervals: intervalsState,
  /** May the reader know which items were answered how? */
  showsItems: z.boolean(),
  /** What rests on answers of an earlier version of the protocol file, and what became of such answers, in sentences. */
  earlier: z.array(z.string()),
  raters: z.array(raterSchema),
  stages: z.array(stageAgreementSchema),
})
export type Agreement = z.infer<typeof agreementSchema>

/** How limits are made of resamples; the usual way when left out. */
export const intervalMethodQuery = z.enum(intervalMethods).optional()

const projectParams = z.object({ projectId: z.uuid() })

export const getAgreementEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/agreement',
  summary: 'Agreement of independent annotators on revealed tasks: every stage and measure',
  tag: 'agreement',
  auth: 'actor',
  params: projectParams,
  query: z.object({
    /** `always` waits for the intervals of a large project, a minute where ASSAY_FIGURES_SECONDS says nothing else; else, and after that, they may be pending. */
    intervals: z.enum(['always', 'when_quick']).default('always'),
    method: intervalMethodQuery,
  }),
  response: agreementSchema,
})

/** Says `version` whenever the project's figures may have changed: on connecting, at reveals, when intervals are there. */
export const streamAgreementEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/agreement/stream',
  summary: 'Server-sent events: the version of the data that agreement is counted from, whenever it changes',
  tag: 'agreement',
  auth: 'actor',
  params: projectParams,
  response: { stream: ['text/event-stream'] },
})
