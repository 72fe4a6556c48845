import { endpoint } from '@/lib/platform/api/endpoint'

export const protocolSchemaEndpoint = endpoint({
  method: 'GET',
  path: '/api/schemas/protocol.json',
  summary: 'The JSON Schema of a protocol file',
  tag: 'protocols',
  auth: 'public',
  anonymous: true,
  response: { stream: ['application/schema+json'] },
})
