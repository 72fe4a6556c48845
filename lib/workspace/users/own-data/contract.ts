import { endpoint } from '@/lib/platform/api/endpoint'

export const downloadOwnDataEndpoint = endpoint({
  method: 'GET',
  path: '/api/account/data',
  summary: 'Everything that is stored about you, as one JSON file',
  tag: 'users',
  auth: 'session',
  cost: 20,
  response: { stream: ['application/json'] },
})
