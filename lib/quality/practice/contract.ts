/** Practice: tasks whose answers are known, made before the first task of a stage and counted nowhere else (docs/decisions/098-practice.md). */
import { z } from 'zod'
import { unitSchema, workedItemSchema } from '@/lib/annotation/annotations/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { isStorable, UNSTORABLE_TEXT } from '@/lib/platform/api/input'
import type { Json } from '@/lib/protocols/protocol'
import { judgedQuestionSchema } from '@/lib/quality/calibration/contract'

const json: z.ZodType<Json> = z.json()
const answersSchema = z.record(z.string().max(100), z.record(z.string().max(100), json))

/** What practice asks of one question; each null where it asks for nothing. */
export const practiceBarSchema = z.object({
  /** The least percent of the units of the rare value that were given it. */
  recall: z.number().int().min(0).max(100).nullable(),
  /** The least Cohen's kappa with what is expected, in hundredths. */
  kappa: z.number().int().min(0).max(100).nullable(),
})
export type PracticeBar = z.infer<typeof practiceBarSchema>

export const practiceSettingsSchema = z.object({
  /** Does practice of a stage come before its first task? */
  required: z.boolean(),
  /** Bars of questions, by "stage/measure". In a change: of the questions that it names; the others stay. */
  bars: z.record(z.string().max(200), practiceBarSchema),
})
export type PracticeSettings = z.infer<typeof practiceSettingsSchema>

/** Where a person stands in a stage. `none`: there is nothing to practise with. `missed`: all done, and a bar is not reached. */
export const practiceStates = ['none', 'todo', 'missed', 'done'] as const
export type PracticeState = (typeof practiceStates)[number]

export const practiceItemSchema = z.object({
  key: z.string(),
  title: z.string(),
  /** Was it added from the project's own gold? */
  own: z.boolean(),
  attempts: z.number().int(),
  /**
   * The last attempt: so many answers that are held against what is expected, and so many of them that say the same. `readable`: is the item
   * as it was answered, so that the result can be read again?
   */
  latest: z
    .object({ asExpected: z.number().int(), judged: z.number().int(), at: z.iso.datetime(), readable: z.boolean() })
    .nullable(),
})
export type PracticeItem = z.infer<typeof practiceItemSchema>

export const practiceStageSchema = z.object({
  stage: z.string(),
  title: z.string(),
  items: z.array(practiceItemSchema),
  state: z.enum(practiceStates),
  /** The questions with a bar, by the last attempt at each item. */
  bars: z.array(judgedQuestionSchema),
  /** Has the reader begun a task of the stage? Practice is offered before the first. */
  begun: z.boolean(),
})
export type PracticeStage = z.infer<typeof practiceStageSchema>

export const practiceSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  /** Does the project ask the reader for practice? Not whom a manager lets begin without. */
  required: z.boolean(),
  stages: z.array(practiceStageSchema),
})
export type Practice = z.infer<typeof practiceSchema>

const common = { tag: 'practice', auth: 'actor' } as const
const projectParams = z.object({ projectId: z.uuid() })
const itemParams = z.object({ projectId: z.uuid(), stage: z.string().max(100), key: z.string().max(100) })

export const getPracticeEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/practice',
  summary: 'What there is to practise with in a project, stage by stage, and where you stand',
  params: projectParams,
  response: practiceSchema,
})

export const practiceTaskSchema = z.object({
  userId: z.uuid(),
  project: z.object({ id: z.uuid(), name: z.string() }),
  protocolId: z.string(),
  stage: z.string(),
  key: z.string(),
  /** Its place among those of the stage, from 1, of so many. */
  place: z.number().int(),
  of: z.number().int(),
  item: workedItemSchema,
  units: z.array(unitSchema),
  /** The keys of the shuffled units in the order in which they are shown; missing where none are shuffled. */
  shown: z.array(z.string()).optional(),
  /** The item of the stage to go on to: the first that was not tried yet, else the one behind it; null where it is the only one. */
  next: z.string().nullable(),
  /** Does the project ask the reader for practice? */
  required: z.boolean(),
  /** How often the reader has answered it, and their last attempt. */
  attempts: z.int32(),
  latest: practiceItemSchema.shape.latest,
})
export type PracticeTaskView = z.infer<typeof practiceTaskSchema>

export const getPracticeTaskEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/practice/{stage}/{key}',
  summary: 'One item to practise with; what is expected comes with the answer to an attempt',
  params: itemParams,
  response: practiceTaskSchema,
})

/**
 * `same`, `other`: held against what is expected. `free`: everybody’s own words, which nothing is held against. Of an entry of a list:
 * `missing`: expected and not listed; `added`: listed and not expected.
 */
export const verdicts = ['same', 'other', 'free', 'missing', 'added'] as const
export type Verdict = (typeof verdicts)[number]

export const comparedAnswerSchema = z.object({
  /** The question's key; null where the unit itself, an entry of a list, is what was expected or added. */
  question: z.string().nullable(),
  expected: json,
  own: json,
  verdict: z.enum(verdicts),
  /** Why what is expected is right; null where nobody wrote it down. */
  why: z.string().nullable(),
})
export type ComparedAnswer = z.infer<typeof comparedAnswerSchema>

export const comparedUnitSchema = z.object({ unit: unitSchema, answers: z.array(comparedAnswerSchema) })
export type ComparedUnit = z.infer<typeof comparedUnitSchema>

export const practiceFeedbackSchema = z.object({
  /** What the person answered, and when. */
  answers: answersSchema,
  at: z.iso.datetime(),
  asExpected: z.number().int(),
  judged: z.number().int(),
  units: z.array(comparedUnitSchema),
  /** Where the person stands in the stage with this attempt. */
  stage: practiceStageSchema,
})
export type PracticeFeedback = z.infer<typeof practiceFeedbackSchema>

export const submitPracticeEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/practice/{stage}/{key}',
  summary: 'Answer an item to practise with: what is expected beside what you said, and why',
  params: itemParams,
  body: z.object({
    answers: answersSchema.refine(isStorable, UNSTORABLE_TEXT),
    /** The number of this attempt, from 1, so that it is made once however often it is sent. Where that many were made already, it is refused unless the last of them gave the same answers. */
    attempt: z.int32().min(1).optional(),
  }),
  response: practiceFeedbackSchema,
})

export const getPracticeResultEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/practice/{stage}/{key}/result',
  summary: 'Your last attempt at an item that you have answered, beside what was expected, and why',
  params: itemParams,
  response: practiceFeedbackSchema,
})

export const updatePracticeEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/projects/{projectId}/practice',
  summary: 'Ask for practice before the first task of a stage, and set bars; for managers',
  params: projectParams,
  body: practiceSettingsSchema.partial(),
  response: practiceSettingsSchema,
})
