import { retryReleaseEndpoint } from '@/lib/gold/releases/release/contract'
import { retryRelease } from '@/lib/gold/releases/release/retry-release'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(retryReleaseEndpoint, ({ actor, params }) => retryRelease(actor, params))
