/** The report of an evaluation: one shape for the page, the API and the command line. */
import { z } from 'zod'

/** A figure with its limits; null with a reason where it is undefined. Limits are null where nothing was resampled. */
const figureSchema = z.object({
  value: z.number().nullable(),
  reason: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Resamples in which it is undefined; they are left out of the interval. */
  nUndefined: z.int(),
})
const figuresSchema = z.record(z.string(), figureSchema)

const stratumSchema = z.object({
  /** The key of one of the scoring's strata, and one of its values. */
  key: z.string(),
  value: z.string(),
  targets: z.int(),
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
  figures: figuresSchema,
  /** Rows gold, columns predictions, as the scoring names them. */
  confusion: z.array(z.array(z.number())).nullable(),
  strata: z.array(stratumSchema),
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
  /** First minus second, with the interval of the paired bootstrap. */
  differences: figuresSchema,
  mcnemar: mcnemarSchema.nullable(),
})

/** How alike two orders of the systems are, by the scoring's first figure: Kendall's tau-b. */
const rankingSchema = z.object({
  first: z.string(),
  second: z.string(),
  systems: z.int(),
  tau: z.number().nullable(),
})

const scoringSchema = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  unitOfAnalysis: z.string(),
  level: z.enum(['unit', 'item']),
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
  bootstrap: z.object({ resamples: z.int(), seed: z.int(), confidence: z.number() }),
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
