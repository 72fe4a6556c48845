import { handle } from '@/lib/platform/server/handle'
import { protocolFileSchema } from '@/lib/protocols/language/vocabulary'
import { protocolSchemaEndpoint } from '@/lib/workspace/protocol-files/contract'

export const GET = handle(protocolSchemaEndpoint, async () =>
  Response.json(protocolFileSchema(), { headers: { 'content-type': 'application/schema+json' } }),
)
