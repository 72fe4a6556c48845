/** What suggestions do to the labels: figures by arm. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** Fewer items than this on either side of a comparison: counts are shown, differences are not. */
export const MIN_ITEMS = 10
/** Fewer than this: intervals are shown with a warning, because they tend to be too narrow. */
export const FEW_ITEMS = 30
/** The longest list of items behind a number; of more, the first. */
export const MAX_ITEMS = 200
export const RESAMPLES = 2000
export const CONFIDENCE = 0.95
export const SEED = 1

/**
 * How a label came about: with the suggestion `shown` at once, `hidden` until it was answered, with `none` given though
 * there was one, or `before` there was one.
 */
export const labelArms = ['shown', 'hidden', 'none', 'before'] as const
export type LabelArm = (typeof labelArms)[number]

/** A count and the items behind it: all of them counted, the first of them by position; null for who may not know. */
export const armCellSchema = z.object({
  count: z.number().int(),
  inItems: z.number().int(),
  items: z.array(z.number().int()).nullable(),
})
export type ArmCell = z.infer<typeof armCellSchema>

const differenceSchema = z.object({
  /** null: undefined, for the reason in `words`. */
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Resamples in which it is undefined; they are left out of the limits. */
  undefinedResamples: z.number().int(),
  words: z.string().nullable(),
})
export type Difference = z.infer<typeof differenceSchema>

const armFiguresSchema = z.object({
  arm: z.enum(labelArms),
  labels: armCellSchema,
  /** Of these, in arms that chance chose. */
  randomised: z.number().int(),
  annotations: z.number().int(),
  /** Taken over with the key that accepts. */
  accepted: armCellSchema,
  /** The same value as the suggestion; of arm `hidden` before it was seen. */
  agreed: armCellSchema,
  /** Of arm `hidden`: changed after the suggestion was seen, and of these, to what it says. */
  changed: armCellSchema,
  towards: armCellSchema,
  /** Active seconds of the whole task, over annotations: median and quartiles. */
  seconds: z.object({ median: z.number(), low: z.number(), high: z.number() }).nullable(),
  values: z.array(z.object({ value: z.string(), cell: armCellSchema })),
})
export type ArmFigures = z.infer<typeof armFiguresSchema>

/** The labels on one side of the comparison. */
const sideSchema = z.object({ labels: armCellSchema, items: z.number().int() })
export type Side = z.infer<typeof sideSchema>

/** What suggestions do where gold says they are right, or wrong. */
const splitSchema = z.object({
  suggestion: z.enum(['right', 'wrong']),
  /** Were the arms of all labels compared chosen by chance? */
  causal: z.boolean(),
  shown: sideSchema.extend({ agreed: armCellSchema }),
  without: sideSchema.extend({ agreed: armCellSchema }),
  /** Share of labels that say what the suggestion says: shown minus without. */
  agreement: differenceSchema,
  /** What the difference says: automation bias, aversion, or neither. */
  words: z.string(),
})
export type Split = z.infer<typeof splitSchema>

const effectSchema = z.object({
  /** Were the arms of all labels compared chosen by chance? Only then is a difference an effect. */
  causal: z.boolean(),
  shown: sideSchema,
  without: sideSchema,
  /** Share of labels that say what the suggestion says: shown minus without. */
  agreement: differenceSchema,
  /** Total variation distance of the distributions of values: 0 alike, 1 nothing in common. Of choices only. */
  shift: differenceSchema.nullable(),
  /** About what it would be by chance alone, had the suggestion no influence. */
  shiftByChance: z.number().nullable(),
  values: z.array(z.object({ value: z.string(), difference: differenceSchema })),
  /** The same by whether the suggestion was right; empty where there is no gold, or none but one's own answers. Of choices only. */
  byCorrectness: z.array(splitSchema),
  /** What the difference in agreement says, in a sentence or two. */
  words: z.string(),
  warnings: z.array(z.string()),
})
export type Effect = z.infer<typeof effectSchema>

const tone = z.enum(['positive', 'partial', 'negative', 'neutral'])
export const anchoringQuestionSchema = z.object({
  stage: z.string(),
  stageTitle: z.string(),
  unitKind: z.string(),
  unitText: z.string(),
  question: z.string(),
  title: z.string(),
  form: z.string(),
  categories: z.array(z.object({ value: z.string(), text: z.string(), tone })),
  arms: z.array(armFiguresSchema),
  effect: effectSchema,
})
export type AnchoringQuestion = z.infer<typeof anchoringQuestionSchema>

export const anchoringSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  /** How the figures are made, in sentences. */
  rules: z.array(z.string()),
  /** The run whose suggestions labels are compared with; null: of each place the one with the highest score. */
  run: z.uuid().nullable(),
  runs: z.array(z.object({ id: z.uuid(), name: z.string() })),
  questions: z.array(anchoringQuestionSchema),
})
export type Anchoring = z.infer<typeof anchoringSchema>

export const getAnchoringEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/anchoring',
  summary: 'What suggestions do to the labels: acceptance, agreement, distribution and time by arm',
  tag: 'suggestions',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: z.object({
    /** Compare with this run's suggestions instead of those with the highest score. */
    run: z.uuid().optional(),
  }),
  response: anchoringSchema,
})

/** `script`: a program for Node with the data inside, which computes every figure again and compares. */
export const anchoringReceiptForms = ['json', 'script'] as const

export const getAnchoringReceiptEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/anchoring/receipt',
  summary:
    'What the differences that suggestions make are computed from: labels by item, arm and value; for managers and reviewers',
  tag: 'suggestions',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: z.object({ run: z.uuid().optional(), form: z.enum(anchoringReceiptForms).default('json') }),
  response: { stream: ['application/json', 'text/javascript'] },
})
