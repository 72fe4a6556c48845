import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { coefficientKeys, estimateSchema } from '@/lib/quality/agreement/contract'

/** Widths that can be asked for: intervals of coefficients are at most 2 wide. */
export const MIN_WIDTH = 0.005
export const MAX_WIDTH = 2

export const planQuerySchema = z.object({
  coefficient: z.enum(coefficientKeys).default('alpha'),
  /** How wide the interval may be, from its lower to its upper limit; without it, half of what it is now. */
  width: z.coerce.number().min(MIN_WIDTH).max(MAX_WIDTH).optional(),
})
export type PlanQuery = z.infer<typeof planQuerySchema>

/** `enough`: the interval is narrow enough as it is. The others have nothing to plan from. */
export const planOutcomes = ['planned', 'enough', 'too-few-units', 'undefined', 'no-interval', 'out-of-reach'] as const

export const planSchema = z.object({
  version: z.string(),
  stage: z.object({ key: z.string(), title: z.string() }),
  measure: z.object({ key: z.string(), title: z.string(), unitOfAnalysis: z.string() }),
  coefficient: z.enum(coefficientKeys),
  /** What can be planned for, in the order shown. */
  coefficients: z.array(z.object({ key: z.enum(coefficientKeys), title: z.string() })),
  now: z.object({
    /** Responses with a unit of two ratings or more, and such units: what the interval is made from. */
    responses: z.number().int(),
    units: z.number().int(),
    estimate: estimateSchema,
    width: z.number().nullable(),
  }),
  wanted: z.number().nullable(),
  outcome: z.enum(planOutcomes),
  /** What to do, in sentences. */
  words: z.string(),
  /** Doubly annotated responses beyond those there are, and about how many units these would bring. */
  more: z.number().int().nullable(),
  moreUnits: z.number().int().nullable(),
  /** The plan tried out: projects of that size drawn from the responses there are, and how wide their intervals came out. */
  simulated: z
    .object({
      projects: z.number().int(),
      resamples: z.number().int(),
      seed: z.number().int(),
      /** Mean width, and between which widths nine in ten projects came out. */
      mean: z.number(),
      low: z.number(),
      high: z.number(),
    })
    .nullable(),
})
export type Plan = z.infer<typeof planSchema>

export const getPlanEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/plan/{stage}/{measure}',
  summary: 'How many more doubly annotated responses would make the interval of a coefficient so narrow',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ projectId: z.uuid(), stage: z.string().max(100), measure: z.string().max(100) }),
  query: planQuerySchema,
  response: planSchema,
})
