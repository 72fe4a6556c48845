import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { itemUnitSchema } from '@/lib/workspace/items/contract'

const common = { tag: 'items', auth: 'actor', params: z.object({ itemId: z.uuid() }) } as const

export const resegmentBody = z.object({
  stage: z.string(),
  /** The new segments, in order; together they must say exactly what the old ones said. */
  segments: z.array(z.string().min(1)).min(1).max(10_000),
  expectedRevision: z.int32(),
})
const segmentsResponse = z.object({ revision: z.number().int(), units: z.array(itemUnitSchema) })

export const resegmentEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/items/{itemId}/segments',
  summary: 'Split and merge segments while the task is being prepared',
  body: resegmentBody,
  response: segmentsResponse,
})

export const resetSegmentsEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/items/{itemId}/segments',
  summary: 'Put back the segments as they were imported',
  body: resegmentBody.omit({ segments: true }),
  response: segmentsResponse,
})
