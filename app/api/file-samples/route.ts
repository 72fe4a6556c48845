import { handle } from '@/lib/platform/server/handle'
import { readSampleEndpoint } from '@/lib/workspace/imports/samples/contract'
import { readSample } from '@/lib/workspace/imports/samples/read-sample'

export const POST = handle(readSampleEndpoint, ({ actor, query, request }) =>
  readSample(actor, { body: request.body, ...query }),
)
