import { verifyReleaseEndpoint } from '@/lib/gold/releases/release/contract'
import { verifyRelease } from '@/lib/gold/releases/release/verify-release'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(verifyReleaseEndpoint, ({ actor, params, request }) =>
  verifyRelease(actor, params, request.signal),
)
