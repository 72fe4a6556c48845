/** What people have done and how it compares: for managers by name, for annotators their own. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { figuresStateSchema } from '@/lib/quality/agreement/ledger/contract'
import { pairFiguresSchema, personCalibrationSchema } from '@/lib/quality/calibration/contract'
import { roleSchema } from '@/lib/workspace/users/members/contract'

/** One person's work in one stage: independent or not, round 1, of tasks whose annotators have all submitted. */
export const workSchema = z.object({
  stage: z.string(),
  title: z.string(),
  tasks: z.number().int(),
  /** Units answered about, and answers given, in as many tasks as `figures` of the whole says; null while they are not counted yet. */
  units: z.number().int().nullable(),
  labels: z.number().int().nullable(),
  /** Submitted tasks whose other annotators are still at work; for managers only. */
  waiting: z.number().int().nullable(),
  /** Active minutes a task: quartiles over tasks with any; null with fewer than ten such tasks. */
  minutes: z.object({ low: z.number(), median: z.number(), high: z.number() }).nullable(),
  timedTasks: z.number().int(),
})
export type Work = z.infer<typeof workSchema>

/** Units rated alike of all that both rated; percent is null with fewer than ten. */
const alikeSchema = z.object({ alike: z.number().int(), units: z.number().int(), percent: z.number().nullable() })
export type Alike = z.infer<typeof alikeSchema>

export const personMeasureSchema = z.object({
  stage: z.string(),
  measure: z.string(),
  /** Pooled over all partners: every pair of this person's rating and a partner's of the same unit. */
  partners: pairFiguresSchema,
  gold: pairFiguresSchema,
  /** How often each category was given, by this person and by partners, over the same pairs of ratings. */
  given: z.array(z.object({ value: z.string(), own: z.number().int(), others: z.number().int() })),
  /** By the week (its Monday, UTC) in which this person submitted. */
  weeks: z.array(z.object({ week: z.string(), partners: alikeSchema, gold: alikeSchema })),
})
export type PersonMeasure = z.infer<typeof personMeasureSchema>

const reasonsSchema = z.array(z.object({ reason: z.string(), count: z.number().int() }))

export const personSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** null for those who have left the project. */
  role: roleSchema.nullable(),
  work: z.array(workSchema),
  measures: z.array(personMeasureSchema),
  /** For managers only: what is served blind stays blind. */
  calibration: personCalibrationSchema.nullable(),
  skips: reasonsSchema,
  discards: reasonsSchema,
})
export type Person = z.infer<typeof personSchema>

export const headSchema = z.object({
  stage: z.string(),
  stageTitle: z.string(),
  measure: z.string(),
  title: z.string(),
  unitOfAnalysis: z.string(),
  categories: z.array(
    z.object({ value: z.string(), text: z.string(), tone: z.enum(['positive', 'partial', 'negative', 'neutral']) }),
  ),
})
export type MeasureHeading = z.infer<typeof headSchema>

export const peopleSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  rules: z.array(z.string()),
  figures: figuresStateSchema,
  /** `pending`: a worker is computing them, or newer figures with theirs. */
  intervals: z.enum(['complete', 'pending']),
  /** Revealed tasks that are still being put through the measures; of one's own figures, those of one's own tasks. */
  awaited: z.number().int(),
  measures: z.array(headSchema),
  people: z.array(personSchema),
})
export type People = z.infer<typeof peopleSchema>

const common = { tag: 'people', auth: 'actor' } as const

export const listPeopleEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/people',
  summary: 'Everybody’s volume, time, agreement, drift and calibration; for managers',
  params: z.object({ projectId: z.uuid() }),
  response: peopleSchema,
})

export const getOwnFiguresEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/people/me',
  summary: 'Your own figures, from tasks whose annotators have all submitted; for members who annotate',
  params: z.object({ projectId: z.uuid() }),
  response: peopleSchema,
})
