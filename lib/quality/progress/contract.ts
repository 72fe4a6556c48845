/** How far a project is, when it will be done, and what time it costs. No figure here tells one person from another. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** Fewer observations than this: counts are shown, medians and forecasts of hours are not. */
export const MIN_OBSERVATIONS = 10
/** A forecast draws from the days since the so-many-th last day on which something was done, and needs at least so many. */
export const ACTIVE_DAYS = 20
export const LEAST_ACTIVE_DAYS = 5
export const FORECAST_RUNS = 2000
export const FORECAST_SEED = 1
/** The share of runs that a forecast's interval holds. */
export const FORECAST_SHARE = 0.8
/** Runs that take longer are given up: "more than two years". */
export const LONGEST_FORECAST_DAYS = 730
/** Saves of one annotation closer together than this are one act, whose time is shared equally by its decisions. */
export const ONE_ACT_MS = 100
/** Decisions are timed in so many annotations of a stage, the last submitted. */
export const MOST_TIMED = 1000
/** A question is slow when it takes so many times its share of the decisions in time. */
export const SLOW_FACTOR = 2

const day = z.iso.date()

const pointSchema = z.object({
  /** A day, or the Monday of a week (UTC). */
  day,
  /** Items that came in; tasks whose annotators have all submitted, and gold, all since the start. */
  items: z.number().int(),
  revealed: z.number().int(),
  gold: z.number().int(),
})
export type Point = z.infer<typeof pointSchema>

const forecastSchema = z.object({
  left: z.number().int(),
  /** The days drawn from, and on how many of them something was done. */
  days: z.number().int(),
  activeDays: z.number().int(),
  /** Calendar days (UTC): the median run, and the ends of the interval; null where there is none, for `words`. */
  median: day.nullable(),
  earliest: day.nullable(),
  /** null beside an `earliest`: more than two years. */
  latest: day.nullable(),
  words: z.string().nullable(),
})
export type Forecast = z.infer<typeof forecastSchema>

/** Median and quartiles (type 7); null below `MIN_OBSERVATIONS`. */
const spreadSchema = z.object({ median: z.number(), low: z.number(), high: z.number() }).nullable()
export type Spread = z.infer<typeof spreadSchema>

const fieldSchema = z.object({
  question: z.string(),
  title: z.string(),
  unitText: z.string(),
  /** Decisions: one question answered on one unit by one person, however often they changed it. */
  decisions: z.number().int(),
  seconds: spreadSchema,
  /** All its decisions together, and its share of the stage's. */
  totalSeconds: z.number(),
  share: z.number(),
  /** Decisions with a pause that was cut at the idle limit: they took at least what is counted. */
  cut: z.number().int(),
  slow: z.boolean(),
})
export type FieldTime = z.infer<typeof fieldSchema>

const stageSchema = z.object({
  key: z.string(),
  title: z.string(),
  /** Are its answers counted instead of settled? Then `gold` counts what is tallied. */
  votes: z.boolean(),
  /** Tasks of items that are not discarded. `withoutWork`: gold that was imported. */
  tasks: z.object({
    items: z.number().int(),
    revealed: z.number().int(),
    gold: z.number().int(),
    withoutWork: z.number().int(),
  }),
  points: z.array(pointSchema),
  /** Until every item is annotated by all, and until every item is gold. */
  forecasts: z.object({ revealed: forecastSchema, gold: forecastSchema }),
  /** Active minutes of annotation in round 1: of one person on one item, and of all of an item's annotators together. */
  minutes: z.object({
    shares: z.object({ n: z.number().int(), minutes: spreadSchema }),
    items: z.object({ n: z.number().int(), minutes: spreadSchema }),
    /** Annotations for which no time was measured; they count nowhere here. */
    unmeasured: z.number().int(),
    spentHours: z.number(),
    /** Hours of annotation for items that not all have annotated yet; null below `MIN_OBSERVATIONS` items. */
    left: z.object({ items: z.number().int(), hours: z.number(), low: z.number(), high: z.number() }).nullable(),
  }),
  /** In the order of the stage's questions; of its last `MOST_TIMED` annotations. */
  fields: z.array(fieldSchema),
})
export type StageProgress = z.infer<typeof stageSchema>

export const progressQuerySchema = z.object({ by: z.enum(['day', 'week']).default('day') })
export type ProgressQuery = z.output<typeof progressQuerySchema>
/** What the page's address asks for. `rate`: what an hour costs, as its reader typed it; the server makes nothing of it. */
export const progressPageSchema = progressQuerySchema.extend({ rate: z.string().max(20).default('') })

export const progressSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  by: z.enum(['day', 'week']),
  /** The day (UTC) that these figures are of. */
  today: day,
  rules: z.array(z.string()),
  stages: z.array(stageSchema),
})
export type Progress = z.infer<typeof progressSchema>

export const getProgressEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/progress',
  summary: 'Burn-up by stage, forecasts of completion, minutes by decision and item',
  tag: 'projects',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: progressQuerySchema,
  response: progressSchema,
})
