import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { estimateSchema } from '@/lib/quality/agreement/contract'
import { pairFiguresSchema } from '@/lib/quality/calibration/contract'
import { INTERVAL_METHOD, intervalMethods } from '@/lib/stats/interval-limits'

/** The largest file that the server takes (bytes); the command line has no such limit. */
export const MAX_FILE_BYTES = 5_000_000
/** More raters than this are a mistake in choosing columns. */
export const MAX_RATERS = 100
/** More labels than this on a nominal or ordinal scale are texts, not labels. */
export const MAX_LABELS = 100
/** Read as "not rated" unless declared as a category. */
export const MISSING = ['NA', 'N/A', 'NaN', 'null'] as const
export const MAX_RESAMPLES = 20_000

export const levels = ['nominal', 'ordinal', 'interval'] as const
export type Level = (typeof levels)[number]

/** "a, b" or, for names that hold commas, a JSON list: ["a, b", "c"]. */
const listSchema = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    if (!text.trim().startsWith('[')) return text.split(',').map((name) => name.trim())
    const parsed = z.array(z.coerce.string()).safeParse(jsonIn(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: 'Write names separated by commas, or a JSON list of texts.' })
    return z.NEVER
  })
  .pipe(z.array(z.string()).max(1000))

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const columnSchema = z.string().trim().min(1).max(500)
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** How a file is to be read and counted; all of it as texts, so that the command line and addresses say the same. */
export const matrixOptionsSchema = z.object({
  level: z.enum(levels).optional(),
  /** The declared labels, in order. */
  categories: listSchema.optional(),
  /** A square table of distances as CSV: labels in the first row and the first column. */
  distances: z.string().max(100_000).optional(),
  raters: listSchema.optional(),
  /** Columns that name the unit together. */
  unit: listSchema.optional(),
  /** Columns that name together the response a unit belongs to; whole responses are resampled. */
  response: listSchema.optional(),
  /** Columns by whose values the figures are told apart. */
  by: listSchema.optional(),
  /** Only rows where a column has a value: column=value. */
  where: z.string().max(1000).optional(),
  /** Cells that mean "not rated"; replaces the usual ones. Empty cells always do. */
  missing: listSchema.optional(),
  /** A rater to be kept apart, such as gold: everybody else is compared with it. */
  reference: columnSchema.optional(),
  /** The column that names the system shown left. */
  order: columnSchema.optional(),
  /** Boundaries and list entries: how far apart two may be (positions), how alike two must be (0 to 1). */
  tolerance: whole(0, 1000).default(0),
  threshold: z.coerce.number().min(0).max(1).default(0.5),
  /** Of spans: may those of one annotator overlap? Left out: whether any do. */
  overlapping: z.enum(['true', 'false']).optional(),
  seed: whole(0, 0xffffffff).default(1),
  resamples: whole(100, MAX_RESAMPLES).default(2000),
  /** How the limits are computed from the resamples. */
  method: z.enum(intervalMethods).default(INTERVAL_METHOD),
  dawidSkene: z.enum(['true', 'false']).default('false'),
  mace: z.enum(['true', 'false']).default('false'),
  /** How one rater scores against what more than half of the others say. */
  ceiling: z.enum(['true', 'false']).default('false'),
})
export type MatrixOptions = z.output<typeof matrixOptionsSchema>
export type MatrixOptionsInput = z.input<typeof matrixOptionsSchema>

export const figureKeys = [
  'percent',
  'unanimous',
  'alpha',
  'alphaNominal',
  'alphaDistances',
  'fleiss',
  'light',
  'lightLinear',
  'lightQuadratic',
  'conger',
  'cohen',
  'cohenLinear',
  'cohenQuadratic',
  'cohenDistances',
  'scott',
  'ac1',
  'ac2',
  'brennanPrediger',
  'pabak',
  'icc',
  'iccAgreement',
  'prevalenceIndex',
  'biasIndex',
] as const
export type FigureKey = (typeof figureKeys)[number]

const figureSchema = z.object({ key: z.enum(figureKeys), title: z.string(), estimate: estimateSchema })
export type MatrixFigure = z.infer<typeof figureSchema>

const labelSchema = z.object({
  value: z.string(),
  count: z.number().int(),
  share: z.number().nullable(),
  /** Of this label against all others. */
  alpha: estimateSchema,
  fleiss: estimateSchema,
})
export type LabelFigures = z.infer<typeof labelSchema>

export const matrixFiguresSchema = z.object({
  units: z.number().int(),
  unitsWithTwo: z.number().int(),
  /** Of these, units on which all ratings are the same. */
  unanimous: z.number().int(),
  ratings: z.number().int(),
  /** With a rated unit; and of these, with a unit that was rated twice, which are what intervals resample. */
  responses: z.number().int(),
  responsesWithTwo: z.number().int(),
  raters: z.number().int(),
  /** Did every rater rate every unit? */
  complete: z.boolean(),
  figures: z.array(figureSchema),
  labels: z.array(labelSchema),
})
export type MatrixFigures = z.infer<typeof matrixFiguresSchema>

const pairSchema = z.object({
  first: z.string(),
  second: z.string(),
  /** Units that both rated. */
  n: z.number().int(),
  figures: z.array(figureSchema),
  /** Rows: the first rater's labels; columns: the second's; null where there are too many labels to lay them out. */
  confusion: z.array(z.array(z.number().int())).nullable(),
})
export type MatrixPair = z.infer<typeof pairSchema>

