import { z } from 'zod'
import { endpoint } from '@/lib/api/endpoint'

export const healthEndpoint = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Is the application up, and does its database answer?',
  tag: 'operations',
  auth: 'public',
  response: z.object({ status: z.literal('ok') }),
})
