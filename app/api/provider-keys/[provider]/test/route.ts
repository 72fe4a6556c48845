import { testKeyEndpoint } from '@/lib/automation/keys/contract'
import { testKey } from '@/lib/automation/keys/test-key'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(testKeyEndpoint, ({ actor, params, request }) =>
  testKey(actor, params.provider, request.signal),
)
