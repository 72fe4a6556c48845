import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

export const healthEndpoint = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Does the process live? It asks nobody else.',
  tag: 'operations',
  auth: 'public',
  anonymous: true,
  anyHost: true,
  cost: 0,
  response: z.object({ status: z.literal('ok') }),
})

export const readyEndpoint = endpoint({
  method: 'GET',
  path: '/api/ready',
  summary: 'May requests be sent here: can the database be written, with all migrations, and is the process to stay?',
  tag: 'operations',
  auth: 'public',
  anonymous: true,
  anyHost: true,
  cost: 0,
  response: z.object({ status: z.literal('ready') }),
})

export const metricsEndpoint = endpoint({
  method: 'GET',
  path: '/api/metrics',
  summary: 'Figures of the process and the queue for Prometheus, with the token of ASSAY_METRICS_TOKEN.',
  tag: 'operations',
  auth: 'public',
  anonymous: true,
  anyHost: true,
  cost: 1,
  fails: ['not_found'],
  response: { stream: ['text/plain'] },
})
