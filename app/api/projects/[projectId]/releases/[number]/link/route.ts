import { makeReleaseLinkEndpoint, revokeReleaseLinkEndpoint } from '@/lib/gold/releases/release/contract'
import { makeReleaseLink, revokeReleaseLink } from '@/lib/gold/releases/release/release-link'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(makeReleaseLinkEndpoint, ({ actor, params }) => makeReleaseLink(actor, params))

export const DELETE = handle(revokeReleaseLinkEndpoint, ({ actor, params }) => revokeReleaseLink(actor, params))
