/** Reports of systems against gold, and what is wrong in detail. */
import { z } from 'zod'
import { evaluationErrorSchema, evaluationReportSchema, LONGEST_SYSTEM } from '@/lib/gold/evaluation/contract'
import { classReadings } from '@/lib/gold/evaluation/scoring/rules'
import { endpoint } from '@/lib/platform/api/endpoint'
import { intervalMethods } from '@/lib/stats/interval-limits'

export type {
  EvaluationReport,
  Figure,
  Pair,
  Published,
  Ranking,
  ScoringReport,
  Standing,
} from '@/lib/gold/evaluation/contract'

/** Systems in one report. */
export const MOST_SYSTEMS = 50
/** Errors kept of each system under each scoring; the report counts all of them. */
export const KEPT_ERRORS = 10_000
export const ERRORS_PAGE = 50
/** Reports kept of a project; of those beyond, the ones asked for longest ago go. */
export const KEPT_REPORTS = 40

const projectParams = z.object({ projectId: z.uuid() })
const common = { tag: 'evaluation', auth: 'actor' } as const

/** A JSON value as text in an address. */
const jsonText = <T>(schema: z.ZodType<T>, what: string) =>
  z
    .string()
    .max(20_000)
    .transform((text, context): T => {
      const read = schema.safeParse(parsed(text))
      if (read.success) return read.data
      context.addIssue({ code: 'custom', message: `Write ${what} as JSON: ${read.error.issues[0]?.message ?? ''}` })
      return z.NEVER
    })

/** undefined is no JSON, so no schema takes it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const systemName = z.string().min(1).max(LONGEST_SYSTEM)

export const reportQuery = z.object({
  task: z.string().min(1).max(100),
  /** A JSON object; what is left out has its default. */
  parameters: jsonText(z.record(z.string(), z.json()), 'the parameters').optional(),
  /** A JSON list of names; all systems when left out. */
  systems: jsonText(z.array(systemName).min(1).max(MOST_SYSTEMS), 'the systems').optional(),
  /** A JSON list of two names, to be compared whatever others are: systems, or baselines of the task. */
  /** Compare texts by meaning too, by the server's model of embeddings, which costs: a manager has it done. */
  likeness: z.enum(['no', 'yes']).default('no'),
  /** McNemar's test beside the comparisons too: of who was right, with targets as independent. */
  mcnemar: z.enum(['no', 'yes']).optional(),
  /** How limits are made of resamples; the usual way when left out. */
  method: z.enum(intervalMethods).optional(),
  /** What macro averages are over; left out: classes fixed from the whole data, or those that occur in each resample. */
  classes: z.enum(classReadings).optional(),
  pair: jsonText(z.tuple([systemName, systemName]), 'the two systems').optional(),
})
export type ReportQuery = z.output<typeof reportQuery>

export const reportAnswerSchema = z.object({
  /** `pending`: a worker is making it, and who listens to the stream hears when it is there. */
  state: z.enum(['ready', 'pending', 'failed']),
  /** Of the gold and the predictions it is made from. */
  version: z.string(),
  /** 0 to 1. */
  progress: z.number(),
  /** Why it could not be made. */
  error: z.string().nullable(),
  report: evaluationReportSchema.nullable(),
})
export type ReportAnswer = z.infer<typeof reportAnswerSchema>

export const getReportEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/evaluations/report',
  summary: 'The report of a task: leaderboard with intervals, confusion tables, breakdowns, comparisons',
  params: projectParams,
  query: reportQuery,
  response: reportAnswerSchema,
})

export const reportFormats = ['json', 'csv', 'receipt', 'script'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const downloadReportEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/evaluations/report/download',
  summary:
    'A report that is ready, as a file: the whole as JSON, every figure as CSV, or its receipt, as JSON or with the program that computes it again',
  params: projectParams,
  query: reportQuery.extend({ format: z.enum(reportFormats).default('json') }),
  response: { stream: ['application/json', 'text/csv', 'text/javascript'] },
})

export const errorsQuerySchema = reportQuery.extend({
  system: systemName,
  /** The first one that lists errors when left out. */
  scoring: z.string().min(1).max(100).optional(),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(Math.ceil(KEPT_ERRORS / ERRORS_PAGE))
    .default(1),
})
export type ErrorsQuery = z.output<typeof errorsQuerySchema>

export const listErrorsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/evaluations/errors',
  summary: 'What a system got wrong under a scoring, a page at a time, with the items',
  params: projectParams,
  query: errorsQuerySchema,
  response: z.object({
    state: reportAnswerSchema.shape.state,
    error: z.string().nullable(),
    task: z.object({ key: z.string(), title: z.string() }),
    /** Scorings that list errors. */
    scorings: z.array(z.object({ key: z.string(), title: z.string() })),
    systems: z.array(z.string()),
    system: z.string(),
    scoring: z.string().nullable(),
    /** Errors that are listed, of all pages. */
    total: z.int(),
    errors: z.array(
      evaluationErrorSchema.extend({
        number: z.int(),
        itemId: z.uuid().nullable(),
        title: z.string().nullable(),
        /** The text of the unit, where it is one of the stage's. */
        text: z.string().nullable(),
        /** Of the item's page, where the gold of the unit stands. */
        anchor: z.string().nullable(),
      }),
    ),
  }),
})
export type Errors = z.infer<typeof listErrorsEndpoint.response>
