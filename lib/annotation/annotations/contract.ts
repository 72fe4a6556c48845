import { z } from 'zod'
import { nextTaskSchema } from '@/lib/annotation/assignments/contract'
import { ownInquirySchema } from '@/lib/annotation/inquiries/contract'
import { givenArmSchema, givenSuggestionSchema } from '@/lib/annotation/suggestions/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { isStorable, UNSTORABLE_TEXT } from '@/lib/platform/api/input'
import type { Json } from '@/lib/protocols/protocol'
import { staleSchema } from '@/lib/workspace/tasks/contract'

/** Nobody who gives no sign for so long is thought to be at work. */
export const IDLE_AFTER_MS = 60_000

const taskParams = z.object({ taskId: z.uuid() })

/** How an answer can come from a person; `imported` and `carried` are written by the product itself. */
export const answerOrigins = ['typed', 'chosen', 'suggestion', 'bulk'] as const
export type AnswerOrigin = (typeof answerOrigins)[number]

/** How a change came about; `suggestionId` exactly when a suggestion was accepted. */
export interface AnswerCause {
  origin: AnswerOrigin
  suggestionId?: string
}

const json: z.ZodType<Json> = z.json()
const value = json.refine(isStorable, UNSTORABLE_TEXT)

/**
 * Which step of its maker's work a change is a part of, and whether it does, takes back or repeats that step. The event log
 * keeps it: undo is rebuilt from there.
 */
export const stepMarkSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  way: z.enum(['do', 'undo', 'redo']),
})
export type StepMark = z.infer<typeof stepMarkSchema>

/** One change. `expectedRevision` is the revision it was made on, 0 where there was no answer; `null` clears. */
const changeBody = z.object({
  unit: z.string().min(1).max(100),
  question: z.string().min(1).max(100),
  value,
  expectedRevision: z.int32().min(0),
  origin: z.enum(answerOrigins),
  suggestionId: z.uuid().nullish(),
  /** Left out, the request is the step. */
  step: stepMarkSchema.nullish(),
})
export type SaveChange = z.output<typeof changeBody>

/** One's open annotation that the change was made in: a task that was sent back has a new one in its new round. */
const annotationId = z.uuid()

export const saveAnswerBody = changeBody.extend({ annotationId })
export type SaveAnswer = z.output<typeof saveAnswerBody>

/** An answer as the server has it. */
export const savedAnswerSchema = z.object({
  unit: z.string(),
  question: z.string(),
  value: json,
  revision: z.number().int(),
  savedAt: z.iso.datetime(),
})
export type SavedAnswer = z.infer<typeof savedAnswerSchema>

/** What became of one change of several. `conflict` carries what is there now; nothing was written for that change. */
export const answerOutcomeSchema = z.discriminatedUnion('status', [
  savedAnswerSchema.extend({ status: z.literal('saved') }),
  savedAnswerSchema.extend({ status: z.literal('conflict') }),
  z.object({ status: z.literal('refused'), unit: z.string(), question: z.string(), message: z.string() }),
])
export type AnswerOutcome = z.infer<typeof answerOutcomeSchema>

export const MAX_ANSWERS_AT_ONCE = 200

export const saveAnswersBody = z.object({
  annotationId,
  answers: z
    .array(changeBody)
    .min(1)
    .max(MAX_ANSWERS_AT_ONCE)
    .refine(
      (answers) => new Set(answers.map((answer) => `${answer.unit} ${answer.question}`)).size === answers.length,
      'Each question of a unit may be answered once in a request.',
    ),
})

/** A unit on the wire. `parent`: the key of the unit it is a part of; `data`: what else its protocol knows of it. */
export const unitSchema = z.object({
  key: z.string(),
  kind: z.string(),
  text: z.string(),
  parent: z.string().optional(),
  data: json.optional(),
})

/** The item of a task, as whoever works on the task is told of it. */
export const workedItemSchema = z.object({
  position: z.number().int(),
  title: z.string(),
  externalId: z.string().nullable(),
  domain: z.string().nullable(),
  source: z.string().nullable(),
  content: json,
})

export const workbenchAnswerSchema = savedAnswerSchema.extend({
  origin: z.enum(['typed', 'chosen', 'suggestion', 'bulk', 'imported', 'carried']),
})

/** A submission that can still be taken back by who made it. `seconds`: how long yet, for devices whose clock is wrong. */
export const heldSchema = z.object({ until: z.iso.datetime(), seconds: z.number() })
export type Held = z.infer<typeof heldSchema>

/** What became of a submission: frozen at a moment, or held. One of the two is set. */
export const submissionSchema = z.object({ submittedAt: z.iso.datetime().nullable(), held: heldSchema.nullable() })
export type Submission = z.infer<typeof submissionSchema>

