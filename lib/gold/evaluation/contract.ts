import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { evaluationReportSchema } from './scoring/report-schema'

export type {
  EvaluationReport,
  Figure,
  Missed,
  Pair,
  Published,
  Ranking,
  ScoringReport,
  Standing,
} from './scoring/report-schema'
export { evaluationErrorSchema, evaluationReportSchema } from './scoring/report-schema'

/** Problems kept of one file; all of them are counted. */
export const KEPT_PROBLEMS = 1000
/** Predictions without a target that are kept of one file; all of them are counted. */
export const KEPT_MISSED = 1000
/** Problems, and predictions without a target, on a page. */
export const DETAIL_PAGE = 100
/** Different systems in one file. */
export const MOST_SYSTEMS_IN_FILE = 100
/** Characters of a system's name. */
export const LONGEST_SYSTEM = 200

export const evaluationStates = ['uploading', 'working', 'done', 'refused', 'failed'] as const
export type EvaluationStateName = (typeof evaluationStates)[number]

export const systemSchema = z.object({
  system: z.string(),
  /** Facts that it brings along, such as its family and size. */
  about: z.record(z.string(), z.string()),
  predictions: z.int(),
})
export type SystemView = z.infer<typeof systemSchema>

export const predictionProblemSchema = z.object({
  line: z.int(),
  /** As in the record; empty when it concerns the whole record. */
  field: z.string(),
  message: z.string(),
  /** What the person with the file can do. */
  fix: z.string(),
})
export type PredictionProblem = z.infer<typeof predictionProblemSchema>

export const evaluationSchema = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  task: z.string(),
  name: z.string(),
  /** The run of pre-fill whose proposals these are; null for files. */
  runId: z.uuid().nullable(),
  byteSize: z.int(),
  sha256: z.string().nullable(),
  state: z.enum(evaluationStates),
  /** 0 to 1, of the check. */
  progress: z.number(),
  predictions: z.int(),
  systems: z.array(systemSchema),
  /** Of its predictions, those that stood for something in the gold when the file came, and those that did not. */
  matched: z.int(),
  unmatched: z.int(),
  problemCount: z.int(),
  /** Why it failed, in a sentence. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type EvaluationView = z.infer<typeof evaluationSchema>

export const taskViewSchema = z.object({
  key: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.object({ paper: z.string(), section: z.string() }),
  /** The title of the stage whose gold it scores against; null: predictions bring everything along. */
  stage: z.string().nullable(),
  stageKey: z.string().nullable(),
  /** Items whose gold of that stage is there. */
  gold: z.int(),
  fields: z.array(z.object({ name: z.string(), required: z.boolean(), text: z.string() })),
  example: z.array(z.string()),
  strata: z.array(z.object({ key: z.string(), title: z.string() })),
  /** The parameters as a JSON schema. */
  parameters: z.json(),
  /** Does it score runs of pre-fill? */
  takesRuns: z.boolean(),
  /** Are there texts that could be compared by meaning? */
  comparesMeanings: z.boolean(),
})
export type TaskView = z.infer<typeof taskViewSchema>

/** Predictions that stand for nothing in the gold. */
export const missedSchema = evaluationReportSchema.shape.missed.shape.listed

const projectParams = z.object({ projectId: z.uuid() })
const evaluationParams = z.object({ evaluationId: z.uuid() })
const common = { tag: 'evaluation', auth: 'actor' } as const

export const listEvaluationsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/evaluations',
  summary: 'What the gold of a project can score, how predictions are written, and the systems that are there',
  params: projectParams,
  response: z.object({
    tasks: z.array(taskViewSchema),
    /** Newest first. */
    evaluations: z.array(evaluationSchema),
    /** Ended runs of pre-fill that can be added as systems, by task. */
    runs: z.array(z.object({ task: z.string(), id: z.uuid(), name: z.string() })),
    /** May the reader upload and delete? */
    canChange: z.boolean(),
    /** Receipts tell of single units, which viewers do not read. */
    hasReceipts: z.boolean(),
    maxBytes: z.int(),
    /** The model by which the reader can have texts compared by meaning; null: there is none, or they may not. */
    likenessModel: z.string().nullable(),
  }),
})
export type Evaluations = z.infer<typeof listEvaluationsEndpoint.response>

const noControls = (what: string) => z.string().regex(/^\P{Cc}*$/u, `${what} has no control characters.`)

/** How a log of Inspect is read. */
export const logChoiceSchema = z.object({
  /** Of a log of Inspect: the scorer whose answers are the predictions, where it has several. */
  scorer: z.string().min(1).max(LONGEST_SYSTEM).optional(),
  /** Of a log of Inspect: the system’s name in the place of the model’s. */
  system: nameText('Name the system.', LONGEST_SYSTEM).optional(),
})
export type LogChoice = z.infer<typeof logChoiceSchema>

export const uploadPredictionsEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/evaluations',
  summary:
    'Upload predictions of one or more systems (JSON lines, JSON, CSV, or a log of Inspect) for a task; all of the file or nothing',
  params: projectParams,
  query: z.object({
    task: z.string().min(1).max(100),
    fileName: noControls('A file name').trim().min(1).max(255),
    ...logChoiceSchema.shape,
    /**
     * yes: takes the place of predictions of the same systems on this task once the file is found to be good. Those that came in one file with other
     * systems stay, and the file is refused.
     */
    replace: z.enum(['no', 'yes']).default('no'),
  }),
  body: 'bytes',
  response: evaluationSchema,
})

export const addRunEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/evaluations/runs',
  summary: 'Add an ended run of pre-fill as a system: what it proposed is scored like the predictions of a file',
  params: projectParams,
  body: z.object({
    task: z.string().min(1).max(100),
    runId: z.uuid(),
    /** The system's name; the run's when left out. */
    system: nameText('Name the system.', LONGEST_SYSTEM).optional(),
  }),
  response: evaluationSchema,
})

export const getEvaluationEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/evaluations/{evaluationId}',
  summary:
    'The state of uploaded predictions, their problems by line and field, and what stands for nothing in the gold',
  params: evaluationParams,
  query: z.object({
    /** Of the problems and of the predictions without a target. */
    page: z.coerce.number().int().min(1).max(1000).default(1),
  }),
  response: evaluationSchema.extend({
    problems: z.array(predictionProblemSchema),
    missed: missedSchema,
    /** Of the longer of the two lists. */
    pages: z.int(),
  }),
})
export type EvaluationDetail = z.infer<typeof getEvaluationEndpoint.response>

export const deleteEvaluationEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/evaluations/{evaluationId}',
  summary: 'Remove predictions, and their systems from every report',
  params: evaluationParams,
  response: 'empty',
})

export const streamEvaluationsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/evaluations/stream',
  summary: 'Server-sent events: a word that changes whenever systems, gold or reports of a project have changed',
  params: projectParams,
  response: { stream: ['text/event-stream'] },
})
