import { getReleaseEndpoint, removeReleaseEndpoint } from '@/lib/gold/releases/release/contract'
import { getRelease } from '@/lib/gold/releases/release/queries'
import { removeRelease } from '@/lib/gold/releases/release/remove-release'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getReleaseEndpoint, ({ actor, params }) => getRelease(actor, params))

export const DELETE = handle(removeReleaseEndpoint, ({ actor, params }) => removeRelease(actor, params))
