import { verifyReleaseEndpoint } from '@/lib/releases/release/contract'
import { verifyRelease } from '@/lib/releases/release/verify-release'
import { handle } from '@/lib/server/handle'

export const POST = handle(verifyReleaseEndpoint, ({ actor, params, request }) =>
  verifyRelease(actor, params, request.signal),
)
