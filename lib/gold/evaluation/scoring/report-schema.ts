/** The report of an evaluation: one shape for the page, the API and the command line. */
import { z } from 'zod'
import { intervalMethods } from '@/lib/stats/interval-limits'
import { classReadings } from './rules'

/** A figure with its limits; null with a reason where it is undefined. Limits are null where nothing was resampled, or too few items. */
const figureSchema = z.object({
  value: z.number().nullable(),
  reason: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Resamples in which it is undefined; they are left out of the interval. */
  nUndefined: z.int(),
})
const figuresSchema = z.record(z.string(), figureSchema)

/** What the macro averages are over, by the titles of the classes; null where a scoring has none, or where every resample has its own. */
const classesSchema = z.array(z.string()).nullable()

const stratumSchema = z.object({
  /** The key of one of the scoring's strata, and one of its values. */
  key: z.string(),
  value: z.string(),
  targets: z.int(),
  /** What gold has to say here and the system said nothing of, and abstentions that the scoring leaves out. */
  missing: z.int(),
  leftOut: z.int(),
  /** Items that are resampled: those of which anything was scored. */
  resampled: z.int(),
  /** Its place here among the systems by the first figure, as in the whole. */
  rank: z.int().nullable(),
  classes: classesSchema,
  figures: figuresSchema,
})

const standingSchema = z.object({
  system: z.string(),
  /** A system of the task's own that needs no file, such as "always true". */
  baseline: z.boolean(),
  /** Facts of the system that its predictions brought along. */
  about: z.record(z.string(), z.string()),
  /** What was scored: targets, or items where the scoring looks at items. */
  scored: z.int(),
  /** Where the system abstained; the scoring says whether that counts. */
  abstained: z.int(),
  /** What gold has to say and the system said nothing of; left out of its figures. */
  missing: z.int(),
  /** Abstentions that the scoring leaves out of its figures. */
  leftOut: z.int(),
  /** Items that are resampled: those of which anything was scored. */
  resampled: z.int(),
  /** Its place among the systems by the first figure, from 1; null for baselines, and where part of the gold is missing or left out. */
  rank: z.int().nullable(),
  classes: classesSchema,
  figures: figuresSchema,
  /** Rows gold, columns predictions, as the scoring names them. */
  confusion: z.array(z.array(z.number())).nullable(),
  strata: z.array(stratumSchema),
})

/** Whether a difference may be chance, by exchanging whole items between the two systems. */
const testSchema = z.object({
  pValue: z.number(),
  /** By Holm's method, over the pairs of the report that are tested on this figure. */
  adjusted: z.number(),
  /** How many pairs those are. */
  pairs: z.int(),
})

const mcnemarSchema = z.object({
  method: z.enum(['exact', 'chi-squared']),
  /** Only the first was right, only the second. */
  onlyFirst: z.int(),
  onlySecond: z.int(),
  statistic: z.number().nullable(),
  pValue: z.number(),
})

const pairSchema = z.object({
  first: z.string(),
  second: z.string(),
  /** What both were scored on; everything of a pair is about these alone. */
  common: z.int(),
  /** Items that are resampled and exchanged: those of which both were scored on something. */
  resampled: z.int(),
  classes: classesSchema,
  /** First minus second, with the interval of the paired bootstrap. */
  differences: figuresSchema,
  /** By figure; those without a test are left out. */
  tests: z.record(z.string(), testSchema),
  /** Of who was right, target by target; only where it was asked for. */
  mcnemar: mcnemarSchema.nullable(),
})

/** What an order of systems is by: the scoring's first figure, of everything, of a stratum, its mean over all strata of a key; or a fact that is a number. */
const orderSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('all') }),
  z.object({ by: z.literal('stratum'), key: z.string(), value: z.string() }),
  z.object({ by: z.literal('average'), key: z.string() }),
  z.object({ by: z.literal('fact'), key: z.string() }),
])
export type Order = z.infer<typeof orderSchema>

/** How alike two orders of the systems are, by the scoring's first figure: Kendall's tau-b. */
const rankingSchema = z.object({
  first: z.string(),
  second: z.string(),
  systems: z.int(),
  tau: z.number().nullable(),
  /** What the two are by; reports that were made before this was told have none. */
  orders: z.tuple([orderSchema, orderSchema]).optional(),
})

