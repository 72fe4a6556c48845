import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { itemsQuerySchema } from '@/lib/workspace/items/contract'

export const downloadFormats = ['csv', 'jsonl'] as const

export const downloadItemsEndpoint = endpoint({
  tag: 'items',
  auth: 'actor',
  method: 'GET',
  path: '/api/projects/{projectId}/items/download',
  summary: 'What the list of items shows under a filter, all pages of it, as a file',
  params: z.object({ projectId: z.uuid() }),
  query: itemsQuerySchema.omit({ page: true }).extend({ format: z.enum(downloadFormats) }),
  response: { stream: ['text/csv', 'application/x-ndjson'] },
})
