import { getReleaseEndpoint, removeReleaseEndpoint } from '@/lib/releases/release/contract'
import { getRelease } from '@/lib/releases/release/queries'
import { removeRelease } from '@/lib/releases/release/remove-release'
import { handle } from '@/lib/server/handle'

export const GET = handle(getReleaseEndpoint, ({ actor, params }) => getRelease(actor, params))

export const DELETE = handle(removeReleaseEndpoint, ({ actor, params }) => removeRelease(actor, params))
