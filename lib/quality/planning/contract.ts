/** How much has to be annotated for an interval of a wanted width, before there is anything to count. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { figuresStateSchema } from '@/lib/quality/agreement/ledger/contract'

export const plannedFigures = ['alpha', 'percent', 'f1'] as const
export type PlannedFigure = (typeof plannedFigures)[number]

export const FIGURE_TITLES: Readonly<Record<PlannedFigure, string>> = {
  alpha: 'Krippendorff’s alpha',
  percent: 'Percent agreement',
  f1: 'F1 of a system',
}

/** Nobody plans for less, and a plan of more responses, or of more labels, is none. */
export const MIN_PLANNED_WIDTH = 0.01
export const MOST_PLANNED = 20_000
/** Units times people: what a simulated project costs, however the three bounds of a request are combined. */
export const MOST_LABELS = 400_000
/** Units of one response resemble each other so much where nothing is known of it; as in `bench coverage`. */
export const USUAL_ALIKENESS = 0.15

/** `number`: how a number is read. */
function requestSchema(number: () => z.ZodNumber) {
  const share = (least: number, most: number) => number().min(least).max(most)
  return z.object({
    figure: z.enum(plannedFigures).default('alpha'),
    /** How wide the 95% interval may be, from its lower to its upper limit. */
    width: share(MIN_PLANNED_WIDTH, 1).default(0.1),
    /** What the figure is expected to be. */
    expected: share(0, 1).default(0.7),
    /** The share of units that truly have the value looked for, such as false. */
    prevalence: share(0.005, 0.995).default(0.2),
    /** Units of a response, on average: drawn evenly from six to fourteen tenths of it. */
    units: number().min(1).max(200).default(5),
    /** How many people annotate each response. */
    raters: number().int().min(2).max(20).default(2),
    /** How alike units of one response are: the intraclass correlation of having the value. */
    alikeness: share(0.001, 0.95).default(USUAL_ALIKENESS),
    /** In what share of projects of the planned size the interval has to come out as narrow. */
    assurance: share(0.5, 0.99).default(0.8),
    /** Minutes that one person takes for a response; without them no hours are given. */
    minutes: number().positive().max(10_000).optional(),
    seed: number().int().min(0).max(0xffff_ffff).default(1),
  })
}

/** As programs send it. */
export const planRequestSchema = requestSchema(() => z.number())
/** As people write it, in a form or on a command line: texts are read as numbers. */
export const writtenPlanSchema = requestSchema(() => z.coerce.number())
export type PlanRequest = z.output<typeof planRequestSchema>
export type PlanRequestInput = z.input<typeof planRequestSchema>

/** A size of the project, and how wide intervals come out in it. */
const sizeSchema = z.object({
  responses: z.number().int(),
  units: z.number().int(),
  /** Units times people. */
  labels: z.number().int(),
  hours: z.number().nullable(),
  /** The median width, and the width that the wished share of projects does not exceed; null where too few have an interval. */
  median: z.number().nullable(),
  assured: z.number().nullable(),
  /** The share of simulated projects whose interval is as narrow as wanted. */
  reached: z.number(),
  projects: z.number().int(),
})
export type PlannedSize = z.infer<typeof sizeSchema>

export const projectPlanSchema = z.object({
  /** What was planned for, with all defaults. */
  request: planRequestSchema,
  /** How often an annotator (of F1: the system) calls a unit so that has the value, and one that has not. */
  model: z.object({ hit: z.number(), alarm: z.number() }),
  outcome: z.enum(['planned', 'out-of-reach']),
  /** What to do, in sentences. */
  words: z.string(),
  planned: sizeSchema.nullable(),
  /** Other sizes beside it, ascending, the planned one among them. */
  sizes: z.array(sizeSchema),
  /** How the plan was made, in sentences. */
  rules: z.array(z.string()),
})
export type ProjectPlan = z.infer<typeof projectPlanSchema>

export const planProjectEndpoint = endpoint({
  method: 'POST',
  path: '/api/plan',
  summary:
    'How many responses, labels and hours an interval of a wanted width takes, from expectations; nothing is stored',
  tag: 'agreement',
  auth: 'actor',
  // Some thousand projects are simulated.
  cost: 10,
  body: planRequestSchema,
  response: projectPlanSchema,
})

/** What a measure of a project says so far, as expectations for a plan; null where too little was annotated. */
export const basisSchema = z.object({
  stage: z.object({ key: z.string(), title: z.string() }),
  measure: z.object({ key: z.string(), title: z.string(), unitOfAnalysis: z.string() }),
  /** Responses with a unit of two ratings or more. */
  responses: z.number().int(),
  /** The value that is looked for, the rarest of those that were given, against all others. */
  value: z.string().nullable(),
  prevalence: z.number().nullable(),
  alpha: z.number().nullable(),
  percent: z.number().nullable(),
  units: z.number().nullable(),
  raters: z.number().int().nullable(),
  alikeness: z.number().nullable(),
  /** The median of one person's active minutes on a response, over the project’s annotations of the stage. */
  minutes: z.number().nullable(),
})
export type PlanBasis = z.infer<typeof basisSchema>

export const getPlanBasisEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/plan',
  summary: 'What a project says so far of its measures, as expectations for a plan',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  response: z.object({
    project: z.object({ id: z.uuid(), name: z.string() }),
    /** What the measures are of, but for the minutes, which are of now. */
    figures: figuresStateSchema,
    /** None while they are awaited. */
    measures: z.array(basisSchema),
  }),
})
export type PlanBases = z.infer<typeof getPlanBasisEndpoint.response>