/** The rows of the paper beside the report's own. */
const publishedSchema = z.object({
  /** The table of the paper. */
  source: z.string(),
  /** Targets of the whole published file; those of the report are `targets` of its scoring. */
  targets: z.int(),
  figures: z.array(
    z.object({
      system: z.string(),
      figure: z.string(),
      stratum: z.object({ key: z.string(), value: z.string() }).nullable(),
      /** As the paper prints it; null where it does not. */
      printed: z.string().nullable(),
      /** Of the whole published file. */
      recomputed: z.number(),
      /** Of this report, with its interval; null where no system of that name was scored. */
      here: figureSchema.nullable(),
      /** Items that the interval resamples; 0 without a figure. */
      resampled: z.int(),
      note: z.string().nullable(),
    }),
  ),
})

const scoringSchema = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  unitOfAnalysis: z.string(),
  level: z.enum(['unit', 'item']),
  /** What of the gold it scores: targets, or items. */
  targets: z.int(),
  figures: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      form: z.enum(['share', 'number']),
      better: z.enum(['high', 'low']).nullable(),
    }),
  ),
  line: z.object({ value: z.number(), text: z.string() }).nullable(),
  confusion: z.object({ rows: z.array(z.string()), columns: z.array(z.string()) }).nullable(),
  /** Has it lists of errors? */
  errors: z.boolean(),
  /** The leaderboard: best first by the first figure, undefined ones last. Baselines stand among the systems. */
  standings: z.array(standingSchema),
  pairs: z.array(pairSchema),
  rankings: z.array(rankingSchema),
  published: publishedSchema.nullable(),
})

const missedSchema = z.object({
  /** The line of the file; null for predictions that come from no file. */
  line: z.int().nullable(),
  system: z.string(),
  item: z.string().nullable(),
  unit: z.string().nullable(),
  /** The beginning of its text. */
  text: z.string().nullable(),
  /** Why it counts nowhere, and what to do. */
  reason: z.string(),
})

export const evaluationReportSchema = z.object({
  task: z.string(),
  title: z.string(),
  parameters: z.record(z.string(), z.json()),
  strata: z.array(
    z.object({ key: z.string(), title: z.string(), values: z.record(z.string(), z.string()).optional() }),
  ),
  items: z.int(),
  targets: z.int(),
  /** Predictions read, counted somewhere or not. */
  predictions: z.int(),
  /** What `prepare` found, such as K of each domain. */
  prepared: z.json(),
  bootstrap: z.object({
    resamples: z.int(),
    /** Of figures by stratum; 0 where that would take too long. */
    inStrata: z.int(),
    seed: z.int(),
    confidence: z.number(),
    /** How the limits are computed from the resamples. */
    method: z.enum(intervalMethods),
    /** `fixed`: macro averages are over classes of the whole data; `resample`: over those that occur in each resample. */
    classes: z.enum(classReadings),
    /** With fewer resampled items there is no interval and no test; with fewer than the second it is marked. */
    fewest: z.int(),
    marked: z.int(),
  }),
  systems: z.array(
    z.object({
      system: z.string(),
      baseline: z.boolean(),
      about: z.record(z.string(), z.string()),
      predictions: z.int(),
      missed: z.int(),
      repeated: z.int(),
    }),
  ),
  scorings: z.array(scoringSchema),
  /** Predictions that stand for nothing in the gold, and lines that could not be read: all counted, the first ones listed. */
  missed: z.object({ count: z.int(), listed: z.array(missedSchema) }),
  /** Predictions of what the same system had already spoken of; the first ones count. */
  repeated: z.object({ count: z.int(), listed: z.array(missedSchema) }),
  /** What a reader has to know of the figures, in sentences. */
  notes: z.array(z.string()),
})

export type EvaluationReport = z.infer<typeof evaluationReportSchema>
export type ScoringReport = z.infer<typeof scoringSchema>
export type Standing = z.infer<typeof standingSchema>
export type Figure = z.infer<typeof figureSchema>
export type Pair = z.infer<typeof pairSchema>
export type Published = z.infer<typeof publishedSchema>
export type Ranking = z.infer<typeof rankingSchema>
export type Missed = z.infer<typeof missedSchema>

/** A target that a system got wrong; an abstention counts as the scoring says. */
export const evaluationErrorSchema = z.object({
  /** From 1; null where predictions bring their items along. */
  position: z.int().nullable(),
  externalId: z.string().nullable(),
  /** null where whole items are scored. */
  unit: z.string().nullable(),
  gold: z.json(),
  value: z.json(),
})
export type EvaluationError = z.infer<typeof evaluationErrorSchema>