/** Everything the workbench shows. Questions are functions, so the reader finds them in the protocol by its id. */
export const workbenchSchema = z.object({
  /** Whose annotation it is: the reader's own. */
  userId: z.uuid(),
  annotationId: z.uuid(),
  taskId: z.uuid(),
  projectId: z.uuid(),
  projectName: z.string(),
  protocolId: z.string(),
  stageKey: z.string(),
  round: z.number().int(),
  /** `reading`: one's own answers, which cannot be changed (any more). */
  mode: z.enum(['editing', 'reading']),
  submittedAt: z.iso.datetime().nullable(),
  /** Submitted, and can be taken back; missing otherwise. */
  held: heldSchema.optional(),
  /** For how many seconds a submission can be taken back on this server; missing: it cannot. */
  takeBackSeconds: z.number().int().optional(),
  item: workedItemSchema,
  /** In the order in which they are shown. */
  units: z.array(unitSchema),
  /** The keys of the shuffled units in that order, which is this annotator's own; missing where none are shuffled. */
  shown: z.array(z.string()).optional(),
  answers: z.array(workbenchAnswerSchema),
  /** What this annotation may see of what machines or files propose. */
  suggestions: z.array(givenSuggestionSchema),
  /** Where suggestions come at once, and where only after answering. */
  arms: z.array(givenArmSchema).optional(),
  /** Why the task came back, when it did. */
  sentBack: z.object({ comment: z.string(), at: z.iso.datetime() }).nullable(),
  /** What this annotator asked the managers about the task, oldest first; missing where they asked nothing. */
  inquiries: z.array(ownInquirySchema).optional(),
  /** What newer gold of an earlier stage would change, until somebody settles that; missing where nothing is stale. */
  stale: staleSchema.optional(),
  /** What was taken over into this round, to be looked at again; missing where the round began otherwise. */
  takenOver: staleSchema.optional(),
  guidelineVersion: z.number().int().nullable(),
  /** When the reservation lapses without a sign of life; null where a manager assigned the task. */
  expiresAt: z.iso.datetime().nullable(),
  abilities: z.object({ annotate: z.boolean() }),
  /** Fetched ahead: nothing of it is begun on the server before its reader opens it. */
  foreseen: z.literal(true).optional(),
})
export type Workbench = z.infer<typeof workbenchSchema>

export const openWorkbenchEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/annotation',
  summary: 'Open your own annotation of a task (made when there is none), or read what you submitted',
  tag: 'annotations',
  auth: 'actor',
  params: taskParams,
  response: workbenchSchema,
})

export const openNextTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/next-task/annotation',
  summary: 'Continue your open task, or take the next one from the queue, and open your annotation of it',
  tag: 'annotations',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  response: nextTaskSchema.extend({
    /**
     * As opening the task answers; null where there is no task, and where something comes before it, such as guidelines to confirm. The
     * task is kept for you all the same, and opening it says what that is.
     */
    workbench: workbenchSchema.nullable(),
  }),
})
export type OpenedNextTask = z.infer<typeof openNextTaskEndpoint.response>

/** How many tasks are fetched ahead. */
export const FORESEEN_TASKS = 2

export const listForeseenEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/foreseen',
  summary: 'The tasks that you are likely to get next, to have them at hand: nothing is reserved or opened',
  tag: 'annotations',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: z.object({
    /** The task one is at. */
    after: z.uuid(),
    /** Only what is one's own already: what is free is given out, with its workbench, when one asks for it. */
    own: z.enum(['true', 'false']).default('false'),
  }),
  response: z.object({
    tasks: z.array(
      z.object({
        /** One's own already. */
        held: z.boolean(),
        /** One's own, and no task comes before it that cannot be fetched ahead: it can be gone to without asking. */
        next: z.boolean(),
        workbench: workbenchSchema,
      }),
    ),
  }),
})
export type Foreseen = z.infer<typeof listForeseenEndpoint.response>

export const saveAnswerEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/tasks/{taskId}/answers',
  summary: 'Save one answer of your open annotation',
  tag: 'annotations',
  auth: 'actor',
  params: taskParams,
  body: saveAnswerBody,
  response: savedAnswerSchema,
})

export const saveAnswersEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/answers',
  summary: 'Save several answers of your open annotation; each has an outcome of its own',
  tag: 'annotations',
  auth: 'actor',
  params: taskParams,
  body: saveAnswersBody,
  response: z.object({ outcomes: z.array(answerOutcomeSchema) }),
})

export const submitAnnotationEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/submit',
  summary: 'Submit your annotation: it is frozen once it can no longer be taken back',
  tag: 'annotations',
  auth: 'actor',
  params: taskParams,
  body: z.object({
    /** What is to be submitted: an annotation of an earlier round is refused with 409. */
    annotationId: z.uuid(),
    /** Seconds of use since they were last reported; at most ten minutes count. */
    activeSeconds: z.number().int().min(0).max(600).default(0),
    /**
     * Under which version of the guidelines its annotator looked at it last: where it was opened under one that says something else,
     * nothing is submitted (409). Left out by programs.
     */
    guidelineVersion: z.int32().nullish(),
    /** `false` freezes it at once, also what can still be taken back: for programs, and for what has waited on a device. */
    hold: z.boolean().default(true),
  }),
  response: submissionSchema,
})

export const takeBackSubmissionEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/take-back',
  summary: 'Take back what you submitted a moment ago, before it is frozen',
  tag: 'annotations',
  auth: 'actor',
  params: taskParams,
  body: z.object({ annotationId: z.uuid() }),
  response: 'empty',
})

export const submissionsSchema = z.object({
  /** What can still be taken back, on the first page. */
  held: z.array(
    z.object({
      taskId: z.uuid(),
      annotationId: z.uuid(),
      position: z.number().int(),
      title: z.string(),
      round: z.number().int(),
      held: heldSchema,
    }),
  ),
  submissions: z.array(
    z.object({
      taskId: z.uuid(),
      position: z.number().int(),
      title: z.string(),
      round: z.number().int(),
      submittedAt: z.iso.datetime(),
    }),
  ),
  /** Pass it as `before` for the next page; null on the last. */
  next: z.string().nullable(),
})
export type Submissions = z.infer<typeof submissionsSchema>

export const listMySubmissionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/submissions',
  summary: 'What you have submitted in a project, latest first',
  tag: 'annotations',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: z.object({ before: z.uuid().optional() }),
  response: submissionsSchema,
})
