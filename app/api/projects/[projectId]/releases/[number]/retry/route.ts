import { retryReleaseEndpoint } from '@/lib/releases/release/contract'
import { retryRelease } from '@/lib/releases/release/retry-release'
import { handle } from '@/lib/server/handle'

export const POST = handle(retryReleaseEndpoint, ({ actor, params }) => retryRelease(actor, params))