const shareSchema = z.object({
  count: z.number().int(),
  of: z.number().int(),
  share: z.number().nullable(),
  /** Wilson's 95% limits. */
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type Share = z.infer<typeof shareSchema>

/** The same ratings of pairs shown side by side, counted by what was chosen and by where it stood. */
export const sidesSchema = z.object({
  systems: z.array(z.string()),
  onSystem: matrixFiguresSchema,
  onSide: matrixFiguresSchema,
  /** Choices of the left side, among all choices of a side. */
  left: shareSchema,
  /** Units, or single presentations, in which the first system stood left. */
  firstSystemLeft: shareSchema,
  /** Mean of the share of left choices when the first system stood left and when it stood right: 0.5 without a side bias. */
  balancedLeft: z.number().nullable(),
  /** The gap between the two coefficients in sentences. */
  explanation: z.array(z.string()),
})
export type Sides = z.infer<typeof sidesSchema>

/** By Dawid and Skene how often the rater gives the likely label, by MACE how often the rater answers from knowledge. */
const estimateOfRater = z.object({ rater: z.string(), accuracy: z.number().nullable() })
/** A second opinion, never gold: the most likely labels and how reliable each rater looks beside them. */
export const secondOpinionSchema = z.object({
  converged: z.boolean(),
  rounds: z.number().int(),
  shares: z.array(z.object({ value: z.string(), share: z.number() })),
  raters: z.array(estimateOfRater),
  /** Units whose most likely label is not the one most raters gave. */
  unlikeMajority: z.number().int(),
  note: z.string(),
})
export type SecondOpinion = z.infer<typeof secondOpinionSchema>

const readSchema = z.object({
  /** What kind of file it was taken for, in words. */
  shape: z.string(),
  /** What was assumed, left out or looks odd, in sentences. */
  notes: z.array(z.string()),
})

const settingsSchema = z.object({
  seed: z.number().int(),
  resamples: z.number().int(),
  confidence: z.number(),
  /** How the limits are computed from the resamples. */
  method: z.enum(intervalMethods),
  /** How the figures are made, in sentences. */
  rules: z.array(z.string()),
})

export const ratingsReportSchema = z.object({
  kind: z.literal('ratings'),
  read: readSchema,
  settings: settingsSchema,
  level: z.enum(levels),
  categories: z.array(z.string()),
  raters: z.array(z.string()),
  reference: z.string().nullable(),
  all: matrixFiguresSchema,
  pairs: z.array(pairSchema),
  /** Every rater with the reference. */
  references: z.array(pairSchema),
  slices: z.array(z.object({ by: z.string(), value: z.string(), figures: matrixFiguresSchema })),
  sides: sidesSchema.nullable(),
  /** By Dawid and Skene’s model, and by MACE. */
  secondOpinion: secondOpinionSchema.nullable(),
  mace: secondOpinionSchema.nullable(),
  /** Each rater against what more than half of the others say of the same units; `rater` null: all of them together. */
  ceiling: z.array(z.object({ rater: z.string().nullable(), figures: pairFiguresSchema })).nullable(),
})
export type RatingsReport = z.infer<typeof ratingsReportSchema>

const comparedSchema = z.object({
  key: z.string(),
  title: z.string(),
  form: z.enum(['share', 'coefficient', 'distance', 'count']),
  estimate: estimateSchema,
})
export type Compared = z.infer<typeof comparedSchema>

const spanSchema = z.object({ start: z.number().int(), end: z.number().int(), label: z.string().nullable() })

/** Agreement of what has no labels: cuts, lists, texts and spans, compared two by two. */
export const comparisonReportSchema = z.object({
  kind: z.literal('comparison'),
  of: z.enum(['segmentations', 'lists', 'texts', 'spans']),
  read: readSchema,
  settings: settingsSchema,
  raters: z.array(z.string()),
  units: z.number().int(),
  responses: z.number().int(),
  /** Over all pairs of raters. */
  all: z.object({ n: z.number().int(), figures: z.array(comparedSchema) }),
  pairs: z.array(
    z.object({ first: z.string(), second: z.string(), n: z.number().int(), figures: z.array(comparedSchema) }),
  ),
  /** Of spans, as ratings of texts: whether anything is marked, and with each label; null of all else. */
  marked: z.array(z.object({ label: z.string().nullable(), figures: matrixFiguresSchema })).nullable(),
  /** Of spans, of every text: soft labels, runs of characters that equally many marked, and what more than half marked; null of all else. */
  texts: z
    .array(
      z.object({
        unit: z.string(),
        annotators: z.number().int(),
        soft: z.array(spanSchema.extend({ share: z.number() })),
        majority: z.array(spanSchema),
      }),
    )
    .nullable(),
})
export type ComparisonReport = z.infer<typeof comparisonReportSchema>

export const matrixReportSchema = z.discriminatedUnion('kind', [ratingsReportSchema, comparisonReportSchema])
export type MatrixReport = z.infer<typeof matrixReportSchema>

export const checkRatingsEndpoint = endpoint({
  method: 'POST',
  path: '/api/agreement',
  summary: 'Agreement of any rater matrix (CSV, JSON or JSON lines, at most 5 MB, as the body); nothing is stored',
  tag: 'agreement',
  auth: 'actor',
  // Intervals of up to 5 MB of ratings are resampled at once: the longest work that one request may ask for.
  cost: 30,
  query: matrixOptionsSchema,
  body: 'bytes',
  response: matrixReportSchema,
})
