import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

const runParams = z.object({ projectId: z.uuid(), runId: z.uuid() })

export const triageSchema = z.object({
  measures: z.array(
    z.object({ key: z.string(), title: z.string(), unit: z.string(), better: z.enum(['low', 'high']) }),
  ),
  /** One row an item of the run that is not discarded. */
  rows: z.array(
    z.object({
      itemId: z.uuid(),
      position: z.number().int(),
      title: z.string(),
      source: z.string().nullable(),
      scores: z.record(z.string(), z.number().nullable()),
      /** Has anybody begun to work on it? Such items are never set aside. */
      begun: z.boolean(),
    }),
  ),
})

export const getTriageEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/runs/{runId}/triage',
  summary: 'The numbers by which to choose what is worth annotating',
  tag: 'prefill',
  auth: 'actor',
  params: runParams,
  response: triageSchema,
})

export const applyTriageEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/runs/{runId}/triage',
  summary: 'Set aside the items that do not pass; the thresholds and the size of the pool are kept',
  tag: 'prefill',
  auth: 'actor',
  params: runParams,
  body: z.object({
    /** Inclusive bounds by measure; an item without the number does not pass. */
    bounds: z.record(z.string(), z.object({ least: z.number().nullable(), most: z.number().nullable() })),
  }),
  response: z.object({ pool: z.number().int(), kept: z.number().int(), setAside: z.number().int() }),
})
